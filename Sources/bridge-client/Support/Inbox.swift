internal import BridgeClient
internal import BridgeTransport

/// A queue into which threads and tasks put events, and from which one task takes all at once.
final class Inbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var waiter: CheckedContinuation<[Event], Never>?
    /// A task that puts its next event only after the current ones have been taken.
    var follower: CheckedContinuation<Void, Never>?
  }

  /// The number of waiting events from which on changes of a tree are held back.
  private static var limit: Int { 256 }

  private let state = Lock(State())

  func put(_ event: Event) {
    let waiter = state.withLock { state in
      let waiter = state.waiter.take()
      if waiter == nil { state.events.append(event) }
      return waiter
    }
    waiter?.resume(returning: [event])
  }

  /// Waits until fewer events than `limit` wait. For one task.
  fileprivate func awaitRoom() async {
    await withCheckedContinuation { continuation in
      let isFull = state.withLock { state in
        guard state.events.count >= Self.limit else { return false }
        state.follower = continuation
        return true
      }
      if !isFull { continuation.resume() }
    }
  }

  /// Takes all events since the last call; waits for the first if there is none. For one reader.
  func take() async -> [Event] {
    await withCheckedContinuation { continuation in
      let (events, follower) = state.withLock { state in
        if state.events.isEmpty { state.waiter = continuation }
        defer { state.events = [] }
        return (state.events, state.follower.take())
      }
      follower?.resume()
      if !events.isEmpty { continuation.resume(returning: events) }
    }
  }
}

extension Inbox {
  /// Puts every change of the server's tree, until the task is cancelled, or the error that ends the changes.
  ///
  /// - Parameter time: The time limit for the first change; `nil`: none.
  func follow(
    _ server: BridgeClient, beginningWithin time: Duration? = nil,
    _ event: @escaping @Sendable (Result<LiveTree.Change, any Error>) -> Event
  ) -> Task<Void, Never> {
    Task { [self] in
      do {
        for try await change in server.liveChanges(beginningWithin: time) {
          put(event(.success(change)))
          await awaitRoom()
        }
      } catch {
        put(event(.failure(error)))
      }
    }
  }

  /// Puts an event after a time, and again after each further such time if it repeats.
  func after(_ time: Duration, repeats: Bool = false, _ event: Event) -> Task<Void, Never> {
    Task { [self] in
      repeat {
        guard (try? await Task.sleep(for: time)) != nil else { return }
        put(event)
      } while repeats
    }
  }
}

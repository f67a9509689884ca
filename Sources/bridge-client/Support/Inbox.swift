internal import BridgeClient
internal import BridgeTransport

/// Where threads and tasks put what happened, and one task takes all of it at once.
final class Inbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var waiter: CheckedContinuation<[Event], Never>?
    /// Who puts more only when what is there was taken.
    var follower: CheckedContinuation<Void, Never>?
  }

  /// So many events may wait before changes of a tree are held back.
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

  /// Returns when there is room. For one task.
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

  /// All that has come since the last time; waits for the first. For one reader.
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
  /// Puts every change of the server's tree, until the task is cancelled; or the error that ends it.
  ///
  /// - Parameter time: how long the first may take to come; `nil`: as long as it does.
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

  /// Puts an event after a while, and again each time that as long has passed, where it repeats.
  func after(_ time: Duration, repeats: Bool = false, _ event: Event) -> Task<Void, Never> {
    Task { [self] in
      repeat {
        guard (try? await Task.sleep(for: time)) != nil else { return }
        put(event)
      } while repeats
    }
  }
}

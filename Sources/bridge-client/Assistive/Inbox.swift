internal import BridgeClient
internal import BridgeTransport

/// Where threads and tasks put what happened, and one task takes all of it at once.
final class Inbox<Event: Sendable>: Sendable {
  private struct State {
    var events: [Event] = []
    var waiter: CheckedContinuation<[Event], Never>?
  }

  private let state = Lock(State())

  func put(_ event: Event) {
    let waiter = state.withLock { state in
      let waiter = state.waiter.take()
      if waiter == nil { state.events.append(event) }
      return waiter
    }
    waiter?.resume(returning: [event])
  }

  /// All that has come since the last time; waits for the first. For one reader.
  func take() async -> [Event] {
    await withCheckedContinuation { continuation in
      let events = state.withLock { state -> [Event] in
        if state.events.isEmpty { state.waiter = continuation }
        defer { state.events = [] }
        return state.events
      }
      if !events.isEmpty { continuation.resume(returning: events) }
    }
  }
}

extension Inbox {
  /// Puts every change of the server's tree, until the task is cancelled; or the error that ends it.
  func follow(
    _ server: BridgeClient,
    _ event: @escaping @Sendable (Result<LiveTree.Change, any Error>) -> Event
  ) -> Task<Void, Never> {
    Task { [self] in
      do {
        for try await change in server.liveChanges() { put(event(.success(change))) }
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

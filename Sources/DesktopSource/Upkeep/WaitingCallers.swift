internal import BridgeTransport

/// The callers that wait until something has been read that they asked for, and since when.
struct WaitingCallers {
  private var callers: [(since: MonotonicTime, done: () -> Void)] = []

  var isEmpty: Bool { callers.isEmpty }

  /// Adds a caller that waits from now on.
  mutating func add(_ done: @escaping () -> Void) { callers.append((.now(), done)) }

  /// Removes the callers whose start time satisfies `isDone`, and returns what they are to be called back with.
  mutating func take(_ isDone: (MonotonicTime) -> Bool) -> [() -> Void] {
    let taken = callers.filter { isDone($0.since) }
    callers.removeAll { isDone($0.since) }
    return taken.map(\.done)
  }
}

/// Decides when to write although more input is left to be handled.
///
/// What is queued in a turn leaves in one write, at its end. But one read can bring many requests: this end would handle
/// all of them before the other one has a single answer, and then wait while the other end handles all the answers. So
/// that both work at the same time, what is queued is written each time that handling the input of a read has taken
/// `interval` and more of it is left. A request that is alone is answered as ever. The messages of a stream are not
/// input, and leave in writes that are as large as possible.
///
/// A write costs as much as handling a few requests, more where it wakes the other end: hence not one for each of them.
public struct WritePace {
  /// How long input is handled between two writes, in nanoseconds.
  private static let interval: UInt64 = 15_000

  private var last: MonotonicTime

  /// - Parameter began: When the first of the input was begun.
  public init(since began: MonotonicTime) {
    last = began
  }

  /// Returns whether to write now. The next time is an interval later.
  public mutating func isDue(at now: MonotonicTime) -> Bool {
    guard now.nanoseconds &- last.nanoseconds >= Self.interval else { return false }
    last = now
    return true
  }
}

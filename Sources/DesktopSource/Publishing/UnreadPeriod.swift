internal import BridgeTransport

/// For how long an application has had elements that were not read yet. Some have a few all the time, as a page that adds a row
/// every second: what goes on without a break is how they are, and nothing to wait for.
struct UnreadPeriod {
  /// After how long it counts no more.
  static let limit = Duration.seconds(10)
  /// How long a break is at least.
  static let calm = Duration.seconds(1)

  private var start: MonotonicTime?
  private var last: MonotonicTime?

  /// Notes that there are such elements.
  mutating func note(at now: MonotonicTime) {
    if last.map({ now.since($0) >= Self.calm }) ?? true { start = now }
    last = now
  }

  /// Begins anew: an action may have brought more.
  mutating func restart() { last = nil }

  func isOver(at now: MonotonicTime) -> Bool {
    start.map { now.since($0) >= Self.limit } ?? false
  }
}

/// A change behind an action that had ended, which may be a late effect of it or may only have come behind it.
struct LateChange {
  /// In nanoseconds of the store's clock.
  let time: UInt64
  /// How long after the action it was, in nanoseconds.
  let delay: UInt64

  /// How many of them are compared at least.
  static let count = 3
  /// For how long one is compared with others, in nanoseconds.
  static let memory: UInt64 = 6_000_000_000
  /// By how much the times after the actions differ at least where these are none of the causes, in nanoseconds.
  fileprivate static let spread: UInt64 = 250_000_000
}

extension [LateChange] {
  /// Whether these came now sooner and now later after the actions. What an action does late comes as late each time.
  var areAtAnyTime: Bool {
    guard count >= LateChange.count, let first, let last else { return false }
    let delays = map(\.delay)
    let spread = (delays.max() ?? 0) - (delays.min() ?? 0)
    return last.time - Swift.min(first.time, last.time) <= LateChange.memory
      && spread >= LateChange.spread
  }
}

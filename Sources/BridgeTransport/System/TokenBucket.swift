/// Limits how often something happens: so many times in a row, and at a steady rate after that. A value without a clock.
public struct TokenBucket: Sendable {
  /// How often it may happen, at `time`; `nil`: it has not happened yet.
  private var tokens: Double?
  private var time = MonotonicTime(nanoseconds: 0)

  public init() {}

  /// Returns whether it may happen now, and counts it then.
  ///
  /// - Parameters:
  ///   - capacity: How many times in a row.
  ///   - rate: How many times a second after that.
  public mutating func take(
    capacity: Double, perSecond rate: Double, at now: MonotonicTime
  ) -> Bool {
    let passed = Double(max(0, now.since(time).clampedNanoseconds)) / 1e9
    let filled = min(capacity, (tokens ?? capacity) + passed * rate)
    let isAllowed = filled >= 1
    (tokens, time) = (isAllowed ? filled - 1 : filled, now)
    return isAllowed
  }
}

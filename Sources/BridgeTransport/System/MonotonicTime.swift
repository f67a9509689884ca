internal import CLinux

/// A moment on the clock that never jumps (`CLOCK_MONOTONIC`): for deadlines, not for dates.
public struct MonotonicTime: Comparable, Hashable, Sendable {
  /// Nanoseconds since some fixed moment before this process started.
  public let nanoseconds: UInt64

  public init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// Returns the current time. Takes about 25 ns.
  public static func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: clinux_monotonic_nanoseconds())
  }

  /// Returns the moment `duration` later, or earlier when it is negative. Stops at the ends of the range.
  public func advanced(by duration: Duration) -> MonotonicTime {
    let amount = duration.clampedNanoseconds
    let (sum, overflow) =
      amount >= 0
      ? nanoseconds.addingReportingOverflow(UInt64(amount))
      : nanoseconds.subtractingReportingOverflow(amount.magnitude)
    if overflow { return MonotonicTime(nanoseconds: amount >= 0 ? .max : 0) }
    return MonotonicTime(nanoseconds: sum)
  }

  /// Returns the time from `earlier` to this moment; negative when `earlier` is later.
  public func since(_ earlier: MonotonicTime) -> Duration {
    self >= earlier
      ? .nanoseconds(Int64(clamping: nanoseconds - earlier.nanoseconds))
      : .nanoseconds(-Int64(clamping: earlier.nanoseconds - nanoseconds))
  }

  public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }
}

extension Duration {
  /// The duration in whole nanoseconds, clamped to what 64 bits hold (292 years).
  public var clampedNanoseconds: Int64 {
    // Up to nine seconds, without a division of 128 bits.
    if let short = Int64(exactly: attoseconds) { return short / 1_000_000_000 }
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflowed) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    if overflow || overflowed { return seconds < 0 ? .min : .max }
    return sum
  }

  /// The duration for messages: in tenths of seconds, rounded up.
  public var roundedUp: Duration { .milliseconds((millisecondsRoundedUp + 99) / 100 * 100) }

  /// The duration in milliseconds, rounded up, so that a message never says less than was waited. Clamped to
  /// 292 years.
  public var millisecondsRoundedUp: Int64 {
    let (whole, rest) = clampedNanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return rest > 0 ? whole + 1 : whole
  }
}

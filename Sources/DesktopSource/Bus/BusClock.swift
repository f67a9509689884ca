internal import Glibc

/// The monotonic clock that sd-bus's own timeouts are measured by.
enum BusClock {
  /// Nanoseconds since some fixed moment.
  static func now() -> UInt64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_MONOTONIC, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }

  /// `duration` in whole microseconds, at least 1, at most about 292,000 years.
  static func microseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 1 }
    let whole = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000)
    guard !whole.overflow, whole.partialValue < UInt64.max / 2 else { return UInt64.max / 2 }
    return max(1, whole.partialValue + UInt64(attoseconds / 1_000_000_000_000))
  }
}

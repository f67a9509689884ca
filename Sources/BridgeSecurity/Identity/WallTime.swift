internal import Glibc

/// A point in time by the machine's clock, in whole seconds since 1970, for what is stored.
public struct WallTime: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let seconds: Int64

  public init(seconds: Int64) {
    self.seconds = seconds
  }

  public static var now: WallTime { WallTime(seconds: Int64(time(nil))) }

  public static func < (one: WallTime, other: WallTime) -> Bool { one.seconds < other.seconds }

  /// The time so many seconds later; the last one there is where that is out of range.
  public func adding(seconds more: Int64) -> WallTime {
    let (sum, overflow) = seconds.addingReportingOverflow(more)
    return WallTime(seconds: overflow ? .max : sum)
  }

  /// Whether it is still to come. Clocks that are set right by less than a minute make no difference.
  func isLater(than now: WallTime) -> Bool { now.adding(seconds: 60) < self }

  /// In UTC: "2026-11-22 16:40:00 UTC".
  public var description: String {
    let limit: Int64 = 253_402_300_799
    guard (0...limit).contains(seconds) else { return "\(seconds) s" }
    let (date, clock) = utc
    return "\(date) \(clock) UTC"
  }

  /// In UTC: "2026-11-22" and "16:40:00".
  var utc: (date: String, clock: String) {
    var seconds = time_t(seconds)
    var parts = unsafe tm()
    _ = unsafe gmtime_r(&seconds, &parts)
    let date = unsafe [parts.tm_mon + 1, parts.tm_mday].map(Self.two)
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(Self.two)
    let year = unsafe Int(parts.tm_year) + 1900
    return ("\(year)-\(date.joined(separator: "-"))", clock.joined(separator: ":"))
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

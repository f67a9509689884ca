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

  /// In UTC: "2026-11-22 16:40:00 UTC".
  public var description: String {
    let limit: Int64 = 253_402_300_799
    guard (0...limit).contains(seconds) else { return "\(seconds) s" }
    let (days, time) = seconds.quotientAndRemainder(dividingBy: 86_400)
    // Years that begin in March have the leap day at their end.
    let (era, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = [
      "\(era * 400 + year + (month >= 10 ? 1 : 0))", Self.two(month < 10 ? month + 3 : month - 9),
      Self.two(dayOfYear - (153 * month + 2) / 5 + 1),
    ]
    let clock = [time / 3_600, time / 60 % 60, time % 60].map(Self.two)
    return "\(date.joined(separator: "-")) \(clock.joined(separator: ":")) UTC"
  }

  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

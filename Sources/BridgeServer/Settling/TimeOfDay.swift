internal import BridgeSecurity

/// The time of day that a text says, as "12:00:01", "9:05" or "It is 21:30.".
///
/// Which zone it is in is not known: zones differ by quarters of an hour, so it is known within one.
struct TimeOfDay: Equatable {
  /// Seconds since the quarter of an hour began.
  private let second: Int
  /// Whether the text says seconds.
  private let hasSeconds: Bool

  private static let quarter = 900
  /// How many seconds a clock may be told of late. One that shows only minutes is told of as late after its minute begins.
  private static let maxDelay = 3

  /// The first time in a text; `nil`: there is none, or it is out of range.
  init?(in text: String) {
    var groups: [(digits: Int, value: Int)] = [(0, 0)]
    // A byte that ends the text also ends the time.
    for byte in text.utf8 + [0] {
      if (48...57).contains(byte) {
        let last = groups[groups.count - 1]
        // More than two digits are another number.
        let value = (last.value * 10 + Int(byte) - 48) % 1000
        groups[groups.count - 1] = (min(last.digits + 1, 3), value)
      } else if byte == UInt8(ascii: ":"), groups[groups.count - 1].digits > 0 {
        groups.append((0, 0))
      } else {
        if let time = TimeOfDay(groups) {
          self = time
          return
        }
        groups = [(0, 0)]
      }
    }
    return nil
  }

  private init?(_ groups: [(digits: Int, value: Int)]) {
    guard groups.count == 2 || groups.count == 3, (1...2).contains(groups[0].digits),
      groups[0].value < 24, groups.dropFirst().allSatisfy({ $0.digits == 2 && $0.value < 60 })
    else { return nil }
    hasSeconds = groups.count == 3
    second = (groups[1].value * 60 + (hasSeconds ? groups[2].value : 0)) % Self.quarter
  }

  /// Whether it is the second or minute after another time, or the one after that: a busy program leaves some out.
  func isNext(after other: TimeOfDay) -> Bool {
    guard hasSeconds == other.hasSeconds else { return false }
    let passed = Self.seconds(from: other.second, to: second)
    return hasSeconds ? (1...2).contains(passed) : passed == 60
  }

  /// Whether it has just become this time.
  func isNow(_ now: WallTime) -> Bool {
    let passed = Self.seconds(from: second, to: Int(now.seconds % Int64(Self.quarter)))
    // A clock may be a little ahead of what it is told by.
    return passed <= Self.maxDelay || passed == Self.quarter - 1
  }

  /// Returns the seconds from one to the other, within a quarter of an hour.
  private static func seconds(from one: Int, to other: Int) -> Int {
    (other - one + quarter) % quarter
  }
}

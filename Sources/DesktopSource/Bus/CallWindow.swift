/// The number of calls that may be in flight to one application, by how long its answers take.
///
/// An application handles calls one after the other in its main loop, so waiting calls delay its own work.
/// The window grows with each fast answer and shrinks when answers are late: an application that answers in
/// 25 µs has 64 calls in flight, one that takes 5 ms has one. From time to time no call is in flight at all,
/// so that work of a lower priority, such as drawing, gets its turn. A value without a clock; times are in
/// nanoseconds.
struct CallWindow {
  /// The number of calls that may be in flight.
  private(set) var size = Self.initialSize
  private var shrunkAt: UInt64 = 0
  private var busySince: UInt64 = 0
  private var answeredAt: UInt64 = 0

  static let initialSize = 4
  static let maxSize = 64
  /// Answers within this time let the window grow.
  static let growThreshold: UInt64 = 4_000_000
  /// Answers later than this let it shrink.
  static let shrinkThreshold: UInt64 = 8_000_000
  /// How long calls may follow each other without a gap.
  static let maxBusyTime: UInt64 = 4_000_000
  /// When the last answer is older than this, the window starts from at most its initial size again.
  static let idleReset: UInt64 = 1_000_000_000

  /// Notes that a call is sent while no other is in flight.
  mutating func begin(at now: UInt64) {
    busySince = now
    if now &- answeredAt > Self.idleReset { size = min(size, Self.initialSize) }
  }

  /// Whether the calls in flight must be answered before more are sent.
  func mustDrain(at now: UInt64) -> Bool { now &- busySince > Self.maxBusyTime }

  /// Adjusts the window to an answer that came `latency` after its call was sent.
  mutating func recordAnswer(after latency: UInt64, at now: UInt64) {
    answeredAt = now
    if latency <= Self.growThreshold {
      size = min(size + 1, Self.maxSize)
    } else if latency > Self.shrinkThreshold, now &- shrunkAt > latency {
      // Shrinks once for all calls that were in flight together.
      let fitting = Double(size) * Double(Self.growThreshold) / Double(latency)
      size = max(1, min(size / 2, Int(fitting)))
      shrunkAt = now
    }
  }
}

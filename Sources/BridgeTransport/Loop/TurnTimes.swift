/// How long the turns of a loop take, its waiting not counted: everything on the loop waits for the
/// longest of them at the worst.
///
/// Time on the clock, not on the processor: a machine that is busy with something else makes turns
/// long as well.
public struct TurnTimes: Sendable {
  /// A turn that takes longer is slow.
  public static let slow = Duration.milliseconds(100)
  private static let slowNanoseconds: UInt64 = 100_000_000

  /// How many turns were slow.
  public private(set) var slowTurns = 0
  private var longestNanoseconds: UInt64 = 0

  /// The longest turn so far.
  public var longest: Duration { .nanoseconds(Int64(clamping: longestNanoseconds)) }

  mutating func add(nanoseconds: UInt64) {
    guard nanoseconds > longestNanoseconds || nanoseconds > Self.slowNanoseconds else { return }
    longestNanoseconds = max(longestNanoseconds, nanoseconds)
    if nanoseconds > Self.slowNanoseconds { slowTurns += 1 }
  }
}

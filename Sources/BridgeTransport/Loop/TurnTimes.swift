internal import CLinux

/// How long the turns of a loop take, not counting the time for which it waits. At worst everything on the
/// loop waits for the longest of them.
///
/// Times are elapsed time: a machine that is busy with something else makes turns long as well. A
/// measurement that was begun by `restart()` also counts processor time.
public struct TurnTimes: Sendable {
  /// A turn that takes longer is slow.
  private static let slowNanoseconds: UInt64 = 50_000_000

  /// The number of slow turns.
  public private(set) var slowTurns = 0
  private var longestNanoseconds: UInt64 = 0
  private var measurement: Measurement?

  private struct Measurement: Sendable {
    var longest: UInt64 = 0
    var longestProcessorTime: UInt64 = 0
    /// The thread's processor time when the turn began; `nil`: the turn does not count.
    var began: UInt64?
  }

  /// The longest turn so far.
  public var longest: Duration { Self.duration(longestNanoseconds) }

  /// The longest turn since `restart()`; zero when that was never called.
  public var measured: Duration { Self.duration(measurement?.longest ?? 0) }

  /// The longest processor time of a turn since `restart()`.
  public var measuredProcessorTime: Duration {
    Self.duration(measurement?.longestProcessorTime ?? 0)
  }

  /// Begins a new measurement. Only a measurement reads the thread's processor time, which is a system call.
  mutating func restart() {
    measurement = Measurement()
  }

  mutating func begin() {
    guard measurement != nil else { return }
    measurement?.began = clinux_thread_nanoseconds()
  }

  mutating func end(after nanoseconds: UInt64) {
    if var measured = measurement, let began = measured.began {
      let spent = clinux_thread_nanoseconds() &- began
      measured.longest = max(measured.longest, nanoseconds)
      measured.longestProcessorTime = max(measured.longestProcessorTime, spent)
      measurement = measured
    }
    guard nanoseconds > longestNanoseconds || nanoseconds > Self.slowNanoseconds else { return }
    longestNanoseconds = max(longestNanoseconds, nanoseconds)
    if nanoseconds > Self.slowNanoseconds { slowTurns += 1 }
  }

  private static func duration(_ nanoseconds: UInt64) -> Duration {
    .nanoseconds(Int64(clamping: nanoseconds))
  }
}

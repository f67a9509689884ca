internal import BridgeTransport

/// What a connection has cost lately: whether it asks for so little that it is served as it is read, or
/// takes turns with others who ask for much.
///
/// Whose requests take a fraction of a millisecond is *quick*: it comes before all others. Who asks for
/// more is *light* still; who goes on with what is dear is *heavy*.
///
/// Counted is what goes beyond an allowance for each go: a client that waits for its answers may ask
/// for cheap things as often as it likes. What was counted is forgotten slowly, so that a client that
/// asks for something dear now and then stays among those who wait for each other. In nanoseconds of
/// the loop's time.
struct RecentCost {
  /// What one go may cost that is not counted: a short request takes a tenth of it.
  static let allowance: UInt64 = 1_000_000
  /// The most that one go counts: what took long because the machine was busy makes nobody heavy, unless
  /// it happens again soon.
  private static let maxOfOne: UInt64 = 3_000_000
  /// Requests that cost more, on the average of the last ones, are not quick. Dozens who ask at the same
  /// moment are served one after the other: what each of them costs, the last one waits for.
  private static let quick: UInt64 = 200_000
  /// More than this much makes a connection heavy.
  private static let light: UInt64 = 4_000_000
  /// No more is counted, so that nobody is heavy for longer than six seconds after the last go.
  private static let maxTotal: UInt64 = 34_000_000
  /// In how many nanoseconds one is forgotten.
  private static let forgetting: UInt64 = 200
  /// What a byte that arrives counts at least: frames that never end cost little but the reading. No
  /// request of up to 16 KiB is dear by its length.
  private static let byte: UInt64 = 64

  private var counted: UInt64 = 0
  /// What a request cost on the average, the last ones weighing most.
  private var average: UInt64 = 0
  private var time = MonotonicTime(nanoseconds: 0)
  /// Whether anything was asked for and turned out to be cheap. Until then nothing is known.
  private(set) var isKnown = false

  /// Counts one go.
  mutating func add(_ nanoseconds: UInt64, bytes: Int, at now: MonotonicTime, isRequest: Bool) {
    let cost = max(nanoseconds, Self.byte * UInt64(min(max(bytes, 0), 1 << 32)))
    if isRequest {
      // One that took long may have met a busy machine.
      let one = min(cost, 4 * Self.quick)
      average = average == 0 ? one : (3 * average + one) / 4
    }
    guard cost > Self.allowance else {
      if isRequest { isKnown = true }
      return
    }
    counted = min(Self.maxTotal, left(at: now) + min(cost - Self.allowance, Self.maxOfOne))
    time = now
  }

  /// Whether what it asked for lately took little time. `false` while nothing is known.
  func isQuick(at now: MonotonicTime) -> Bool {
    isKnown && average <= Self.quick && !isHeavy(at: now)
  }

  func isHeavy(at now: MonotonicTime) -> Bool {
    counted > Self.light && left(at: now) > Self.light
  }

  private func left(at now: MonotonicTime) -> UInt64 {
    let passed = now.nanoseconds > time.nanoseconds ? now.nanoseconds - time.nanoseconds : 0
    let forgotten = passed / Self.forgetting
    return counted > forgotten ? counted - forgotten : 0
  }
}

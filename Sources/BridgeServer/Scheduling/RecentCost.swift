internal import BridgeTransport

/// What a connection has cost lately. It decides whether requests are handled as they are read, or take
/// turns with those of other expensive connections.
///
/// A connection whose requests take a fraction of a millisecond is *quick*: it comes before all others.
/// One that asks for more is still *light*; one that keeps making expensive requests is *heavy*.
///
/// Only the cost beyond an allowance for each run is counted: a client that waits for its responses may
/// make cheap requests as often as it likes. The count decays slowly, so that a client that makes an
/// expensive request now and then stays among those that wait for each other. Costs are in nanoseconds of
/// the loop's time.
struct RecentCost {
  /// The cost of one run that is not counted. A short request takes a tenth of it.
  static let allowance: UInt64 = 1_000_000
  /// The most that is counted for one run: what took long because the machine was busy makes no connection
  /// heavy, unless it happens again soon.
  private static let maxPerRun: UInt64 = 3_000_000
  /// The highest average cost of the latest requests of a quick connection. When dozens of clients ask at
  /// the same moment they are served one after another, and the last one waits for all of them.
  private static let quickThreshold: UInt64 = 200_000
  /// A connection with a higher count is heavy.
  private static let lightThreshold: UInt64 = 4_000_000
  /// The highest count, chosen so that no connection is heavy for longer than six seconds after its last run.
  private static let maxTotal: UInt64 = 34_000_000
  /// The number of nanoseconds in which the count decays by one.
  private static let decayInterval: UInt64 = 200
  /// The minimum cost of a received byte: frames that never end cost little but the reading. No
  /// request of up to 16 KiB is expensive because of its length.
  private static let costPerByte: UInt64 = 64

  private var counted: UInt64 = 0
  /// The average cost of a request, in which the latest ones weigh most.
  private var average: UInt64 = 0
  private var lastUpdate = MonotonicTime(nanoseconds: 0)
  /// Whether a request was made and turned out to be cheap. Until then nothing is known.
  private(set) var isKnown = false

  /// Counts the cost of one run.
  mutating func add(_ nanoseconds: UInt64, bytes: Int, at now: MonotonicTime, isRequest: Bool) {
    let cost = max(nanoseconds, Self.costPerByte * UInt64(min(max(bytes, 0), 1 << 32)))
    if isRequest {
      // A request that took long may have met a busy machine.
      let one = min(cost, 4 * Self.quickThreshold)
      average = average == 0 ? one : (3 * average + one) / 4
    }
    guard cost > Self.allowance else {
      if isRequest { isKnown = true }
      return
    }
    counted = min(Self.maxTotal, remaining(at: now) + min(cost - Self.allowance, Self.maxPerRun))
    lastUpdate = now
  }

  /// Returns whether recent requests took little time; `false` while nothing is known.
  func isQuick(at now: MonotonicTime) -> Bool {
    isKnown && average <= Self.quickThreshold && !isHeavy(at: now)
  }

  func isHeavy(at now: MonotonicTime) -> Bool {
    counted > Self.lightThreshold && remaining(at: now) > Self.lightThreshold
  }

  private func remaining(at now: MonotonicTime) -> UInt64 {
    let passed =
      now.nanoseconds > lastUpdate.nanoseconds ? now.nanoseconds - lastUpdate.nanoseconds : 0
    let forgotten = passed / Self.decayInterval
    return counted > forgotten ? counted - forgotten : 0
  }
}

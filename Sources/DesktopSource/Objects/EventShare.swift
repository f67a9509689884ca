internal import BridgeTransport

/// How much of the loop's time an application's events may take: so many at once, and so many a second.
///
/// One connection brings the events of all applications, in their order. What is too much of one is
/// passed over as fast as the bus delivers it, so that the others' events are not late.
struct EventShare {
  /// Events a second, and how many may come at once: a page that loads sends some thousands.
  static let rate = 2000.0
  static let burst = 10_000.0
  /// Seconds of the loop's time a second, and how many at once.
  static let timeRate = 0.05
  static let timeBurst = 0.25
  /// Events, and seconds of the loop's time for them, that each object may send when it is first asked:
  /// GTK 3 tells its name, its parent and a state.
  static let eventsOfNewObject = 4.0
  static let timeOfNewObject = 0.0001

  private var events = burst
  private var time = timeBurst
  private var last = MonotonicTime.now()
  /// How many were passed over that nobody made up for yet.
  private(set) var dropped = 0
  /// The first that was passed over since all had been made up for.
  private(set) var firstDrop: MonotonicTime?
  private(set) var lastDrop: MonotonicTime?

  /// Whether the event that comes now is taken in.
  mutating func admits(at now: MonotonicTime) -> Bool {
    let elapsed = Double(now.since(last).clampedNanoseconds) / 1e9
    last = now
    // What new objects may send comes on top.
    if events < Self.burst { events = min(Self.burst, events + elapsed * Self.rate) }
    if time < Self.timeBurst { time = min(Self.timeBurst, time + elapsed * Self.timeRate) }
    if events >= 1, time > 0 {
      events -= 1
      return true
    }
    dropped += 1
    if firstDrop == nil { firstDrop = now }
    lastDrop = now
    return false
  }

  /// An event took the loop so long.
  mutating func charge(_ duration: Duration) {
    time -= Double(duration.clampedNanoseconds) / 1e9
  }

  /// An object is about to be asked for the first time.
  mutating func expectNewObject() {
    events += Self.eventsOfNewObject
    time += Self.timeOfNewObject
  }

  /// All objects have been asked: what they were expected to send and did not is no credit for later.
  mutating func endExpectations() {
    events = min(events, Self.burst)
    time = min(time, Self.timeBurst)
  }

  /// All that was passed over is about to be made up for.
  mutating func recover() {
    dropped = 0
    lastDrop = nil
  }

  /// All that was passed over has been made up for, and nothing was meanwhile.
  mutating func endFlood() {
    firstDrop = nil
  }
}

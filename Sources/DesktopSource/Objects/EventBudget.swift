internal import BridgeTransport

/// Limits the share of the loop's time that an application's events may take: a burst, and a rate per second.
///
/// One connection delivers the events of all applications, in order. Excess events of one are skipped as fast
/// as the bus delivers them, so that the events of others are not late.
struct EventBudget {
  /// Events per second, and the maximum burst: a page that loads sends some thousands.
  static let rate = 2000.0
  static let burst = 10_000.0
  /// Seconds of the loop's time per second, and the maximum burst.
  static let timeRate = 0.05
  static let timeBurst = 0.25
  /// Additional events, and seconds of the loop's time for them, that each object may use when it is first
  /// read: GTK 3 reports its name, its parent and a state.
  static let eventsOfNewObject = 4.0
  static let timeOfNewObject = 0.0001

  private var events = burst
  private var time = timeBurst
  private var last = MonotonicTime.now()
  /// The number of events skipped since the last recovery began.
  private(set) var dropped = 0
  /// The time of the first skipped event since all were last made up for.
  private(set) var firstDrop: MonotonicTime?
  private(set) var lastDrop: MonotonicTime?

  /// Whether the event that arrives now is handled.
  mutating func admitEvent(at now: MonotonicTime) -> Bool {
    let elapsed = Double(now.since(last).clampedNanoseconds) / 1e9
    last = now
    // The allowance for new objects is added on top.
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

  /// Subtracts the time that an event took.
  mutating func charge(_ duration: Duration) {
    time -= Double(duration.clampedNanoseconds) / 1e9
  }

  /// Adds the allowance for an object that is about to be read for the first time.
  mutating func addNewObjectAllowance() {
    events += Self.eventsOfNewObject
    time += Self.timeOfNewObject
  }

  /// Removes the unused allowance for new objects, once all have been read.
  mutating func removeNewObjectAllowance() {
    events = min(events, Self.burst)
    time = min(time, Self.timeBurst)
  }

  /// Notes that everything the skipped events were about will now be read again.
  mutating func resetDrops() {
    dropped = 0
    lastDrop = nil
  }

  /// Notes that everything has been read again, and no event was skipped meanwhile.
  mutating func endFlood() {
    firstDrop = nil
  }
}

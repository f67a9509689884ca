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

  private var events = burst
  private var time = timeBurst
  private var last = MonotonicTime.now()
  /// How many were passed over, since it began.
  private(set) var dropped = 0
  private(set) var lastDrop: MonotonicTime?

  /// Whether the event that comes now is taken in.
  mutating func admits(at now: MonotonicTime) -> Bool {
    let elapsed = Double(now.since(last).clampedNanoseconds) / 1e9
    last = now
    events = min(Self.burst, events + elapsed * Self.rate)
    time = min(Self.timeBurst, time + elapsed * Self.timeRate)
    if events >= 1, time > 0 {
      events -= 1
      return true
    }
    dropped += 1
    lastDrop = now
    return false
  }

  /// An event took the loop so long.
  mutating func charge(_ duration: Duration) {
    time -= Double(duration.clampedNanoseconds) / 1e9
  }

  /// All that was passed over has been made up for.
  mutating func recover() {
    dropped = 0
    lastDrop = nil
  }
}

extension ApplicationMirror {
  /// For so long no event must have been passed over before what they told is read again.
  private static let calm = Duration.seconds(1)

  /// Whether an event that comes now is taken in; when it is not, everything is read again later.
  func admitsEvent(at now: MonotonicTime) -> Bool {
    listen(at: now)
    if eventShare.admits(at: now) { return true }
    let isFirst = eventShare.dropped == 1
    complain(.flood, "more than \(Int(EventShare.rate)) a second")
    if isFirst { awaitCalm() }
    return false
  }

  private func awaitCalm() {
    context.loop.schedule(after: Self.calm) { [weak self] in
      guard let self, !isClosed else { return }
      let quiet = eventShare.lastDrop.map { MonotonicTime.now().since($0) } ?? Self.calm
      if quiet < Self.calm { return awaitCalm() }
      eventShare.recover()
      guard echoes.admitsRecovery() else { return }
      // What it says in answer is no reason for another.
      echoes.isEcho = true
      defer { echoes.isEcho = false }
      readEverythingAnew()
    }
  }

  /// Reads all objects again, as what was said of them was not taken in.
  func readEverythingAnew() {
    for object in root.subtree where object.stage == .shown {
      mark(object, object.rereadable, object.isShowing ? .visible : .rest)
    }
    activity.note(self, .all)
  }
}

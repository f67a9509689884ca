internal import AccessibilityTree
internal import BridgeTransport

/// Decides which events of an application are handled at once, which later, and what is read again in place of
/// those that are dropped.
final class EventIntake: StructurePart {
  let structure: StructureReader
  private let activity: Activity
  private let receiver: EventReceiver
  private var echoTimer: Timer?
  private var missed = MissedEvents()
  /// Whether objects are being read because events were dropped.
  private var isRecovering = false

  init(_ receiver: EventReceiver) {
    structure = receiver.structure
    activity = receiver.activity
    self.receiver = receiver
  }

  func cancel() {
    echoTimer?.cancel()
    missed = MissedEvents()
  }

  /// Whether events are held back until the application is no longer called.
  var isHolding: Bool { echoTimer != nil }

  // MARK: Too many

  /// How long no event may have been dropped before the objects concerned are read again.
  private static let calm = Duration.seconds(1)
  /// How long an application that is still loading may send too many events before a complaint is made. Until
  /// then its load does not become complete.
  private static let floodPatience = Duration.seconds(5)

  /// Whether an event of `object`, or of one that is not mirrored (`nil`), is handled now. If it is dropped,
  /// the objects that it may concern are read again later.
  func admitsEvent(at now: MonotonicTime, of object: MirroredObject?) -> Bool {
    listen(at: now)
    if application.eventShare.admits(at: now) { return true }
    let isFirst = application.eventShare.dropped == 1
    if isComplete { missed.insertEverything() } else { missed.insert(object ?? root) }
    let isFlood =
      application.eventShare.firstDrop.map { now.since($0) >= Self.floodPatience } ?? false
    if isComplete || isFlood {
      complain(.flood, "more than \(Int(EventShare.rate)) a second")
    }
    if isFirst { awaitCalm() }
    return false
  }

  /// Whether events were dropped, and the objects concerned have not been read again yet.
  var missesEvents: Bool { application.eventShare.dropped > 0 || isRecovering }

  private func awaitCalm() {
    context.loop.schedule(after: Self.calm) { [weak self] in
      guard let self, !isClosed else { return }
      let quiet = application.eventShare.lastDrop.map { MonotonicTime.now().since($0) } ?? Self.calm
      if quiet < Self.calm { return awaitCalm() }
      recover()
    }
  }

  /// Reads the objects again whose events were dropped.
  private func recover() {
    application.eventShare.recover()
    let missed = self.missed
    self.missed = MissedEvents()
    schedule()
    guard activity.echoes.admitsRecovery() else { return }
    isRecovering = true
    // Events that these reads cause must not lead to another recovery.
    activity.echoes.cause = .asking
    defer { activity.echoes.cause = .ownAccord }
    if missed.isEverything { return readEverythingAnew() }
    for object in missed.objects.values where object.stage == .shown {
      reread(object)
      // A dropped event may have reported that the object is gone.
      if let parent = object.parent, !parent.isWindowed { reads.mark(parent, .children, .visible) }
    }
    activity.note(.all)
  }

  /// Reads all shown objects again, because events of them were dropped.
  private func readEverythingAnew() {
    for object in root.subtree where object.stage == .shown { reread(object) }
    activity.note(.all)
  }

  private func reread(_ object: MirroredObject) {
    reads.mark(object, object.rereadable, object.isShowing ? .visible : .rest)
  }

  /// Ends a recovery when everything has been read and no event was dropped meanwhile.
  func finishRecovery() {
    guard isRecovering, application.eventShare.dropped == 0 else { return }
    isRecovering = false
    application.eventShare.endFlood()
    application.complaints.drop(.flood)
  }

  // MARK: Echoes

  /// Whether calls to the application are in flight, or one was answered a moment ago.
  private func isBeingAsked(at now: MonotonicTime) -> Bool {
    application.peers.values.contains { peer in
      peer.queue.inFlight > 0
        || now.since(MonotonicTime(nanoseconds: peer.queue.lastAnswerAt)) < Echoes.reach
    }
  }

  /// Determines for an event that comes now whether it may be an echo. While clients watch, no event is taken
  /// for an echo unless the application is loading: a watched application is called all the time, and each of
  /// its events counts. But a load has to end.
  private func listen(at now: MonotonicTime) {
    let isLoading = !isComplete && !isRecovering
    let mayEcho = (isLoading || !context.isWatched) && isBeingAsked(at: now)
    activity.echoes.cause = !mayEcho ? .ownAccord : isLoading ? .loading : .asking
    guard !mayEcho else { return }
    activity.echoes.reset()
    // Events that are held back need not wait longer.
    if activity.echoes.isHolding {
      echoTimer?.cancel()
      awaitSilence(since: now, after: Echoes.reach)
    }
  }

  /// Handles a signal of one of the application's objects, or of an object at `path` that is not mirrored.
  /// Holds it back if it may be an echo and too many like it were handled.
  func receive(_ signal: AccessibilitySignal, from object: MirroredObject?, path: String?) {
    let mayWait =
      switch activity.echoes.cause {
      case .ownAccord: false
      case .loading: signal.event.isReadLater
      case .asking: signal.event != .announcement
      }
    guard mayWait else { return take(signal, from: object, path: path) }
    let key = Echoes.Key(
      element: object?.id, path: object == nil ? path : nil, event: signal.event)
    if activity.echoes.isWornOut(key) {
      activity.echoes.hold(key, Echoes.Held(signal: signal, object: object))
      if echoTimer == nil {
        awaitSilence(
          since: .now().advanced(by: activity.echoes.pause), after: activity.echoes.pause)
      }
      return
    }
    let before = reads.marks
    take(signal, from: object, path: path)
    if reads.marks != before || object == nil || signal.event.isReadLater {
      activity.echoes.count(key)
    }
  }

  private func take(_ signal: AccessibilitySignal, from object: MirroredObject?, path: String?) {
    if let object {
      receiver.receive(signal, from: object)
    } else {
      receiver.receive(signal, fromStranger: path)
    }
  }

  /// Handles the events that were held back, `pause` from now at the earliest: when the application is no
  /// longer called, or when 2 s have passed since `start`.
  private func awaitSilence(since start: MonotonicTime, after pause: Duration) {
    echoTimer = context.loop.schedule(after: pause) { [weak self] in
      guard let self else { return }
      echoTimer = nil
      guard !isClosed else { return }
      let now = MonotonicTime.now()
      if isBeingAsked(at: now), now.since(start) < Echoes.reach * 20 {
        return awaitSilence(since: start, after: Echoes.reach)
      }
      activity.echoes.cause = .asking
      if let released = activity.echoes.release() {
        for (key, event) in released { take(event.signal, from: event.object, path: key.path) }
      } else {
        readEverythingAnew()
      }
      activity.echoes.cause = .ownAccord
      schedule()
    }
  }
}

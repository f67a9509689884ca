internal import AccessibilityTree
internal import BridgeTransport

/// Which events of an application are taken in when they come, which later, and what makes up for those that are
/// not taken in at all.
final class EventIntake: StructurePart {
  let structure: StructureReader
  private let activity: Activity
  private let receiver: EventReceiver
  private var echoTimer: Timer?
  private var missed = MissedEvents()
  /// What was missed is being read.
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

  /// Whether events wait to be taken in.
  var isHolding: Bool { echoTimer != nil }

  // MARK: Too many

  /// For so long no event must have been passed over before what they told is read again.
  private static let calm = Duration.seconds(1)
  /// An application that is still being read may send too much for so long before that is a fault of it.
  /// Until then its load is not complete.
  private static let floodPatience = Duration.seconds(5)

  /// Whether an event of `object`, or of one that is not mirrored, is taken in when it comes now. When it
  /// is not, what it may have told is read again later.
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

  /// Whether events were passed over that are not made up for.
  var missesEvents: Bool { application.eventShare.dropped > 0 || isRecovering }

  private func awaitCalm() {
    context.loop.schedule(after: Self.calm) { [weak self] in
      guard let self, !isClosed else { return }
      let quiet = application.eventShare.lastDrop.map { MonotonicTime.now().since($0) } ?? Self.calm
      if quiet < Self.calm { return awaitCalm() }
      recover()
    }
  }

  /// Reads again what events told that were passed over.
  private func recover() {
    application.eventShare.recover()
    let missed = self.missed
    self.missed = MissedEvents()
    schedule()
    guard activity.echoes.admitsRecovery() else { return }
    isRecovering = true
    // What it says in answer is no reason for another.
    activity.echoes.cause = .asking
    defer { activity.echoes.cause = .ownAccord }
    if missed.isEverything { return readEverythingAnew() }
    for object in missed.objects.values where object.stage == .shown {
      reads.mark(object, object.rereadable, object.isShowing ? .visible : .rest)
      // It may have said that it is gone.
      if let parent = object.parent, !parent.isWindowed { reads.mark(parent, .children, .visible) }
    }
    activity.note(.all)
  }

  /// Reads all objects again, as what was said of them was not taken in.
  private func readEverythingAnew() {
    for object in root.subtree where object.stage == .shown {
      reads.mark(object, object.rereadable, object.isShowing ? .visible : .rest)
    }
    activity.note(.all)
  }

  /// Everything that was marked has been read: nothing that was passed over is missing any more.
  func finishRecovery() {
    guard isRecovering, application.eventShare.dropped == 0 else { return }
    isRecovering = false
    application.eventShare.endFlood()
    application.complaints.drop(.flood)
  }

  // MARK: Echoes

  /// Whether the application is being asked, or has just been.
  private func isBeingAsked(at now: MonotonicTime) -> Bool {
    application.peers.values.contains { peer in
      peer.queue.inFlight > 0
        || now.since(MonotonicTime(nanoseconds: peer.queue.lastAnswerAt)) < Echoes.reach
    }
  }

  /// An event comes: finds out whether it may be an echo. While somebody watches it is never taken for
  /// one: what is watched is asked all the time, and each event counts. Only a load has to end.
  private func listen(at now: MonotonicTime) {
    let isLoading = !isComplete && !isRecovering
    let mayEcho = (isLoading || !context.isWatched) && isBeingAsked(at: now)
    activity.echoes.cause = !mayEcho ? .ownAccord : isLoading ? .loading : .asking
    guard !mayEcho else { return }
    activity.echoes.reset()
    // What waits need not wait longer.
    if activity.echoes.isHolding {
      echoTimer?.cancel()
      awaitSilence(since: now, after: Echoes.reach)
    }
  }

  /// Takes in a signal of one of the application's objects, or of a stranger at `path`.
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

  /// Takes in what was put off after `pause`, as soon as nothing is asked, or after a while.
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

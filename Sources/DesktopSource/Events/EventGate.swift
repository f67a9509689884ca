internal import AccessibilityTree
internal import BridgeTransport

/// Decides which events of an application are handled at once, which later, and what is read again in place of
/// those that are dropped.
final class EventGate: StructurePart {
  let structure: StructureReader
  private let activity: ActivityMonitor
  private let receiver: EventReceiver
  private var echoTimer: Timer?
  private var missedEvents = MissedEvents()
  /// Whether objects are being read because events were dropped.
  private var isRecovering = false

  init(_ receiver: EventReceiver) {
    structure = receiver.structure
    activity = receiver.activity
    self.receiver = receiver
  }

  func cancel() {
    echoTimer?.cancel()
    missedEvents = MissedEvents()
  }

  /// Whether events are held back until the application is no longer called.
  var isHoldingEvents: Bool { echoTimer != nil }

  // MARK: Too many

  /// How long no event may have been dropped before the objects concerned are read again.
  private static let calmPeriod = Duration.seconds(1)
  /// How long an application that is still loading may send too many events before a complaint is made. Until
  /// then its load does not become complete.
  private static let floodTolerance = Duration.seconds(5)

  /// Whether an event of `object`, or of one that is not mirrored (`nil`), is handled now. If it is dropped,
  /// the objects that it may concern are read again later.
  func admitEvent(at now: MonotonicTime, of object: MirroredObject?) -> Bool {
    classifyEvent(at: now)
    if application.eventBudget.admitEvent(at: now) { return true }
    let isFirstDrop = application.eventBudget.dropped == 1
    if isComplete { missedEvents.insertAll() } else { missedEvents.insert(object ?? root) }
    let isFlood =
      application.eventBudget.firstDrop.map { now.since($0) >= Self.floodTolerance } ?? false
    if isComplete || isFlood {
      report(.flood, "more than \(Int(EventBudget.rate)) per second")
    }
    if isFirstDrop { scheduleRecovery() }
    return false
  }

  /// Whether events were dropped, and the objects concerned have not been read again yet.
  var hasMissedEvents: Bool { application.eventBudget.dropped > 0 || isRecovering }

  private func scheduleRecovery() {
    context.loop.schedule(after: Self.calmPeriod) { [weak self] in
      guard let self, !isClosed else { return }
      let quiet =
        application.eventBudget.lastDrop.map { MonotonicTime.now().since($0) } ?? Self.calmPeriod
      if quiet < Self.calmPeriod { return scheduleRecovery() }
      recover()
    }
  }

  /// Reads the objects again whose events were dropped.
  private func recover() {
    application.eventBudget.resetDrops()
    let missed = self.missedEvents
    self.missedEvents = MissedEvents()
    schedule()
    guard activity.echoes.registerRecovery() else { return }
    isRecovering = true
    // Events that these reads cause must not lead to another recovery.
    activity.echoes.cause = .calls
    defer { activity.echoes.cause = .unprompted }
    if missed.includesAll { return rereadAll() }
    for object in missed.objects.values where object.stage == .shown {
      reread(object)
      // A dropped event may have reported that the object is gone.
      if let parent = object.parent, !parent.isWindowed { reads.mark(parent, .children, .visible) }
    }
    activity.recordActivity(.all)
  }

  /// Reads all shown objects again, because events of them were dropped.
  private func rereadAll() {
    for object in root.subtree where object.stage == .shown { reread(object) }
    activity.recordActivity(.all)
  }

  private func reread(_ object: MirroredObject) {
    reads.mark(object, object.rereadable, object.isShowing ? .visible : .normal)
  }

  /// Ends a recovery when everything has been read and no event was dropped meanwhile.
  func finishRecovery() {
    guard isRecovering, application.eventBudget.dropped == 0 else { return }
    isRecovering = false
    application.eventBudget.endFlood()
    application.problems.remove(.flood)
  }

  // MARK: Echoes

  /// Whether calls to the application are in flight, or one was answered a moment ago.
  private func isBeingCalled(at now: MonotonicTime) -> Bool {
    application.peers.values.contains { peer in
      peer.queue.inFlight > 0
        || now.since(MonotonicTime(nanoseconds: peer.queue.lastAnswerAt)) < EchoFilter.echoWindow
    }
  }

  private var isLoading: Bool { !isComplete && !isRecovering }

  /// Whether an event that comes now may be an echo. While clients watch, no event is taken for one unless the
  /// application is loading: a watched application is called all the time, and each of its events counts. But a load has
  /// to end.
  private func mayEcho(at now: MonotonicTime) -> Bool {
    (isLoading || !context.isWatched) && isBeingCalled(at: now)
  }

  private func classifyEvent(at now: MonotonicTime) {
    let mayEcho = mayEcho(at: now)
    activity.echoes.cause = !mayEcho ? .unprompted : isLoading ? .loading : .calls
    guard !mayEcho else { return }
    activity.echoes.reset()
    releaseSoon()
  }

  /// Has events that are held back wait for a moment only: because the application speaks of its own accord, or a client
  /// begins to watch. An application that goes on to speak does not put it off.
  func releaseSoon() {
    let now = MonotonicTime.now()
    guard let timer = echoTimer, timer.deadline > now.advanced(by: EchoFilter.echoWindow) else {
      return
    }
    timer.cancel()
    scheduleRelease(since: now, after: EchoFilter.echoWindow)
  }

  /// Handles a signal of one of the application's objects, or of an object at `path` that is not mirrored.
  /// Holds it back if it may be an echo and too many like it were handled.
  func receive(_ signal: AccessibilitySignal, from object: MirroredObject?, path: String?) {
    let canBeHeld =
      switch activity.echoes.cause {
      case .unprompted: false
      case .loading: signal.event.isReadDeferred
      case .calls: signal.event != .announcement
      }
    guard canBeHeld else { return deliver(signal, from: object, path: path) }
    let key = EchoFilter.Key(
      element: object?.id, path: object == nil ? path : nil, event: signal.event)
    if activity.echoes.isOverLimit(key) {
      activity.echoes.hold(
        key, EchoFilter.HeldEvent(signal: signal, object: object, path: object?.path ?? path))
      if echoTimer == nil {
        scheduleRelease(
          since: .now().advanced(by: activity.echoes.pause), after: activity.echoes.pause)
      }
      return
    }
    let before = reads.markCount
    deliver(signal, from: object, path: path)
    if reads.markCount != before || object == nil || signal.event.isReadDeferred {
      activity.echoes.count(key)
    }
  }

  private func deliver(_ signal: AccessibilitySignal, from object: MirroredObject?, path: String?) {
    if let object, object.stage != .gone {
      receiver.receive(signal, from: object)
    } else {
      receiver.receive(signal, fromUnmirrored: path)
    }
  }

  /// Handles the events that were held back, `pause` from now at the earliest: when the application is no
  /// longer called, or when 2 s have passed since `start`.
  private func scheduleRelease(since start: MonotonicTime, after pause: Duration) {
    echoTimer = context.loop.schedule(after: pause) { [weak self] in
      guard let self else { return }
      echoTimer = nil
      guard !isClosed else { return }
      let now = MonotonicTime.now()
      if mayEcho(at: now), now.since(start) < EchoFilter.echoWindow * 20 {
        return scheduleRelease(since: start, after: EchoFilter.echoWindow)
      }
      activity.echoes.cause = .calls
      if let released = activity.echoes.release() {
        for event in released.values { deliver(event.signal, from: event.object, path: event.path) }
      } else {
        rereadAll()
      }
      activity.echoes.cause = .unprompted
      schedule()
    }
  }
}

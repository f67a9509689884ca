internal import AccessibilityTree
internal import BridgeTransport

/// Schedules the reads that follow some time after an application was active: of changes that no event reports,
/// at a bounded rate, and never while nothing happens.
final class ActivityMonitor: StructurePart {
  let structure: StructureReader
  let sweep: ScreenSweep
  let focus: FocusTracker
  let rereader: Rereader
  weak var host: (any ActivityHost)?
  var echoes = EchoFilter()

  struct Kinds: OptionSet {
    let rawValue: UInt8
    /// Elements may have moved.
    static let layout = Kinds(rawValue: 1)
    /// Anything may have changed.
    static let content = Kinds(rawValue: 2)
    static let all: Kinds = [.layout, .content]
  }

  private var frameTimer: Timer?
  private var quietTimer: Timer?
  private var cacheCheckTimer: Timer?
  private var lastFrameRead: MonotonicTime?
  private var lastCacheCheck: MonotonicTime?
  private var lastActivity: MonotonicTime?
  private var frameReadPause = Duration.milliseconds(300)
  private var cacheCheckCost = Duration.milliseconds(5)
  private var consecutiveChecks = 0
  private var isFrameReadDue = false
  /// The number of rounds, and of reads of what is on screen, since the last event that was no echo.
  private var echoRounds = 0
  private var echoSweeps = 0
  /// Elements that moved according to events, so that their frames are to be read.
  private var movedObjects: [MirroredObject] = []
  private var movedIDs: Set<ElementID> = []
  private var movedTimer: Timer?
  private var lastMoved: MonotonicTime?
  /// Elements that a client looked at: when their frames were read because of that, and whether the answer has
  /// come.
  private var clientReads: [ElementID: (asked: MonotonicTime, isAnswered: Bool)] = [:]
  /// Elements whose actions may have changed: a text offers to copy while something is selected.
  private var suspectedActions: [ElementID: MirroredObject] = [:]
  /// The number of pending reads of what a delayed action causes.
  var pendingFollowUps = 0
  /// Decides when changes that no event reports are looked for.
  var pacing = RereadPacing()
  private var roundTimer: Timer?
  /// The closures to run when the application is quiet.
  private var quietActions: [() -> Void] = []

  /// The shortest time between two rounds that read elements which moved. What such a round may cost is bounded by
  /// the calls that the application keeps up with.
  private static let moveReadPause = Duration.milliseconds(48)
  /// The shortest time between two reads of one element because clients look at it.
  static let clientReadPause = Duration.milliseconds(500)
  /// The maximum number of elements that are read within `clientReadPause` because clients look at them.
  static let maxClientReads = 64
  /// The estimated time that a call costs this process and the application together, from which rates are
  /// computed.
  static let callCost = Duration.microseconds(50)
  /// An application that was not active for this long is at rest.
  static let quietPeriod = Duration.milliseconds(600)
  /// An application that is never at rest, such as an animated one, is treated as if it were after this time.
  static let maxWait = Duration.seconds(4)
  static let cacheCheckPause = Duration.seconds(1)
  /// The maximum pause between rounds that may find that complaints about the application no longer hold.
  static let problemCheckPause = Duration.seconds(2)
  /// The maximum number of consecutive checks that each follow because the last one found something, without an
  /// event between. Some caches disagree with their objects.
  static let maxConsecutiveChecks = 3
  /// The maximum numbers of rounds, and of reads of what is on screen, that follow from echoes alone.
  static let maxEchoRounds = 4
  static let maxEchoSweeps = 32

  init(_ sweep: ScreenSweep) {
    structure = sweep.structure
    self.sweep = sweep
    focus = FocusTracker(structure)
    rereader = Rereader(structure)
    rereader.activity = self
  }

  func cancel() {
    for timer in [frameTimer, quietTimer, cacheCheckTimer, movedTimer, roundTimer] { timer?.cancel() }
    quietActions = []
    movedObjects = []
    suspectedActions = [:]
    clientReads = [:]
    rereader.cancel()
  }

  /// Has the actions of an object read again when the application is at rest: no event reports their changes.
  func rereadActions(of object: MirroredObject) {
    if object.facts.interfaces.contains(.action) { suspectedActions[object.id] = object }
  }

  /// Handles the end of loading: looks once more for elements that moved meanwhile.
  func didLoad() {
    lastActivity = .now()
    hasUnreadFrames = true
    isCacheCheckPending = true
    if quietTimer == nil { scheduleQuietCheck(after: Self.quietPeriod) }
  }

  /// Records activity of the application.
  ///
  /// - Parameter isUnusual: Whether the event was not one that is known to come without other changes
  ///   (`RereadPacing.recordEvent`).
  func recordActivity(_ kinds: Kinds, isUnusual: Bool = true) {
    guard !isClosed else { return }
    if echoes.isEcho {
      guard echoRounds < Self.maxEchoRounds else { return }
      rereader.markDue()
    } else if !isUnusual {
      rereader.markDue()
    } else {
      echoRounds = 0
      echoSweeps = 0
      consecutiveChecks = 0
      rereader.interrupt()
    }
    lastActivity = .now()
    hasUnreadFrames = true
    isCacheCheckPending = true
    // While no client watches, the next round finds what moved.
    let isWatchedNews = context.isWatched && isUnusual
    if kinds.contains(.layout), isWatchedNews, registerSweep() { isFrameReadDue = true }
    if isFrameReadDue, frameTimer == nil, isComplete {
      let elapsed = lastFrameRead.map { MonotonicTime.now().since($0) } ?? frameReadPause
      let wait = max(.milliseconds(30), frameReadPause - elapsed)
      frameTimer = context.loop.schedule(after: wait) { [weak self] in self?.readShownFrames() }
    }
    if quietTimer == nil { scheduleQuietCheck(after: Self.quietPeriod) }
  }

  /// Whether an event may cause a read of what is on screen. Limited for events that may be echoes.
  func registerSweep() -> Bool {
    guard echoes.isEcho else { return true }
    echoSweeps += 1
    return echoSweeps <= Self.maxEchoSweeps
  }

  // MARK: Frames

  /// Handles an event that an element moved.
  func didMove(_ object: MirroredObject) {
    guard object.known.contains(.frame), movedIDs.insert(object.id).inserted else { return }
    movedObjects.append(object)
    guard movedTimer == nil else { return }
    let elapsed = lastMoved.map { MonotonicTime.now().since($0) } ?? Self.moveReadPause
    movedTimer = context.loop.schedule(after: max(.milliseconds(5), Self.moveReadPause - elapsed)) {
      [weak self] in self?.readMoved()
    }
  }

  private func readMoved() {
    movedTimer = nil
    guard !isClosed else { return }
    lastMoved = .now()
    for object in movedObjects {
      reads.mark(object, .frame, .visible)
      // An element that grew or shrank may show or hide something, in itself or beside it.
      checkChildren(object)
      if let parent = object.parent { checkChildren(parent) }
    }
    movedObjects = []
    movedIDs = []
  }

  /// Has the frame and states of an element read again because a client looks at it: there may be no event when
  /// it moves.
  func clientDidRead(_ object: MirroredObject) {
    guard isComplete, !isClosed, object.stage == .shown,
      object.known.contains(.frame), object.facts.interfaces.contains(.component)
    else { return }
    let now = MonotonicTime.now()
    if let last = clientReads[object.id], now.since(last.asked) < Self.clientReadPause { return }
    if clientReads.count >= Self.maxClientReads {
      clientReads = clientReads.filter { now.since($0.value.asked) < Self.clientReadPause }
      guard clientReads.count < Self.maxClientReads else { return }
    }
    clientReads[object.id] = (now, false)
    reads.mark(object, [.frame, .states], .visible)
  }

  /// Records that the frame of an element was read.
  ///
  /// - Returns: Whether a client's look at the element caused the read.
  func recordFrameRead(at object: MirroredObject) -> Bool {
    guard clientReads[object.id]?.isAnswered == false else { return false }
    clientReads[object.id]?.isAnswered = true
    return true
  }

  /// Records that an element was found to have moved, in an application that does not report moves.
  ///
  /// - Parameter isUnexpected: Whether nothing was known that might have moved it.
  func didFindMove(isUnexpected: Bool) {
    rereader.recordMove()
    guard isUnexpected, context.isWatched else { return }
    // Other elements probably moved with it.
    hasUnreadFrames = true
    rereader.markDue()
    pacing.didStartWatching()
    requestRound()
  }

  /// Reads the frames of what is on screen.
  private func readShownFrames() {
    frameTimer = nil
    guard !isClosed else { return }
    isFrameReadDue = false
    lastFrameRead = .now()
    var count = 0
    for object in root.subtree
    where object.isShowing && object.known.contains(.frame)
      && object.facts.interfaces.contains(.component)
    {
      reads.mark(object, .frame, .visible)
      count += 1
    }
    frameReadPause = max(.milliseconds(200), Self.callCost * count * 50)
  }

  /// Whether the application was active since all frames were read, and since the cache was compared.
  private var hasUnreadFrames = false
  private var isCacheCheckPending = false
  private var lastFullSweep: MonotonicTime?
  private var fullSweepPause = Duration.seconds(1)
  /// Since when the application has been found not to be at rest.
  private var busySince: MonotonicTime?

  // MARK: Rest

  /// Runs `body` now if the application is at rest, else as soon as it is, or after `maxWait` if it never is.
  func runWhenQuiet(_ body: @escaping () -> Void) {
    let quiet = lastActivity.map { MonotonicTime.now().since($0) } ?? Self.quietPeriod
    if quiet >= Self.quietPeriod { body() } else { whenQuiet(body) }
  }

  func whenQuiet(_ body: @escaping () -> Void) {
    quietActions.append(body)
    if quietTimer == nil { scheduleQuietCheck(after: Self.quietPeriod) }
  }

  private func scheduleQuietCheck(after wait: Duration) {
    quietTimer = context.loop.schedule(after: wait) { [weak self] in self?.checkForQuiet() }
  }

  private func checkForQuiet() {
    quietTimer = nil
    guard !isClosed else { return }
    let now = MonotonicTime.now()
    let quiet = lastActivity.map { now.since($0) } ?? Self.quietPeriod
    let isBusy = quiet < Self.quietPeriod || host?.isReading == true || frameTimer != nil
    if isBusy, busySince == nil { busySince = now }
    let isForced = busySince.map { now.since($0) >= Self.maxWait } ?? false
    if isBusy && !isForced || !isComplete {
      let wait = max(.milliseconds(100), Self.quietPeriod - quiet)
      return scheduleQuietCheck(after: wait)
    }
    busySince = nil
    let actions = quietActions
    quietActions = []
    for action in actions { action() }
    for object in suspectedActions.values where object.stage == .shown {
      reads.mark(object, .actions, .visible)
    }
    suspectedActions = [:]
    if rereader.isUnderWay {
      rereader.resume(isForced: isForced)
    }
    beginRound(isForced: isForced)
  }

  /// Handles that a client begins to watch: begins the reads that were postponed.
  func didStartWatching() {
    pacing.didStartWatching()
    if isComplete, !isClosed { beginRound(isForced: true) }
  }

  /// Records that everything was read by calls for each object, beginning at `time`.
  func didReadAll(since time: MonotonicTime) {
    if let lastActivity, lastActivity > time { return }
    hasUnreadFrames = false
    isCacheCheckPending = false
  }

  /// Begins a round of reads for changes that no event reports, if there may be any: now, or when the pace
  /// allows it.
  private func beginRound(isForced: Bool) {
    let isWatched = context.isWatched
    let isUnderWay = rereader.isUnderWay
    let isRereadDue = rereader.hasWork(isWatched: isWatched)
    let isSweepDue = isWatched && hasUnreadFrames
    let isCheckDue = isWatched && isCacheCheckPending && consecutiveChecks < Self.maxConsecutiveChecks
    // The frames are read before a pass ends, which takes a minute in a large application.
    guard isSweepDue || !isUnderWay && (isRereadDue || isCheckDue) else { return }
    let now = MonotonicTime.now()
    var wait = pacing.remainingWait(isWatched: isWatched, at: now)
    if rereader.mayResolveProblems { wait = min(wait, Self.problemCheckPause) }
    if isSweepDue { wait = max(wait, fullSweepWait(at: now)) }
    guard wait <= .zero else {
      roundTimer?.cancel()
      roundTimer = context.loop.schedule(after: wait) { [weak self] in
        guard let self else { return }
        roundTimer = nil
        requestRound()
      }
      return
    }
    if isSweepDue { readAllFrames() }
    guard !isUnderWay else { return }
    pacing.beginRound(isWatched: isWatched, at: now)
    echoRounds += 1
    focus.recheck()
    if isCheckDue { scheduleCacheCheck() }
    rereader.resume(isForced: isForced)
  }

  /// How long to wait until the frames of all elements may be read again.
  private func fullSweepWait(at now: MonotonicTime) -> Duration {
    lastFullSweep.map { fullSweepPause - now.since($0) } ?? .zero
  }

  /// Reads the frames of all elements: not all toolkits report moves.
  private func readAllFrames() {
    hasUnreadFrames = false
    lastFullSweep = .now()
    var count = 0
    for object in root.subtree
    where object.known.contains(.frame) && object.facts.interfaces.contains(.component) {
      reads.mark(object, .frame, object.isShowing ? .visible : .normal)
      count += 1
      if object.peer.dialect.omitsChangeEvents {
        let wanted: ObjectProperties = object.isShowing ? [.properties, .states] : .states
        reads.mark(object, wanted, object.isShowing ? .visible : .normal)
        count += object.isShowing ? 5 : 1
      }
      // Scroll positions and progress often change without an event, too.
      if object.range != nil { reads.mark(object, .value, .normal) }
    }
    for list in listsOnScreen { reads.mark(list, .children, .visible) }
    fullSweepPause = max(.seconds(1), Self.callCost * count * 20)
  }

  private func scheduleCacheCheck() {
    guard cacheCheckTimer == nil else { return }
    isCacheCheckPending = false
    consecutiveChecks += 1
    let pause = max(Self.cacheCheckPause, cacheCheckCost * 100)
    let elapsed = lastCacheCheck.map { MonotonicTime.now().since($0) } ?? pause
    cacheCheckTimer = context.loop.schedule(after: max(.milliseconds(200), pause - elapsed)) {
      [weak self] in self?.checkCache()
    }
  }

  /// Handles that a check found differences: the reads that repair them may reveal more.
  private func repeatCacheCheck() {
    lastActivity = .now()
    hasUnreadFrames = true
    isCacheCheckPending = true
    requestRound()
  }

  /// Has another round begin when the application is at rest.
  func requestRound() {
    if quietTimer == nil { scheduleQuietCheck(after: Self.quietPeriod) }
  }

  private func checkCache() {
    cacheCheckTimer = nil
    guard !isClosed else { return }
    lastCacheCheck = .now()
    let start = MonotonicTime.now()
    compareWithCache { [weak self] found in
      guard let self, !isClosed else { return }
      cacheCheckCost = MonotonicTime.now().since(start)
      if found > 0 { repeatCacheCheck() }
    }
  }

  /// Looks for new children of an object: GTK 3 and 4 do not report children before they were first read.
  private func checkChildren(_ object: MirroredObject) {
    guard object.canGainChildren else { return }
    // GTK 4 may replace one child by another; elsewhere the number of children is enough.
    let reportsChildren = !object.peer.dialect.omitsShowEvents
    reads.mark(object, reportsChildren ? .properties : .children, .high)
  }
}

/// The state that `ActivityMonitor` needs from its owner.
protocol ActivityHost: AnyObject {
  /// Whether reads that an event or an action made necessary are under way.
  var isReading: Bool { get }
}

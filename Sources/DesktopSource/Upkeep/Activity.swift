internal import AccessibilityTree
internal import BridgeTransport

/// Schedules the reads that follow some time after an application was active: of changes that no event reports,
/// at a bounded rate, and never while nothing happens.
final class Activity: StructurePart {
  let structure: StructureReader
  let sweep: ScreenSweep
  let focus: FocusTracker
  let rereading: Rereading
  weak var host: (any ActivityHost)?
  var echoes = Echoes()

  struct Kinds: OptionSet {
    let rawValue: UInt8
    /// Elements may have moved.
    static let layout = Kinds(rawValue: 1)
    /// Anything may have changed.
    static let content = Kinds(rawValue: 2)
    static let all: Kinds = [.layout, .content]
  }

  private var sweepTimer: Timer?
  private var restTimer: Timer?
  private var checkTimer: Timer?
  private var lastSweep: MonotonicTime?
  private var lastCheck: MonotonicTime?
  private var lastNote: MonotonicTime?
  private var pause = Duration.milliseconds(300)
  private var checkCost = Duration.milliseconds(5)
  private var checksInARow = 0
  private var wantsLayout = false
  /// The number of rounds, and of reads of what is on screen, since the last event that was no echo.
  private var echoRests = 0
  private var echoSweeps = 0
  /// Elements that moved according to events, so that their frames are to be read.
  private var moved: [MirroredObject] = []
  private var movedSeen: Set<ElementID> = []
  private var movedTimer: Timer?
  private var lastMoved: MonotonicTime?
  /// Elements that a client looked at: when their frames were read because of that, and whether the answer has
  /// come.
  private var looks: [ElementID: (asked: MonotonicTime, isAnswered: Bool)] = [:]
  /// Elements whose actions may have changed: a text offers to copy while something is selected.
  private var suspects: [ElementID: MirroredObject] = [:]
  /// The number of pending reads of what a delayed action causes.
  var followUps = 0
  /// Decides when changes that no event reports are looked for.
  var pace = RereadingPace()
  private var paceTimer: Timer?
  /// The closures to run when the application is quiet.
  private var quietActions: [() -> Void] = []

  /// The shortest time between two rounds that read elements which moved. What such a round may cost is bounded by
  /// the calls that the application keeps up with.
  private static let movePause = Duration.milliseconds(48)
  /// The shortest time between two reads of one element because clients look at it.
  static let lookPause = Duration.milliseconds(500)
  /// The maximum number of elements that are read within `lookPause` because clients look at them.
  static let maxLooks = 64
  /// The estimated time that a call costs this process and the application together, from which rates are
  /// computed.
  static let callCost = Duration.microseconds(50)
  /// An application that was not active for this long is at rest.
  static let rest = Duration.milliseconds(600)
  /// An application that is never at rest, such as an animated one, is treated as if it were after this time.
  static let maxWait = Duration.seconds(4)
  static let checkPause = Duration.seconds(1)
  /// The maximum pause between rounds that may find that complaints about the application no longer hold.
  static let healingPause = Duration.seconds(2)
  /// The maximum number of consecutive checks that each follow because the last one found something, without an
  /// event between. Some caches disagree with their objects.
  static let maxChecks = 3
  /// The maximum numbers of rounds, and of reads of what is on screen, that follow from echoes alone.
  static let maxEchoRests = 4
  static let maxEchoSweeps = 32

  init(_ sweep: ScreenSweep) {
    structure = sweep.structure
    self.sweep = sweep
    focus = FocusTracker(structure)
    rereading = Rereading(structure)
    rereading.activity = self
  }

  func cancel() {
    for timer in [sweepTimer, restTimer, checkTimer, movedTimer, paceTimer] { timer?.cancel() }
    quietActions = []
    moved = []
    suspects = [:]
    looks = [:]
    rereading.cancel()
  }

  /// Has the actions of an object read again when the application is at rest: no event reports their changes.
  func suspectActions(of object: MirroredObject) {
    if object.facts.interfaces.contains(.action) { suspects[object.id] = object }
  }

  /// Handles the end of loading: looks once more for elements that moved meanwhile.
  func loaded() {
    lastNote = .now()
    isUnswept = true
    isCheckOwed = true
    if restTimer == nil { scheduleRest(after: Self.rest) }
  }

  /// Records activity of the application.
  ///
  /// - Parameter isNews: Whether the event was not one that is known to come without other changes
  ///   (`RereadingPace.hear`).
  func note(_ kinds: Kinds, isNews: Bool = true) {
    guard !isClosed else { return }
    if echoes.isEcho {
      guard echoRests < Self.maxEchoRests else { return }
      rereading.heard()
    } else if !isNews {
      rereading.heard()
    } else {
      echoRests = 0
      echoSweeps = 0
      checksInARow = 0
      rereading.interrupt()
    }
    lastNote = .now()
    isUnswept = true
    isCheckOwed = true
    // While no client watches, the next round finds what moved.
    let isSeen = context.isWatched && isNews
    if kinds.contains(.layout), isSeen, admitsSweep() { wantsLayout = true }
    if wantsLayout, sweepTimer == nil, isComplete {
      let elapsed = lastSweep.map { MonotonicTime.now().since($0) } ?? pause
      let wait = max(.milliseconds(30), pause - elapsed)
      sweepTimer = context.loop.schedule(after: wait) { [weak self] in self?.sweepScreen() }
    }
    if restTimer == nil { scheduleRest(after: Self.rest) }
  }

  /// Whether an event may cause a read of what is on screen. Limited for events that may be echoes.
  func admitsSweep() -> Bool {
    guard echoes.isEcho else { return true }
    echoSweeps += 1
    return echoSweeps <= Self.maxEchoSweeps
  }

  // MARK: Frames

  /// Handles an event that an element moved.
  func move(_ object: MirroredObject) {
    guard object.known.contains(.frame), movedSeen.insert(object.id).inserted else { return }
    moved.append(object)
    guard movedTimer == nil else { return }
    let elapsed = lastMoved.map { MonotonicTime.now().since($0) } ?? Self.movePause
    movedTimer = context.loop.schedule(after: max(.milliseconds(5), Self.movePause - elapsed)) {
      [weak self] in self?.readMoved()
    }
  }

  private func readMoved() {
    movedTimer = nil
    guard !isClosed else { return }
    lastMoved = .now()
    for object in moved {
      reads.mark(object, .frame, .visible)
      // An element that grew or shrank may show or hide something, in itself or beside it.
      lookInto(object)
      if let parent = object.parent { lookInto(parent) }
    }
    moved = []
    movedSeen = []
  }

  /// Has the frame and states of an element read again because a client looks at it: there may be no event when
  /// it moves.
  func look(at object: MirroredObject) {
    guard isComplete, !isClosed, object.stage == .shown,
      object.known.contains(.frame), object.facts.interfaces.contains(.component)
    else { return }
    let now = MonotonicTime.now()
    if let last = looks[object.id], now.since(last.asked) < Self.lookPause { return }
    if looks.count >= Self.maxLooks {
      looks = looks.filter { now.since($0.value.asked) < Self.lookPause }
      guard looks.count < Self.maxLooks else { return }
    }
    looks[object.id] = (now, false)
    reads.mark(object, [.frame, .states], .visible)
  }

  /// Records that the frame of an element was read.
  ///
  /// - Returns: Whether a client's look at the element caused the read.
  func endLook(at object: MirroredObject) -> Bool {
    guard looks[object.id]?.isAnswered == false else { return false }
    looks[object.id]?.isAnswered = true
    return true
  }

  /// Records that an element was found to have moved, in an application that does not report moves.
  ///
  /// - Parameter isSurprise: Whether nothing was known that might have moved it.
  func foundMoved(isSurprise: Bool) {
    rereading.moved()
    guard isSurprise, context.isWatched else { return }
    // Other elements probably moved with it.
    isUnswept = true
    rereading.heard()
    pace.audienceCame()
    requestCheck()
  }

  /// Reads the frames of what is on screen.
  private func sweepScreen() {
    sweepTimer = nil
    guard !isClosed else { return }
    wantsLayout = false
    lastSweep = .now()
    var count = 0
    for object in root.subtree
    where object.isShowing && object.known.contains(.frame)
      && object.facts.interfaces.contains(.component)
    {
      reads.mark(object, .frame, .visible)
      count += 1
    }
    pause = max(.milliseconds(200), Self.callCost * count * 50)
  }

  /// Whether the application was active since all frames were read, and since the cache was compared.
  private var isUnswept = false
  private var isCheckOwed = false
  private var lastRestSweep: MonotonicTime?
  private var restPause = Duration.seconds(1)
  /// Since when the application has been found not to be at rest.
  private var restlessSince: MonotonicTime?

  // MARK: Rest

  /// Runs `body` now if the application is at rest, else as soon as it is, or after `maxWait` if it never is.
  func whenRested(_ body: @escaping () -> Void) {
    let quiet = lastNote.map { MonotonicTime.now().since($0) } ?? Self.rest
    if quiet >= Self.rest { body() } else { whenQuiet(body) }
  }

  func whenQuiet(_ body: @escaping () -> Void) {
    quietActions.append(body)
    if restTimer == nil { scheduleRest(after: Self.rest) }
  }

  private func scheduleRest(after wait: Duration) {
    restTimer = context.loop.schedule(after: wait) { [weak self] in self?.lookForRest() }
  }

  private func lookForRest() {
    restTimer = nil
    guard !isClosed else { return }
    let now = MonotonicTime.now()
    let quiet = lastNote.map { now.since($0) } ?? Self.rest
    let isRestless = quiet < Self.rest || host?.isReading == true || sweepTimer != nil
    if isRestless, restlessSince == nil { restlessSince = now }
    let isForced = restlessSince.map { now.since($0) >= Self.maxWait } ?? false
    if isRestless && !isForced || !isComplete {
      let wait = max(.milliseconds(100), Self.rest - quiet)
      return scheduleRest(after: wait)
    }
    restlessSince = nil
    let actions = quietActions
    quietActions = []
    for action in actions { action() }
    for object in suspects.values where object.stage == .shown {
      reads.mark(object, .actions, .visible)
    }
    suspects = [:]
    if rereading.isUnderWay {
      rereading.resume(isForced: isForced)
    }
    beginRound(isForced: isForced)
  }

  /// Handles that a client begins to watch: begins the reads that were postponed.
  func audienceCame() {
    pace.audienceCame()
    if isComplete, !isClosed { beginRound(isForced: true) }
  }

  /// Records that everything was read by calls for each object, beginning at `time`.
  func wasRead(since time: MonotonicTime) {
    if let lastNote, lastNote > time { return }
    isUnswept = false
    isCheckOwed = false
  }

  /// Begins a round of reads for changes that no event reports, if there may be any: now, or when the pace
  /// allows it.
  private func beginRound(isForced: Bool) {
    let isWatched = context.isWatched
    let isUnderWay = rereading.isUnderWay
    let isOwed = rereading.hasWork(isWatched: isWatched)
    let isSweepOwed = isWatched && isUnswept
    let isCheckDue = isWatched && isCheckOwed && checksInARow < Self.maxChecks
    // The frames are read before a pass ends, which takes a minute in a large application.
    guard isSweepOwed || !isUnderWay && (isOwed || isCheckDue) else { return }
    let now = MonotonicTime.now()
    var wait = pace.wait(isWatched: isWatched, at: now)
    if rereading.mayHeal { wait = min(wait, Self.healingPause) }
    if isSweepOwed { wait = max(wait, sweepWait(at: now)) }
    guard wait <= .zero else {
      paceTimer?.cancel()
      paceTimer = context.loop.schedule(after: wait) { [weak self] in
        guard let self else { return }
        paceTimer = nil
        requestCheck()
      }
      return
    }
    if isSweepOwed { sweepAll() }
    guard !isUnderWay else { return }
    pace.begin(isWatched: isWatched, at: now)
    echoRests += 1
    focus.recheck()
    if isCheckDue { scheduleCheck() }
    rereading.resume(isForced: isForced)
  }

  /// How long to wait until the frames of all elements may be read again.
  private func sweepWait(at now: MonotonicTime) -> Duration {
    lastRestSweep.map { restPause - now.since($0) } ?? .zero
  }

  /// Reads the frames of all elements: not all toolkits report moves.
  private func sweepAll() {
    isUnswept = false
    lastRestSweep = .now()
    var count = 0
    for object in root.subtree
    where object.known.contains(.frame) && object.facts.interfaces.contains(.component) {
      reads.mark(object, .frame, object.isShowing ? .visible : .rest)
      count += 1
      if object.peer.dialect.saysLittle {
        let wanted: ObjectProperties = object.isShowing ? [.properties, .states] : .states
        reads.mark(object, wanted, object.isShowing ? .visible : .rest)
        count += object.isShowing ? 5 : 1
      }
      // Scroll positions and progress often change without an event, too.
      if object.range != nil { reads.mark(object, .value, .rest) }
    }
    for list in listsOnScreen { reads.mark(list, .children, .visible) }
    restPause = max(.seconds(1), Self.callCost * count * 20)
  }

  private func scheduleCheck() {
    guard checkTimer == nil else { return }
    isCheckOwed = false
    checksInARow += 1
    let pause = max(Self.checkPause, checkCost * 100)
    let elapsed = lastCheck.map { MonotonicTime.now().since($0) } ?? pause
    checkTimer = context.loop.schedule(after: max(.milliseconds(200), pause - elapsed)) {
      [weak self] in self?.check()
    }
  }

  /// Handles that a check found differences: the reads that repair them may reveal more.
  private func checkAgain() {
    lastNote = .now()
    isUnswept = true
    isCheckOwed = true
    requestCheck()
  }

  /// Has another round begin when the application is at rest.
  func requestCheck() {
    if restTimer == nil { scheduleRest(after: Self.rest) }
  }

  private func check() {
    checkTimer = nil
    guard !isClosed else { return }
    lastCheck = .now()
    let start = MonotonicTime.now()
    checkItself { [weak self] found in
      guard let self, !isClosed else { return }
      checkCost = MonotonicTime.now().since(start)
      if found > 0 { checkAgain() }
    }
  }

  /// Looks for new children of an object: GTK 3 and 4 do not report children before they were first read.
  private func lookInto(_ object: MirroredObject) {
    guard object.mayShowSomething else { return }
    // GTK 4 may replace one child by another; elsewhere the number of children is enough.
    let isTold = !object.peer.dialect.showsSilently
    reads.mark(object, isTold ? .properties : .children, .first)
  }
}

/// The state that `Activity` needs from its owner.
protocol ActivityHost: AnyObject {
  /// Whether reads that an event or an action made necessary are under way.
  var isReading: Bool { get }
}

internal import AccessibilityTree
internal import BridgeTransport

/// What follows from an application being active, some time later: what no event tells is read
/// again, at a bounded rate, and never while nothing happens.
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
  /// How often it came to rest, and what was on screen was read, since it last spoke unasked.
  private var echoRests = 0
  private var echoSweeps = 0
  /// Elements whose frames are to be read, by events that said so.
  private var moved: [MirroredObject] = []
  private var movedSeen: Set<ElementID> = []
  private var movedTimer: Timer?
  private var lastMoved: MonotonicTime?
  /// Elements that somebody looked at: when they were asked because of that, and whether they answered.
  private var looks: [ElementID: (asked: MonotonicTime, isAnswered: Bool)] = [:]
  /// What may offer other actions than before: a text offers to copy while something is selected.
  private var suspects: [ElementID: MirroredObject] = [:]
  /// Looks that are still to be taken at what a late action brings about.
  var followUps = 0
  /// When what no event tells is read again.
  var pace = RereadingPace()
  private var paceTimer: Timer?
  /// What waits for the application to be quiet.
  private var quietActions: [() -> Void] = []

  /// An element that is looked at again and again is asked after such pauses.
  static let lookPause = Duration.milliseconds(500)
  /// Elements that are asked in that time because somebody looks at them.
  static let maxLooks = 64
  /// What a call costs this process and the application together, for rates.
  static let callCost = Duration.microseconds(50)
  /// After so much quiet the application is at rest.
  static let rest = Duration.milliseconds(600)
  /// An application that is never at rest, such as an animated one, is treated so after this.
  static let maxWait = Duration.seconds(4)
  static let checkPause = Duration.seconds(1)
  /// Between rounds that may find a broken application mended.
  static let healingPause = Duration.seconds(2)
  /// Checks that follow each other because each found something, while the application said nothing:
  /// some caches say what their objects do not.
  static let maxChecks = 3
  /// What follows from echoes alone.
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

  /// No event tells of actions: they are read again when the application is at rest.
  func suspectActions(of object: MirroredObject) {
    if object.facts.interfaces.contains(.action) { suspects[object.id] = object }
  }

  /// The application has been read. What moved while it was is looked for once more.
  func loaded() {
    lastNote = .now()
    isUnswept = true
    isCheckOwed = true
    if restTimer == nil { scheduleRest(after: Self.rest) }
  }

  /// Something happened in the application, which was to be expected (`isNews` is not set) or not.
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
    // While nobody watches the next round finds what moved.
    let isSeen = context.isWatched && isNews
    if kinds.contains(.layout), isSeen, admitsSweep() { wantsLayout = true }
    if wantsLayout, sweepTimer == nil, isComplete {
      let elapsed = lastSweep.map { MonotonicTime.now().since($0) } ?? pause
      let wait = max(.milliseconds(30), pause - elapsed)
      sweepTimer = context.loop.schedule(after: wait) { [weak self] in self?.sweepScreen() }
    }
    if restTimer == nil { scheduleRest(after: Self.rest) }
  }

  /// Whether an event may have what is on screen read again: not for ever when it may be an echo.
  func admitsSweep() -> Bool {
    guard echoes.isEcho else { return true }
    echoSweeps += 1
    return echoSweeps <= Self.maxEchoSweeps
  }

  // MARK: Frames

  /// An event says that an element moved.
  func move(_ object: MirroredObject) {
    guard object.known.contains(.frame), movedSeen.insert(object.id).inserted else { return }
    moved.append(object)
    guard movedTimer == nil else { return }
    // A few at once are read at once; storms cost a fiftieth of the time.
    let cost = Self.callCost * min(2000, moved.count * 3 + 16) * 50
    let elapsed = lastMoved.map { MonotonicTime.now().since($0) } ?? cost
    movedTimer = context.loop.schedule(after: max(.milliseconds(5), cost - elapsed)) {
      [weak self] in self?.readMoved()
    }
  }

  private func readMoved() {
    movedTimer = nil
    guard !isClosed else { return }
    lastMoved = .now()
    for object in moved {
      reads.mark(object, .frame, .visible)
      // What grows or shrinks did so for what is shown or hidden in it, or beside it.
      lookInto(object)
      if let parent = object.parent { lookInto(parent) }
    }
    moved = []
    movedSeen = []
  }

  /// Somebody looks at an element: whether it is where it was is asked again, as nobody may tell.
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

  /// An element said where it is; returns whether it was asked because somebody looked at it.
  func endLook(at object: MirroredObject) -> Bool {
    guard looks[object.id]?.isAnswered == false else { return false }
    looks[object.id]?.isAnswered = true
    return true
  }

  /// An element was found in another place than it was, and its application does not tell what moves.
  ///
  /// - Parameter isSurprise: Nothing was known that might have moved it.
  func foundMoved(isSurprise: Bool) {
    rereading.moved()
    guard isSurprise, context.isWatched else { return }
    // What moved it moved others with it.
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

  /// Something happened since all frames were read, and since the cache was compared.
  private var isUnswept = false
  private var isCheckOwed = false
  private var lastRestSweep: MonotonicTime?
  private var restPause = Duration.seconds(1)
  /// Since when the application has been looked at in vain.
  private var restlessSince: MonotonicTime?

  // MARK: Rest

  /// Runs `body` now when the application is at rest, else as soon as it is, or never will be.
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

  /// Somebody watches from now on: what was put off is read.
  func audienceCame() {
    pace.audienceCame()
    if isComplete, !isClosed { beginRound(isForced: true) }
  }

  /// All was read, call by call, from `time` on.
  func wasRead(since time: MonotonicTime) {
    if let lastNote, lastNote > time { return }
    isUnswept = false
    isCheckOwed = false
  }

  /// Reads what no event tells, as far as anything is owed, now or when the pace allows it.
  private func beginRound(isForced: Bool) {
    let isWatched = context.isWatched
    let isUnderWay = rereading.isUnderWay
    let isOwed = rereading.hasWork(isWatched: isWatched)
    let isSweepOwed = isWatched && isUnswept
    let isCheckDue = isWatched && isCheckOwed && checksInARow < Self.maxChecks
    // Frames do not wait for a pass to end, which takes a minute in a large application.
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

  /// How long the frames of everything must not be read yet.
  private func sweepWait(at now: MonotonicTime) -> Duration {
    lastRestSweep.map { restPause - now.since($0) } ?? .zero
  }

  /// Reads the frames of everything, as not all toolkits tell of moves.
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
      // How far one can scroll, and how far along a process is, is often not told either.
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

  /// A check found something: what repairs it may show more.
  private func checkAgain() {
    lastNote = .now()
    isUnswept = true
    isCheckOwed = true
    requestCheck()
  }

  /// Has the application looked at again when it is at rest.
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

  /// Looks for new children: GTK 3 and 4 do not tell of those that nobody asked for yet.
  private func lookInto(_ object: MirroredObject) {
    guard object.mayShowSomething else { return }
    // GTK 4 may put one in the place of another; elsewhere the number of children says enough.
    let isTold = !object.peer.dialect.showsSilently
    reads.mark(object, isTold ? .properties : .children, .first)
  }
}

/// What an application's activity is judged by, beside what is known here.
protocol ActivityHost: AnyObject {
  /// Whether something is being read that an event or an action made necessary.
  var isReading: Bool { get }
}

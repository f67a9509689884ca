internal import AccessibilityTree
internal import BridgeTransport

/// Schedules the reads that follow some time after an application was active: of changes that no event reports,
/// at a bounded rate, and never while nothing happens.
final class ActivityMonitor: StructurePart {
  let structure: StructureReader
  let sweep: ScreenSweep
  let focus: FocusTracker
  let rereader: Rereader
  let frames: FrameRefresher
  let windows: WindowRefresher
  let quiet: QuietDetector
  let cacheCheck: CacheCheck
  let scrolled: ScrolledContent
  let pageMoves: PageMoves
  var echoes = EchoFilter()
  /// Decides when changes that no event reports are looked for.
  var pacing = RereadPacing()

  struct Kinds: OptionSet {
    let rawValue: UInt8
    /// Elements may have moved.
    static let layout = Kinds(rawValue: 1)
    /// Anything may have changed.
    static let content = Kinds(rawValue: 2)
    static let all: Kinds = [.layout, .content]
  }

  private var roundTimer: Timer?
  /// Whether the application was active since all frames were read.
  private var hasUnreadFrames = false
  /// The number of rounds, and of reads of what is on screen, since the last event that was no echo.
  private var echoRounds = 0
  private var echoSweeps = 0
  /// Elements whose actions may have changed: a text offers to copy while something is selected.
  private var suspectedActions: [ElementID: MirroredObject] = [:]
  /// The number of pending reads of what a delayed action causes.
  var pendingFollowUps = 0

  /// The maximum pause between rounds that may find that problems of the application no longer exist.
  static let problemCheckPause = Duration.seconds(2)
  /// The maximum numbers of rounds, and of reads of what is on screen, that follow from echoes alone.
  static let maxEchoRounds = 4
  static let maxEchoSweeps = 32

  init(_ sweep: ScreenSweep) {
    structure = sweep.structure
    self.sweep = sweep
    focus = FocusTracker(structure)
    rereader = Rereader(structure)
    frames = FrameRefresher(structure)
    windows = WindowRefresher(structure)
    quiet = QuietDetector(frames)
    cacheCheck = CacheCheck(quiet)
    scrolled = ScrolledContent(structure)
    pageMoves = PageMoves(structure, scrolled)
    rereader.activity = self
    quiet.onQuiet = { [weak self] in self?.applicationBecameQuiet(isForced: $0) }
    // The reads that repair the differences may reveal more.
    cacheCheck.onDifferences = { [weak self] in self?.markOutdated() }
  }

  func cancel() {
    roundTimer?.cancel()
    frames.cancel()
    windows.cancel()
    scrolled.cancel()
    pageMoves.cancel()
    quiet.cancel()
    cacheCheck.cancel()
    suspectedActions = [:]
    rereader.cancel()
  }

  /// Has the actions of an object read again when the application is quiet: no event reports their changes.
  func rereadActions(of object: MirroredObject) {
    if object.facts.interfaces.contains(.action) { suspectedActions[object.id] = object }
  }

  /// Has everything that no event reports read when the application is quiet: it may have changed since it was
  /// read.
  func markOutdated() {
    hasUnreadFrames = true
    cacheCheck.isPending = true
    quiet.recordActivity()
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
      cacheCheck.resetLimit()
      rereader.interrupt()
    }
    // While no client watches, the next round finds what moved.
    if kinds.contains(.layout), context.isWatched, isUnusual, registerSweep() {
      frames.requestShownRead()
    }
    frames.scheduleShownRead()
    markOutdated()
  }

  /// Counts an event that causes a read of what is on screen, and returns whether it may. Limited for events that
  /// may be echoes.
  func registerSweep() -> Bool {
    guard echoes.isEcho else { return true }
    echoSweeps += 1
    return echoSweeps <= Self.maxEchoSweeps
  }

  /// Records that an element was found to have moved, in an application that does not report moves.
  ///
  /// - Parameter isUnexpected: Whether nothing was known that might have moved it.
  func didFindMove(isUnexpected: Bool) {
    rereader.recordMove()
    pageMoves.didFindMove()
    guard isUnexpected, context.isWatched else { return }
    // Other elements probably moved with it.
    hasUnreadFrames = true
    rereader.markDue()
    pacing.didStartWatching()
    requestRound()
  }

  /// Handles that a client begins to watch: begins the reads that were postponed.
  func didStartWatching() {
    pacing.didStartWatching()
    if isComplete, !isClosed { beginRound(isForced: true) }
  }

  /// Records that everything was read by calls for each object, beginning at `time`.
  func didReadAll(since time: MonotonicTime) {
    if let lastActivity = quiet.lastActivity, lastActivity > time { return }
    hasUnreadFrames = false
    cacheCheck.isPending = false
  }

  // MARK: Rounds

  /// Has another round begin when the application is quiet.
  func requestRound() { quiet.scheduleCheck() }

  private func applicationBecameQuiet(isForced: Bool) {
    for object in suspectedActions.values where object.stage == .shown {
      reads.mark(object, .actions, .visible)
    }
    suspectedActions = [:]
    readTitles()
    if rereader.isUnderWay { rereader.resume(isForced: isForced) }
    beginRound(isForced: isForced)
  }

  /// Begins a round of reads for changes that no event reports, if there may be any: now, or when the pacing
  /// allows it.
  private func beginRound(isForced: Bool) {
    let isWatched = context.isWatched
    let isUnderWay = rereader.isUnderWay
    let isRereadDue = rereader.hasWork(isWatched: isWatched)
    let isFrameReadDue = isWatched && hasUnreadFrames
    let isCheckDue = isWatched && cacheCheck.isDue
    // The frames are read before a pass ends, which takes a minute in a large application.
    guard isFrameReadDue || !isUnderWay && (isRereadDue || isCheckDue) else { return }
    let now = MonotonicTime.now()
    var wait = pacing.remainingWait(isWatched: isWatched, at: now)
    if rereader.mayResolveProblems { wait = min(wait, Self.problemCheckPause) }
    if isFrameReadDue { wait = max(wait, frames.remainingWait(at: now)) }
    guard wait <= .zero else {
      roundTimer?.cancel()
      roundTimer = context.loop.schedule(after: wait) { [weak self] in self?.requestRound() }
      return
    }
    if isFrameReadDue {
      hasUnreadFrames = false
      frames.readAll()
    }
    guard !isUnderWay else { return }
    pacing.beginRound(isWatched: isWatched, at: now)
    echoRounds += 1
    focus.recheck()
    if isCheckDue { cacheCheck.schedule() }
    rereader.resume(isForced: isForced)
  }
}

internal import AccessibilityTree
internal import BridgeTransport

/// Reads the children of an application's containers, for toolkits that do not report when something is shown.
///
/// GTK 4 reports a new child only if children were read there before: elements that are new, or shown for the
/// first time, come without an event. So all containers are read: after an action, after events that may come
/// with a change of what is shown, and repeatedly while a client watches, for at most a twentieth of the
/// application's time. Differences are applied at once. While no client watches and nothing happens, no calls
/// are made.
///
/// Others add or remove children without an event: Qt, and each application in which a second reading found
/// children that no event had reported (Java's pop-up menus). Their containers are asked for the number of
/// their children, while a client watches.
final class ScreenSweep: StructurePart {
  let structure: StructureReader
  private var timer: Timer?
  /// Whether a client waits for what an action shows.
  private var isForAction = false
  /// Whether a client waits for what an action shows, or pages are being replaced by others: both count as
  /// reading.
  var isAwaited: Bool { isForAction || pageTransitions.isUnderWay || rowChecks.isAwaited }
  private(set) lazy var pageTransitions = PageTransitions(self)
  private(set) lazy var rowChecks = RowChecks(self)
  /// Whether something happened that requires a sweep.
  private var isDue = false
  private var isRunning = false
  private var pending: [MirroredObject] = []
  private var inFlight = 0
  private var startTime = MonotonicTime.now()
  private var endTime: MonotonicTime?
  /// When the last action took place.
  private var lastAction: MonotonicTime?
  /// The duration of the shorter of the last two sweeps: one that took longer because the machine or the
  /// application was busy for a moment is no measure.
  private var cost = Duration.zero
  private var lastDuration: Duration?
  /// The callers that wait for a sweep.
  private var waiters = WaitingCallers()
  /// Called at the end of each sweep.
  var onEnd: (() -> Void)?

  /// The maximum number of containers that are read at once.
  static let maxInFlight = 16
  /// Sweeps may use one part in `timeDivisor` of the application's time.
  static let timeDivisor = 20
  /// The shortest time between two sweeps.
  static let minPause = Duration.milliseconds(100)
  /// The longest: on a busy machine a sweep takes much more than the application's time.
  private static let maxPause = Duration.seconds(8)
  /// How long after an action the sweeps that events require begin after the shortest pause.
  static let actionPeriod = Duration.milliseconds(1500)
  /// The number of containers from which on a sweep takes in no further levels and windows. Containers beyond
  /// are not swept.
  static let maxContainers = 4000

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    pending = []
    onEnd = nil
    pageTransitions.cancel()
    rowChecks.cancel()
    finishWaiters()
  }

  /// Whether sweeps can find anything: the toolkit shows or changes elements without events, and the
  /// application is loaded and responds.
  private var isNeeded: Bool {
    (dialect.omitsShowEvents || dialect.omitsChangeEvents || hasUnreportedChanges) && isComplete
      && !isClosed && !health.isSuspended
  }

  /// Whether children were found that no event had reported.
  private var hasUnreportedChanges = false

  func recordUnreportedChange() {
    guard !hasUnreportedChanges else { return }
    hasUnreportedChanges = true
    schedule()
  }

  private var dialect: AtspiDialect { peer.dialect }

  /// Requests a sweep because a client watches from now on, or because something may have been shown.
  func request() {
    isDue = true
    if isAfterAction {
      timer?.cancel()
      timer = nil
    }
    schedule()
  }

  /// Whether an action took place within the time `actionPeriod`.
  var isAfterAction: Bool {
    lastAction.map { MonotonicTime.now().since($0) < Self.actionPeriod } == true
  }

  /// Calls `done` when a sweep that begins from now on has ended, sooner than otherwise; at once where none would
  /// find anything.
  func catchUp(_ done: @escaping () -> Void) {
    guard isNeeded else { return done() }
    waiters.add(done)
    timer?.cancel()
    timer = nil
    schedule()
  }

  /// Calls back the callers that have waited since `time` or longer.
  private func finishWaiters(since time: MonotonicTime = .now()) {
    for done in waiters.take({ $0 <= time }) { done() }
  }

  /// Begins a sweep at once, with the window of an object that was acted on first.
  func sweep(around object: MirroredObject) {
    guard isNeeded, dialect.omitsShowEvents else { return }
    isForAction = true
    lastAction = .now()
    timer?.cancel()
    timer = nil
    begin(first: object.window)
  }

  private func schedule() {
    guard timer == nil, !isRunning, isNeeded else { return }
    let isRequested = isDue && dialect.omitsShowEvents || !waiters.isEmpty
    guard isRequested || context.isWatched else { return }
    let timeDivisor = waiters.isEmpty ? Self.timeDivisor : Rereader.awaitedTimeDivisor
    let due = min(max(Self.minPause, cost * (timeDivisor - 1)), Self.maxPause)
    let pause = isDue && isAfterAction ? Self.minPause : due
    let elapsed = endTime.map { MonotonicTime.now().since($0) } ?? pause
    timer = context.loop.schedule(after: max(.milliseconds(5), pause - elapsed)) {
      [weak self] in
      guard let self else { return }
      timer = nil
      if isNeeded { begin(first: nil) } else { finishWaiters() }
    }
  }

  private func begin(first: MirroredObject?) {
    isDue = false
    if !isRunning { startTime = .now() }
    isRunning = true
    var windows = root.children
    if let first, let index = windows.firstIndex(where: { $0 === first }) {
      windows.swapAt(0, index)
    }
    // `pending` is in reverse order.
    pending = Array(containers(of: windows).reversed())
    readPlaces(of: windows)
    pump()
  }

  /// Has the places of windows on screen read again, where no event tells that one has another size (Qt).
  private func readPlaces(of windows: [MirroredObject]) {
    guard dialect.omitsChangeEvents else { return }
    for window in windows where window.isShowing && window.known.contains(.frame) {
      reads.mark(window, .frame, .visible)
    }
  }

  /// Returns the containers that may show something new, breadth first in each window: all objects but those
  /// that are leaves by their role.
  private func containers(of windows: [MirroredObject]) -> [MirroredObject] {
    var result: [MirroredObject] = [root]
    for window in windows {
      var level = [window]
      while !level.isEmpty, result.count < Self.maxContainers {
        result += level.filter { $0.canGainChildren }
        // The rows of a Qt tree are read one by one: their number is enough.
        level = level.flatMap { $0.remakesChildren ? [] : $0.children }
      }
    }
    return result
  }

  private func pump() {
    while inFlight < Self.maxInFlight, let object = pending.popLast() {
      guard object.stage == .shown, !object.reading.contains(.children) else { continue }
      readChildren(object)
    }
    if inFlight == 0, pending.isEmpty { end() }
  }

  private func readChildren(_ object: MirroredObject) {
    inFlight += 1
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    calls.lane = isForAction ? .visible : .background
    let reportsChildren = !object.peer.dialect.omitsShowEvents
    if reportsChildren || object.children.count > limits.childrenPerCall {
      readCount(object, calls)
    } else {
      readList(object, calls)
    }
    health.didCall()
  }

  /// Reads the number of an object's children, and the children only if it changed. For long lists, which take
  /// an application long to return, and for toolkits that report most changes of children.
  private func readCount(_ object: MirroredObject, _ calls: ObjectCalls) {
    calls.childCount { [weak self, weak object] result in
      guard let self else { return }
      inFlight -= 1
      if case .success(let count) = result, let object, object.stage == .shown,
        object.claimedChildren != count
      {
        reads.mark(object, [.properties, .children], .visible)
      }
      pump()
    }
  }

  private func readList(_ object: MirroredObject, _ calls: ObjectCalls) {
    let count = object.claimedChildren
    calls.children(table.interner, count: count) { [weak self, weak object] result in
      guard let self else { return }
      inFlight -= 1
      if case .success(let list) = result, let object, object.stage == .shown,
        object.children.map(\.reference) != list
      {
        structure.applyChildren(of: object, list)
      }
      if let object, object.stage == .shown { probePages(of: object, calls.lane) }
      pump()
    }
  }

  /// Records whether a page is behind another.
  func setBehind(_ page: MirroredObject, _ isBehind: Bool) {
    guard page.isBehind != isBehind else { return }
    page.isBehind = isBehind
    for object in page.subtree { publisher.touch(object, .all) }
    // While one page replaces another, both are shown.
    if page.parent?.isView != true { request() }
  }

  /// Determines which children of an object are in front.
  private func probePages(of object: MirroredObject, _ lane: CallQueue.Lane) {
    // An answer of a slower probe would undo what a later one found.
    if object.isView { return rowChecks.request(object, isSign: false) }
    let reader = PageReader(self, object, lane) { [weak self] in
      guard let self else { return }
      inFlight -= 1
      pump()
    }
    guard let reader else { return }
    inFlight += 1
    reader.start()
  }

  private func end() {
    guard isRunning else { return }
    isRunning = false
    isForAction = false
    let now = MonotonicTime.now()
    endTime = now
    let duration = now.since(startTime)
    cost = min(duration, lastDuration ?? duration)
    lastDuration = duration
    onEnd?()
    application.schedule()
    finishWaiters(since: startTime)
    schedule()
  }
}

extension MirroredObject {
  /// The window that contains the object, or the object itself.
  var window: MirroredObject {
    var object = self
    while let parent = object.parent, parent.parent != nil { object = parent }
    return object
  }

  /// Whether the object may show children that it did not have before.
  var canGainChildren: Bool {
    // What adds rows to a view tells of itself, but in Qt.
    guard known.contains(.children), !isWindowed || peer.dialect.omitsChangeEvents else {
      return false
    }
    if remakesChildren { return !peer.dialect.omitsShowEvents }
    guard children.isEmpty else { return true }
    // An item of a view of Qt has nothing in it.
    if peer.dialect.omitsChangeEvents, parent?.isView == true { return false }
    switch ElementMapping.role(facts) {
    case .label, .text, .image, .icon, .separator, .slider, .scrollBar, .progressBar, .levelBar,
      .textField, .searchField, .passwordField, .spinButton:
      return false
    default: return true
    }
  }
}

internal import AccessibilityTree
internal import BridgeTransport

/// Asks the containers of an application who their children are, for toolkits that do not tell when
/// something is shown.
///
/// GTK 4 says that a child came only when that child was asked for before: what is new, or shown for
/// the first time, comes without a word. So all containers are asked: after an action and after events that
/// go with a change of what is shown, and again and again while somebody watches, at most a
/// twentieth of the application's time. Differences are taken in at once. While nobody watches and
/// nothing happens nothing is asked.
///
/// Others take children out, or in, without a word: Qt, and each application of which a second reading found
/// children that no event had told of (Java's pop-up menus). Their containers are asked how many
/// they have, while somebody watches.
final class ScreenSweep: StructurePart {
  let structure: StructureReader
  private var timer: Timer?
  /// Somebody waits for what an action shows.
  private var isForAction = false
  /// Somebody waits for what an action shows, or pages give way to others: this counts as reading.
  var isAwaited: Bool { isForAction || turns.isUnderWay }
  private(set) lazy var turns = PageTurns(self)
  /// Something happened that calls for a sweep.
  private var isOwed = false
  private var isRunning = false
  private var pending: [MirroredObject] = []
  private var inFlight = 0
  private var began = MonotonicTime.now()
  private var ended: MonotonicTime?
  /// When something was last acted on.
  private var acted: MonotonicTime?
  /// How long the last sweep took, or the one before where that was shorter: a moment in which the machine
  /// or the application had other things to do is no measure.
  private var cost = Duration.zero
  private var lastDuration: Duration?

  /// Calls in flight at once.
  static let breadth = 16
  /// A sweep may use one part in so many of the time.
  static let share = 20
  /// The shortest time between two sweeps.
  static let shortestPause = Duration.milliseconds(100)
  /// For so long after an action what events call for is swept after the shortest pause.
  static let wake = Duration.milliseconds(1500)
  /// Containers that are asked in one sweep. A larger application is swept in parts.
  static let size = 4000

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    timer?.cancel()
    timer = nil
    pending = []
    turns.cancel()
  }

  /// Whether the toolkit leaves anything to be found this way.
  private var isNeeded: Bool {
    (dialect.showsSilently || dialect.saysLittle || foundSilent) && isComplete
      && !isClosed && !health.isSuspended
  }

  /// Children were found that no event had told of.
  private var foundSilent = false

  func foundSilentChange() {
    guard !foundSilent else { return }
    foundSilent = true
    schedule()
  }

  private var dialect: AtspiDialect { peer.dialect }

  /// Somebody watches from now on, or something happened that may have shown something.
  func request() {
    isOwed = true
    if isInWake {
      timer?.cancel()
      timer = nil
    }
    schedule()
  }

  /// Whether something was acted on a moment ago.
  private var isInWake: Bool { acted.map { MonotonicTime.now().since($0) < Self.wake } == true }

  /// Sweeps at once, beginning with the window of an object that was acted on.
  func sweep(around object: MirroredObject) {
    guard isNeeded, dialect.showsSilently else { return }
    isForAction = true
    acted = .now()
    timer?.cancel()
    timer = nil
    begin(first: object.window)
  }

  private func schedule() {
    guard timer == nil, !isRunning, isNeeded else { return }
    guard isOwed && dialect.showsSilently || context.isWatched else { return }
    let pause =
      isOwed && isInWake ? Self.shortestPause : max(Self.shortestPause, cost * (Self.share - 1))
    let elapsed = ended.map { MonotonicTime.now().since($0) } ?? pause
    timer = context.loop.schedule(after: max(.milliseconds(5), pause - elapsed)) {
      [weak self] in
      guard let self else { return }
      timer = nil
      if isNeeded { begin(first: nil) }
    }
  }

  private func begin(first: MirroredObject?) {
    isOwed = false
    if !isRunning { began = .now() }
    isRunning = true
    var windows = root.children
    if let first, let index = windows.firstIndex(where: { $0 === first }) {
      windows.swapAt(0, index)
    }
    // The last is asked first.
    pending = Array(containers(of: windows).reversed())
    pump()
  }

  /// What may show something new, breadth first in each window: all but what is a leaf by its role.
  private func containers(of windows: [MirroredObject]) -> [MirroredObject] {
    var result: [MirroredObject] = [root]
    for window in windows {
      var level = [window]
      while !level.isEmpty, result.count < Self.size {
        result += level.filter { $0.mayShowSomething }
        // A tree of Qt is asked for its rows one by one: how many there are is enough.
        level = level.flatMap { $0.remakesChildren ? [] : $0.children }
      }
    }
    return result
  }

  private func pump() {
    while inFlight < Self.breadth, let object = pending.popLast() {
      guard object.stage == .shown, !object.reading.contains(.children) else { continue }
      ask(object)
    }
    if inFlight == 0, pending.isEmpty { end() }
  }

  private func ask(_ object: MirroredObject) {
    inFlight += 1
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    calls.lane = isForAction ? .visible : .background
    let isTold = !object.peer.dialect.showsSilently
    if isTold || object.children.count > limits.childrenAtOnce {
      count(object, calls)
    } else {
      list(object, calls)
    }
    health.callsMade()
  }

  /// A long list takes its application long to tell, and others tell of most of their children: they are read
  /// again where the number is another.
  private func count(_ object: MirroredObject, _ calls: ObjectCalls) {
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

  private func list(_ object: MirroredObject, _ calls: ObjectCalls) {
    calls.children(table.interner) { [weak self, weak object] result in
      guard let self else { return }
      inFlight -= 1
      if case .success(let list) = result, let object, object.stage == .shown,
        object.children.map(\.reference) != list
      {
        structure.applyChildren(of: object, list)
      }
      if let object, object.stage == .shown { askPages(of: object, calls.lane) }
      pump()
    }
  }

  /// A page is behind another, or is not.
  func setBehind(_ page: MirroredObject, _ isBehind: Bool) {
    guard page.isBehind != isBehind else { return }
    page.isBehind = isBehind
    for object in page.subtree { publisher.touch(object, .all) }
    // While one page gives way to another both are there.
    request()
  }

  /// Asks which of its children are in front.
  private func askPages(of object: MirroredObject, _ lane: CallQueue.Lane) {
    let reading = PageReading(self, object, lane) { [weak self] in
      guard let self else { return }
      inFlight -= 1
      pump()
    }
    guard let reading else { return }
    inFlight += 1
    reading.start()
  }

  private func end() {
    guard isRunning else { return }
    isRunning = false
    isForAction = false
    let now = MonotonicTime.now()
    ended = now
    let duration = now.since(began)
    cost = min(duration, lastDuration ?? duration)
    lastDuration = duration
    application.schedule()
    schedule()
  }
}

extension MirroredObject {
  /// The window that it stands in, or itself.
  var window: MirroredObject {
    var object = self
    while let parent = object.parent, parent.parent != nil { object = parent }
    return object
  }

  /// Whether something may be shown in it that was not there before.
  var mayShowSomething: Bool {
    guard known.contains(.children), !isWindowed else { return false }
    if remakesChildren { return !peer.dialect.showsSilently }
    guard children.isEmpty else { return true }
    switch ElementMapping.role(facts) {
    case .label, .text, .image, .icon, .separator, .slider, .scrollBar, .progressBar, .levelBar,
      .textField, .searchField, .passwordField, .spinButton:
      return false
    default: return true
    }
  }
}

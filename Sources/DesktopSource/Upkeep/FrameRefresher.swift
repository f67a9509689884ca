internal import AccessibilityTree
internal import BridgeTransport

/// Has frames read again that may have changed: of elements that moved according to events, of elements on screen
/// after a change of the layout, of all elements, and of elements that a client reads.
///
/// The rates are bounded, and computed from the estimated cost of the calls.
final class FrameRefresher: StructurePart {
  let structure: StructureReader

  /// Elements that moved according to events, so that their frames are to be read.
  private var movedObjects: [MirroredObject] = []
  private var movedIDs: Set<ElementID> = []
  private var movedTimer: Timer?
  private var lastMoved: MonotonicTime?

  /// Reads the frames of what is on screen.
  private var shownTimer: Timer?
  private var lastShownRead: MonotonicTime?
  private var shownPause = Duration.milliseconds(300)
  private var isShownReadDue = false
  /// The windows whose frames are being read with those of what is in them.
  private var windowsInRead: Set<ElementID> = []

  private var lastFullRead: MonotonicTime?
  private var fullPause = Duration.seconds(1)

  /// Elements that a client read: when their frames were read because of that, and whether the answer has
  /// come.
  private var clientReads: [ElementID: (asked: MonotonicTime, isAnswered: Bool)] = [:]

  /// The shortest time between two rounds that read elements which moved. What such a round may cost is bounded by
  /// the calls that the application keeps up with.
  private static let movedPause = Duration.milliseconds(48)
  /// The shortest time between two reads of one element because clients read it.
  static let clientReadPause = Duration.milliseconds(500)
  /// The maximum number of elements that are read within `clientReadPause` because clients read them.
  static let maxClientReads = 64
  /// The estimated time that a call costs this process and the application together, from which rates are
  /// computed.
  static let callCost = Duration.microseconds(50)

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    shownTimer?.cancel()
    movedTimer?.cancel()
    movedObjects = []
    clientReads = [:]
    windowsInRead = []
  }

  // MARK: Moved elements

  /// Handles an event that an element moved.
  func didMove(_ object: MirroredObject) {
    guard object.known.contains(.frame), movedIDs.insert(object.id).inserted else { return }
    movedObjects.append(object)
    guard movedTimer == nil else { return }
    let elapsed = lastMoved.map { MonotonicTime.now().since($0) } ?? Self.movedPause
    movedTimer = context.loop.schedule(after: max(.milliseconds(5), Self.movedPause - elapsed)) {
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

  /// Looks for new children of an object: GTK 3 and 4 do not report children before they were first read.
  private func checkChildren(_ object: MirroredObject) {
    guard object.canGainChildren else { return }
    // GTK 4 may replace one child by another; elsewhere the number of children is enough.
    let reportsChildren = !object.peer.dialect.omitsShowEvents
    reads.mark(object, reportsChildren ? .properties : .children, .high)
  }

  // MARK: Elements that clients read

  /// Has the frame and states of an element read again because a client reads it: there may be no event when
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
  /// - Returns: Whether a client's read of the element caused it.
  func recordFrameRead(of object: MirroredObject) -> Bool {
    guard clientReads[object.id]?.isAnswered == false else { return false }
    clientReads[object.id]?.isAnswered = true
    return true
  }

  // MARK: Elements on screen

  /// Whether the frames of what is on screen will be read.
  var isScheduled: Bool { shownTimer != nil }

  /// Has the frames of what is on screen read soon: the layout may have changed.
  func requestShownRead() { isShownReadDue = true }

  /// Schedules a read of what is on screen if one was requested and the application is loaded.
  func scheduleShownRead() {
    guard isShownReadDue, shownTimer == nil, isComplete else { return }
    let elapsed = lastShownRead.map { MonotonicTime.now().since($0) } ?? shownPause
    let wait = max(.milliseconds(30), shownPause - elapsed)
    shownTimer = context.loop.schedule(after: wait) { [weak self] in self?.readShown() }
  }

  private func readShown() {
    shownTimer = nil
    guard !isClosed else { return }
    isShownReadDue = false
    lastShownRead = .now()
    var count = 0
    for object in root.subtree where object.isShowing && object.canRereadFrame {
      reads.mark(object, .frame, .visible)
      if object.parent === root { windowsInRead.insert(object.id) }
      count += 1
    }
    shownPause = max(.milliseconds(200), Self.callCost * count * 50)
  }

  // MARK: Windows

  /// Records that the frame of an object was read; returns whether it is a window that was read with what is in it.
  func recordShownRead(of object: MirroredObject) -> Bool {
    windowsInRead.remove(object.id) != nil
  }

  /// Handles that a window was found to have another size or place: what is in it has as well, which is read while a client watches.
  func windowDidMove() {
    guard context.isWatched else { return }
    requestShownRead()
    scheduleShownRead()
  }

  // MARK: All elements

  /// Returns how long to wait until the frames of all elements may be read again.
  func remainingWait(at now: MonotonicTime) -> Duration {
    lastFullRead.map { fullPause - now.since($0) } ?? .zero
  }

  /// Reads the frames of all elements: not all toolkits report moves.
  func readAll() {
    lastFullRead = .now()
    var count = 0
    for object in root.subtree where object.canRereadFrame || object.mayLoseItsPlace {
      reads.mark(object, .frame, object.isShowing ? .visible : .normal)
      count += 1
      if object.peer.dialect.omitsChangeEvents {
        var wanted: ObjectProperties = object.isShowing ? [.properties, .states] : .states
        if object.mayLoseItsPlace, object.isView || object.frame == nil {
          wanted.insert(.interfaces)
        }
        reads.mark(object, wanted, object.isShowing ? .visible : .normal)
        count += object.isShowing ? 5 : 1
      }
      // Scroll positions and progress often change without an event, too.
      if object.range != nil { reads.mark(object, .value, .normal) }
    }
    for list in listsOnScreen { reads.mark(list, .children, .visible) }
    fullPause = max(.seconds(1), Self.callCost * count * 20)
  }

  /// Lists on screen whose rows may change, at most 64. GTK 4 sends no event when it creates rows, and does not
  /// report that a list is showing.
  var listsOnScreen: [MirroredObject] {
    var lists: [MirroredObject] = []
    for object in root.subtree
    where !object.facts.states.isDisjoint(with: [.showing, .visible]) && !object.isWindowed
      && object.known.contains(.children)
    {
      guard ElementMapping.role(object.facts).holdsItems else { continue }
      lists.append(object)
      if lists.count == 64 { break }
    }
    return lists
  }
}

extension MirroredObject {
  fileprivate var canRereadFrame: Bool {
    known.contains(.frame) && facts.interfaces.contains(.component)
  }
}

internal import AccessibilityTree
internal import BridgeTransport

/// Asks objects what is to be read of them, and keeps what they say.
final class ObjectReader: StructurePart {
  let structure: StructureReader
  let activity: ActivityMonitor
  /// Texts that may be cut.
  var unsettledTexts: [ElementID: UnsettledText] = [:]
  /// When the items of a view were last read again since one of them had another name.
  var itemChecks: [ElementID: MonotonicTime] = [:]
  /// The items that may be other ones, since they became the current one, were selected or are on screen, until their names have been
  /// read.
  var suspectItems: Set<ElementID> = []
  /// When the names of the items on screen are read again at the earliest.
  var nextItemCheck = MonotonicTime.now()

  init(_ activity: ActivityMonitor) {
    structure = activity.structure
    self.activity = activity
  }

  /// The number of objects that are asked in a turn, however old it is.
  private static let minAskedPerTurn = 4

  /// Sends calls for what is to be read, the important first, as long as the application keeps up.
  func sendReads() {
    guard !health.isSuspended else { return }
    structure.startBulkReading()
    var asked = 0
    let isShowingStructure = structure.isFollowingCache
    while let (object, priority) = reads.next(
      skippingHigh: structure.isBulkReading, skippingNormal: isShowingStructure)
    {
      readProperties(object, in: priority)
      asked += 1
      guard asked < Self.minAskedPerTurn || !context.loop.isTurnAwaited else {
        context.loop.schedule(after: .zero) { [weak self] in self?.schedule() }
        return
      }
    }
  }

  private func readProperties(_ object: MirroredObject, in priority: ReadPriority) {
    if structure.hasExpiredPath(object) { return renewThenRead(object, priority) }
    let wanted = reads.takeProperties(of: object, in: priority)
    for property in ObjectProperties.all where wanted.contains(property) {
      if !object.canAnswer(property) {
        object.known.insert(property)
        publisher.touchFresh(object)
      } else if property != .actions || !takeForecast(for: object, priority) {
        readProperty(object, property, priority)
      }
    }
    reads.deferRest(of: object)
  }

  /// Has a cell's object named again, and reads it then.
  private func renewThenRead(_ object: MirroredObject, _ priority: ReadPriority) {
    if let current = object.renewal {
      // An event or an action makes it urgent, which it was not.
      guard priority.rawValue < current.rawValue else { return }
      reads.adjustCounts(.properties, current, -1)
      reads.adjustCounts(.properties, priority, 1)
      object.renewal = priority
      return
    }
    object.renewal = priority
    reads.adjustCounts(.properties, priority, 1)
    structure.renew(object) { [weak self] wasRenewed in
      let priority = object.renewal ?? priority
      object.renewal = nil
      guard let self else { return }
      reads.adjustCounts(.properties, priority, -1)
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      if wasRenewed {
        reads.mark(object, object.dirty, priority)
      } else if let parent = object.parent {
        object.dirty = []
        object.isUnnamed = true
        reads.mark(parent, .children, .high)
      }
    }
  }

  private func readProperty(
    _ object: MirroredObject, _ property: ObjectProperties, _ priority: ReadPriority
  ) {
    reads.begin(property, of: object, in: priority)
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    switch priority {
    case .high, .visible: calls.lane = .visible
    case .outOfSight, .normal: calls.lane = .normal
    case .background: calls.lane = .background
    }
    read(object, property, priority, calls) { [weak self] error in
      guard let self else { return }
      let isStale = reads.end(property, of: object, in: priority)
      readFinished(object, property, error, isStale: isStale)
    }
    health.didCall()
  }

  /// An answer came, or will not.
  private func readFinished(
    _ object: MirroredObject, _ property: ObjectProperties, _ error: BusError?, isStale: Bool
  ) {
    guard !isClosed else { return }
    health.didReceive(error)
    schedule()
    guard object.stage != .gone else { return }
    if isStale { reads.mark(object, property, .high) }
    if let error {
      if case .malformed(let reason) = error {
        // The bus may bring a better answer.
        if application.directConnection?.abandonIfActive(for: reason) == true {
          return reads.mark(object, property, .high)
        }
        report(.malformed, "\(object.path): \(reason)")
      }
      readFailed(object, property, error)
    } else {
      didRead(object, property)
    }
  }

  func didRead(_ object: MirroredObject, _ property: ObjectProperties) {
    let hadBasics = object.known.isSuperset(of: .basics)
    let isFirst = object.known.insert(property).inserted
    object.renewals = 0
    if !hadBasics, object.known.isSuperset(of: .basics) { structure.didReadBasics(object) }
    // That it has no place, which hides it, is known from now on.
    if isFirst, property == .frame, object.frame == nil, object.stage == .shown {
      publisher.touch(object, .all)
      recomposeContents(of: object)
    }
    publisher.touchFresh(object)
  }

  /// Whether a cell that its application has forgotten is read once more, by another name.
  private func renewCell(_ object: MirroredObject, _ property: ObjectProperties) -> Bool {
    guard object.parent?.grid?.remakesCells == true, object.cell != nil, object.renewals < 2
    else { return false }
    object.renewals += 1
    object.lastNamed = 0
    reads.mark(object, property, .visible)
    return true
  }

  private func readFailed(_ object: MirroredObject, _ property: ObjectProperties, _ error: BusError)
  {
    switch error {
    // Asked again, when the application answers again, or by the bus when the direct line ended.
    case .timeout, .disconnected: return reads.mark(object, property, .normal)
    // The application's own end is told by the bus; an embedded part may never have been.
    case .serviceUnknown, .noReply: return publisher.peerDisconnected(peer: object.peer.name)
    case .cancelled, .system: return
    default: break
    }
    if error.isObjectGone, renewCell(object, property) { return }
    if ObjectProperties.structure.contains(property) {
      if error.isRefusal { report(.refused, "\(object.path): \(error)") }
      if object.stage == .fresh, property != .children, object !== root {
        return publisher.detach(object)
      }
      if error.isObjectGone, let parent = object.parent, object.stage == .shown {
        reads.mark(parent, .children, .high)
      }
    }
    didRead(object, property)
  }
}

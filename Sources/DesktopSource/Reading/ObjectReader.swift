internal import AccessibilityTree

/// Asks objects what is to be read of them, and keeps what they say.
final class ObjectReader: StructurePart {
  let structure: StructureReader
  let activity: ActivityMonitor

  init(_ activity: ActivityMonitor) {
    structure = activity.structure
    self.activity = activity
  }

  /// Sends calls for what is to be read, the important first, as long as the application keeps up.
  func feed() {
    guard !health.isSuspended else { return }
    structure.startBulkReading()
    while let (object, lane) = reads.next(withoutFirst: structure.isBulkReading) {
      issue(object, in: lane)
    }
  }

  private func issue(_ object: MirroredObject, in lane: WorkLane) {
    if structure.isForgotten(object) { return renewThenRead(object, lane) }
    let wanted = reads.takeAspects(of: object, in: lane)
    for aspect in ObjectProperties.all where wanted.contains(aspect) {
      if object.isWorthwhile(aspect) {
        ask(object, aspect, lane)
      } else {
        object.known.insert(aspect)
        publisher.touchFresh(object)
      }
    }
    reads.putOffRest(of: object)
  }

  /// Has a cell's object named again, and reads it then.
  private func renewThenRead(_ object: MirroredObject, _ lane: WorkLane) {
    guard !object.isBeingRenewed else { return }
    object.isBeingRenewed = true
    reads.count(.properties, lane, 1)
    structure.renew(object) { [weak self] isThere in
      object.isBeingRenewed = false
      guard let self else { return }
      reads.count(.properties, lane, -1)
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      if isThere {
        reads.mark(object, object.dirty, lane)
      } else if let parent = object.parent {
        object.dirty = []
        reads.mark(parent, .children, .first)
      }
    }
  }

  private func ask(_ object: MirroredObject, _ aspect: ObjectProperties, _ lane: WorkLane) {
    reads.begin(aspect, of: object, in: lane)
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    switch lane {
    case .first, .visible: calls.lane = .visible
    case .rest: calls.lane = .normal
    case .extras: calls.lane = .background
    }
    read(object, aspect, calls) { [weak self] error in
      guard let self else { return }
      reads.end(aspect, of: object, in: lane)
      finished(object, aspect, error)
    }
    health.didCall()
  }

  /// An answer came, or will not.
  private func finished(_ object: MirroredObject, _ aspect: ObjectProperties, _ error: BusError?) {
    guard !isClosed else { return }
    health.didReceive(error)
    schedule()
    guard object.stage != .gone else { return }
    reads.markIfStale(object, aspect)
    if let error {
      if case .malformed(let reason) = error {
        // The bus may bring a better answer.
        if application.directLine?.isBlamed(for: reason) == true {
          return reads.mark(object, aspect, .first)
        }
        complain(.malformed, "\(object.path): \(reason)")
      }
      failed(object, aspect, error)
    } else {
      arrived(object, aspect)
    }
  }

  private func arrived(_ object: MirroredObject, _ aspect: ObjectProperties) {
    let hadBasics = object.known.isSuperset(of: .basics)
    object.known.insert(aspect)
    object.renewals = 0
    if !hadBasics, object.known.isSuperset(of: .basics) { structure.basicsArrived(object) }
    publisher.touchFresh(object)
  }

  /// Whether a cell that its application has forgotten is read once more, by another name.
  private func isRenewed(_ object: MirroredObject, _ aspect: ObjectProperties) -> Bool {
    guard object.parent?.grid?.remakesCells == true, object.cell != nil, object.renewals < 2
    else { return false }
    object.renewals += 1
    object.namedAt = 0
    reads.mark(object, aspect, .visible)
    return true
  }

  private func failed(_ object: MirroredObject, _ aspect: ObjectProperties, _ error: BusError) {
    switch error {
    // Asked again, when the application answers again, or by the bus when the direct line ended.
    case .timeout, .disconnected: return reads.mark(object, aspect, .rest)
    // The application's own end is told by the bus; an embedded part may never have been.
    case .serviceUnknown, .noReply: return publisher.lose(peer: object.peer.name)
    case .cancelled, .system: return
    default: break
    }
    if error.saysObjectIsGone, isRenewed(object, aspect) { return }
    if ObjectProperties.structure.contains(aspect) {
      if error.isRefusal { complain(.refused, "\(object.path): \(error)") }
      if object.stage == .fresh, aspect != .children, object !== root {
        return publisher.detach(object)
      }
      if error.saysObjectIsGone, let parent = object.parent, object.stage == .shown {
        reads.mark(parent, .children, .first)
      }
    }
    arrived(object, aspect)
  }
}

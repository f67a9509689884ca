internal import AccessibilityTree

extension ApplicationMirror {
  /// Calls on their way, sent or about to be, past which more reading waits.
  static let maxInFlight = 192

  /// Has aspects of an object read.
  func mark(_ object: MirroredObject, _ aspects: ObjectProperties, _ lane: WorkLane) {
    guard object.stage != .gone else { return }
    marks &+= 1
    object.stale.formUnion(aspects.intersection(object.reading))
    object.dirty.formUnion(aspects.subtracting(object.reading))
    guard !object.dirty.isEmpty else { return }
    if let present = object.lane, present.rawValue <= lane.rawValue { return schedule() }
    object.lane = lane
    // What is shown goes before what is new: a change may be that all of the new is gone again.
    if lane == .first, object.stage == .shown {
      lanes[lane.rawValue].prepend(object)
    } else {
      lanes[lane.rawValue].append(object)
    }
    schedule()
  }

  /// Sends calls for what is to be read, the important first, as long as the application keeps up.
  func feed() {
    guard isIntroduced, !health.isSuspended else { return }
    startBulkReading()
    while outstanding + outstandingExtras < Self.maxInFlight, let (object, lane) = nextWork() {
      object.lane = nil
      issue(object, in: lane)
    }
  }

  private func nextWork() -> (MirroredObject, WorkLane)? {
    for lane in WorkLane.allCases {
      if lane == .first, isBulkReading { continue }
      if lane == .extras, application.load == .loading || application.load == .structure {
        continue
      }
      while let object = lanes[lane.rawValue].popFirst() {
        // Marked again for a better lane, or gone.
        guard object.lane == lane, object.stage != .gone else { continue }
        return (object, lane)
      }
    }
    return nil
  }

  private func startBulkReading() {
    guard cacheState == .answers, !isReadingItems, application.load != .loading,
      publisher.fresh.count > Self.bulk,
      cacheCost.allows(application.count, within: CacheCost.reading)
    else { return }
    guard lanes[WorkLane.first.rawValue].count > Self.bulk else { return }
    let unread = publisher.fresh.all.lazy.filter { !$0.isPresentable && !$0.isNotInCache }
    if unread.prefix(Self.bulk + 1).count > Self.bulk { readItemsForNewObjects() }
  }

  private func issue(_ object: MirroredObject, in lane: WorkLane) {
    if isForgotten(object) { return renewThenRead(object, lane) }
    var wanted = object.dirty
    if lane != .extras { wanted.subtract(.extras) }
    if !object.known.isSuperset(of: .basics) { wanted.formIntersection(.basics) }
    wanted.subtract(object.reading)
    object.dirty.subtract(wanted)
    for aspect in ObjectProperties.all where wanted.contains(aspect) {
      if isWorthwhile(aspect, of: object) {
        ask(object, aspect, lane)
      } else {
        object.known.insert(aspect)
        publisher.touchFresh(object)
      }
    }
    if !object.dirty.isEmpty, object.lane == nil, object.known.isSuperset(of: .basics) {
      object.lane = .extras
      lanes[WorkLane.extras.rawValue].append(object)
    }
  }

  /// Has a cell's object named again, and reads it then.
  private func renewThenRead(_ object: MirroredObject, _ lane: WorkLane) {
    guard !object.isBeingRenewed else { return }
    object.isBeingRenewed = true
    count(.properties, lane, 1)
    renew(object) { [weak self] isThere in
      object.isBeingRenewed = false
      guard let self else { return }
      count(.properties, lane, -1)
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      if isThere {
        mark(object, object.dirty, lane)
      } else if let parent = object.parent {
        object.dirty = []
        mark(parent, .children, .first)
      }
    }
  }

  /// Whether there is anything to be read. Skips reads that the object cannot answer.
  func isWorthwhile(_ aspect: ObjectProperties, of object: MirroredObject) -> Bool {
    let interfaces = object.facts.interfaces
    switch aspect {
    case .frame: return interfaces.contains(.component) && !isOutsideWindow(object)
    case .actions: return interfaces.contains(.action)
    case .value: return ValueMapping.wantsValue(object.facts)
    case .text: return wantsText(object)
    case .relations: return ElementRelations.areLikely(object.facts)
    default: return true
    }
  }

  func wantsText(_ object: MirroredObject) -> Bool {
    let interfaces = object.facts.interfaces
    guard interfaces.contains(.text) else { return false }
    var facts = object.facts
    facts.dialect = object.peer.dialect
    let role = ElementMapping.role(facts)
    return ValueMapping.wantsText(
      role: role, label: NameMapping.label(facts, role: role), interfaces: interfaces)
  }

  /// A cell far away, whose place an application would have to add up from all before it.
  func isOutsideWindow(_ object: MirroredObject) -> Bool {
    guard let place = object.cell, let grid = object.parent?.grid else { return false }
    return !grid.isVisible(place)
  }

  private func ask(_ object: MirroredObject, _ aspect: ObjectProperties, _ lane: WorkLane) {
    object.reading.insert(aspect)
    count(aspect, lane, 1)
    var calls = ObjectCalls(peer: object.peer, path: object.path, limits: limits)
    switch lane {
    case .first, .visible: calls.lane = .visible
    case .rest: calls.lane = .normal
    case .extras: calls.lane = .background
    }
    read(object, aspect, calls) { [weak self] error in
      guard let self else { return }
      count(aspect, lane, -1)
      finished(object, aspect, error)
    }
    health.callsMade()
  }

  private func count(_ aspect: ObjectProperties, _ lane: WorkLane, _ change: Int) {
    if lane == .extras { outstandingExtras += change } else { outstanding += change }
    if lane == .first { outstandingFirst += change }
    if aspect == .children, lane != .extras { outstandingChildren += change }
  }

  /// An answer came, or will not.
  private func finished(_ object: MirroredObject, _ aspect: ObjectProperties, _ error: BusError?) {
    object.reading.remove(aspect)
    guard !isClosed else { return }
    health.answered(error)
    schedule()
    guard object.stage != .gone else { return }
    if object.stale.contains(aspect) {
      object.stale.remove(aspect)
      mark(object, aspect, .first)
    }
    if let error {
      if case .malformed(let reason) = error {
        // The bus may bring a better answer.
        if application.directLine?.isBlamed(for: reason) == true {
          return mark(object, aspect, .first)
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
    if !hadBasics, object.known.isSuperset(of: .basics) { basicsArrived(object) }
    publisher.touchFresh(object)
  }

  /// Whether a cell that its application has forgotten is read once more, by another name.
  private func isRenewed(_ object: MirroredObject, _ aspect: ObjectProperties) -> Bool {
    guard object.parent?.grid?.remakesCells == true, object.cell != nil, object.renewals < 2
    else { return false }
    object.renewals += 1
    object.namedAt = 0
    mark(object, aspect, .visible)
    return true
  }

  private func failed(_ object: MirroredObject, _ aspect: ObjectProperties, _ error: BusError) {
    switch error {
    // Asked again, when the application answers again, or by the bus when the direct line ended.
    case .timeout, .disconnected: return mark(object, aspect, .rest)
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
        mark(parent, .children, .first)
      }
    }
    arrived(object, aspect)
  }
}

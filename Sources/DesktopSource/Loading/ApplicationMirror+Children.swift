internal import AccessibilityTree

extension ApplicationMirror {
  /// Takes in who an object's children are, in order. What it listed before and no longer does has
  /// no place until another object lists it, and goes when none does.
  func applyChildren(of parent: MirroredObject, _ list: [ObjectReference]) {
    guard parent.stage != .gone else { return }
    parent.known.insert(.children)
    if list.isEmpty, parent.children.isEmpty { return touchFresh(parent) }
    if parent.children.map(\.reference) == list { return touchFresh(parent) }
    var children: [MirroredObject] = []
    children.reserveCapacity(list.count)
    var seen: Set<ObjectReference> = []
    for reference in list where seen.insert(reference).inserted {
      if let child = adopt(reference, by: parent) { children.append(child) }
    }
    for former in parent.children where former.parent === parent {
      if !seen.contains(former.reference) {
        former.parent = nil
        orphans.append(former)
      }
    }
    parent.children = children
    restructure(parent)
  }

  /// Makes an object the child of another; `nil` when it cannot be.
  private func adopt(_ reference: ObjectReference, by parent: MirroredObject) -> MirroredObject? {
    guard let known = table[reference] else { return make(reference, under: parent) }
    guard known.application === self, known !== root, known !== parent else { return nil }
    if known.parent === parent { return known }
    guard !known.isLeafless || !parent.isInside(known) else { return nil }
    if let other = known.parent {
      // Two objects list it. It is asked itself, unless the other is being asked anew anyway.
      guard other.dirty.contains(.children) || other.reading.contains(.children) else {
        settleParent(of: known, claimedBy: parent)
        return nil
      }
      other.children.removeAll { $0 === known }
      restructure(other)
    }
    known.parent = parent
    known.depth = parent.depth + 1
    touch(known, .all)
    return known
  }

  /// A new object, which is read before it is shown.
  private func make(_ reference: ObjectReference, under parent: MirroredObject) -> MirroredObject? {
    let interner = table.interner
    let owner = interner.owner(of: reference)
    let path = interner.path(of: reference)
    guard path != "/org/a11y/atspi/null", !owner.isEmpty else { return nil }
    // An application of its own has its own place.
    if owner != peer.name, context.applications[owner]?.root.reference == reference { return nil }
    let known = owner == parent.peer.name ? parent.peer : peer(owner)
    guard count < limits.elements, parent.depth < limits.depth, let peer = known else {
      fallShort()
      return nil
    }
    let object = MirroredObject(
      reference, peer: peer, path: path, id: context.store.makeID(), application: self)
    object.parent = parent
    object.depth = parent.depth + 1
    table.insert(object)
    count += 1
    if load != .loading { fresh.append(object) }
    if let item = cache.take(reference) {
      fill(object, with: item)
    } else {
      mark(object, .basics, .first)
    }
    return object
  }

  private func fallShort() {
    guard shortfall == nil else { return }
    shortfall =
      "More than \(limits.elements) elements or \(limits.depth) levels: the rest is not mirrored"
  }

  /// Asks an object that two others list whose child it is.
  private func settleParent(of child: MirroredObject, claimedBy parent: MirroredObject) {
    outstandingChildren += 1
    child.peer.queue.enqueue(
      .property("Parent", of: "org.a11y.atspi.Accessible", child.peer.name, child.path),
      lane: .visible, timeout: ObjectCalls.timeout
    ) { [weak self] result in
      guard let self else { return }
      outstandingChildren -= 1
      schedule()
      let answer = BusConnection.read(result) { (message) throws(BusError) in
        try message.variant { () throws(BusError) in
          try message.knownReference(self.table.interner)
        }
      }
      guard !isClosed, child.stage != .gone, parent.stage != .gone,
        case .success(let claimed?) = answer, claimed == parent.reference,
        child.parent !== parent, !parent.isInside(child)
      else { return }
      if let old = child.parent {
        old.children.removeAll { $0 === child }
        restructure(old)
      }
      child.parent = parent
      child.depth = parent.depth + 1
      mark(parent, .children, .first)
    }
    health.callsMade(self)
  }

  /// Takes an object out at once, with all below it.
  func detach(_ object: MirroredObject) {
    guard object !== root, object.stage != .gone else { return }
    if let parent = object.parent {
      parent.children.removeAll { $0 === object }
      restructure(parent)
    }
    object.parent = nil
    orphans.append(object)
    schedule()
  }

  func restructure(_ parent: MirroredObject) {
    if !parent.isRestructured {
      parent.isRestructured = true
      restructured.append(parent)
    }
    schedule()
  }

  /// Has the element composed anew at the next publishing.
  func touch(_ object: MirroredObject, _ changes: ElementChanges) {
    guard object.stage != .gone else { return }
    if object.changes.isEmpty, object.stage == .shown { changed.append(object) }
    object.changes.formUnion(changes)
    touches += 1
    schedule()
  }

  /// Something new may have become ready to be shown.
  func touchFresh(_ object: MirroredObject) {
    if object.stage == .fresh { schedule() }
  }
}

extension MirroredObject {
  /// Whether it has children, and so might be above another.
  fileprivate var isLeafless: Bool { !children.isEmpty }
}

internal import AccessibilityTree

extension ApplicationMirror {
  /// Takes in who an object's children are, in order. What it listed before and no longer does has
  /// no place until another object lists it, and goes when none does.
  ///
  /// Of a long list no more new objects are made in a turn than do not hold the loop up. Those before
  /// `start` are not tried again.
  func applyChildren(of parent: MirroredObject, _ list: [ObjectReference], from start: Int = 0) {
    guard parent.stage != .gone else { return }
    parent.arrival = nil
    parent.known.insert(.children)
    if list.isEmpty, parent.children.isEmpty { return touchFresh(parent) }
    if parent.children.map(\.reference) == list { return touchFresh(parent) }
    var children: [MirroredObject] = []
    children.reserveCapacity(min(list.count, limits.elements))
    var seen: Set<ObjectReference> = []
    var adoption = Adoption(parent)
    var rest: Int?
    for (index, reference) in list.enumerated() where seen.insert(reference).inserted {
      if table[reference] == nil {
        if index < start { continue }
        if adoption.made == Self.newChildrenPerTurn {
          rest = rest ?? index
          continue
        }
        adoption.made += 1
      }
      if let child = adopt(reference, &adoption) { children.append(child) }
    }
    if let rest { takeLater(list, from: rest, under: parent) }
    for other in adoption.bereft { other.children.removeAll { $0.parent !== other } }
    for former in parent.children where former.parent === parent {
      if !seen.contains(former.reference) {
        former.parent = nil
        orphans.append(former)
      }
    }
    parent.children = children
    restructure(parent)
  }

  private static let newChildrenPerTurn = 2048

  /// Takes the rest of a list in in the next turn, unless another list comes before.
  private func takeLater(_ list: [ObjectReference], from rest: Int, under parent: MirroredObject) {
    let arrival = ChildrenArrival()
    parent.arrival = arrival
    outstandingChildren += 1
    context.loop.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      outstandingChildren -= 1
      schedule()
      if !isClosed, parent.arrival === arrival { applyChildren(of: parent, list, from: rest) }
    }
  }

  /// What is the same for all that an object takes in at once.
  private struct Adoption {
    let parent: MirroredObject
    /// The parent and all above it, none of which can be its child.
    let above: Set<ObjectIdentifier>
    /// Objects that lose children to the parent.
    private(set) var bereft: [MirroredObject] = []
    /// How many new objects were made, or could not be.
    var made = 0

    init(_ parent: MirroredObject) {
      self.parent = parent
      var above: Set<ObjectIdentifier> = []
      var next: MirroredObject? = parent
      while let object = next, above.insert(ObjectIdentifier(object)).inserted {
        next = object.parent
      }
      self.above = above
    }

    mutating func take(from other: MirroredObject) {
      if bereft.last !== other { bereft.append(other) }
    }
  }

  /// Makes an object the child of another; `nil` when it cannot be.
  private func adopt(
    _ reference: ObjectReference, _ adoption: inout Adoption
  ) -> MirroredObject? {
    let parent = adoption.parent
    guard let known = table[reference] else { return make(reference, under: parent) }
    guard known.application === self else { return takeBack(known, under: parent) }
    // What has just been detached may still answer that the root is its child.
    guard known !== root, !adoption.above.contains(ObjectIdentifier(known)) else { return nil }
    if known.parent === parent { return known }
    if let other = known.parent {
      // Two objects list it. It is asked itself, unless the other is being asked anew anyway.
      guard other.dirty.contains(.children) || other.reading.contains(.children) else {
        settleParent(of: known, claimedBy: parent)
        return nil
      }
      adoption.take(from: other)
      restructure(other)
    }
    known.parent = parent
    setDepth(of: known)
    touch(known, .all)
    restore(known)
    return known
  }

  /// An object that another application listed before its own did: its own has it.
  private func takeBack(
    _ known: MirroredObject, under parent: MirroredObject
  ) -> MirroredObject? {
    guard known.peer.name == peer.name, known !== known.application.root else {
      complain(.foreign)
      return nil
    }
    let path = known.path
    known.application.surrender(known)
    return make(table.interner.intern(peer.name, path), under: parent)
  }

  /// Gives an object up, with all below it, that belongs to another application.
  func surrender(_ object: MirroredObject) {
    if let parent = object.parent {
      parent.children.removeAll { $0 === object }
      restructure(parent)
    }
    object.parent = nil
    context.store.edit { remove(object, $0) }
    schedule()
  }

  /// Says how deep an object and all below it stand now. What is too deep has no place.
  private func setDepth(of object: MirroredObject) {
    guard let parent = object.parent, object.depth != parent.depth + 1 else { return }
    object.depth = parent.depth + 1
    var pending = [object]
    while let above = pending.popLast() {
      guard !above.children.isEmpty else { continue }
      if above.depth < limits.depth {
        for child in above.children where child.depth != above.depth + 1 {
          child.depth = above.depth + 1
          pending.append(child)
        }
        continue
      }
      complain(.depth)
      for child in above.children {
        child.parent = nil
        orphans.append(child)
      }
      above.children = []
      restructure(above)
    }
  }

  /// A new object, which is read before it is shown.
  private func make(_ reference: ObjectReference, under parent: MirroredObject) -> MirroredObject? {
    let interner = table.interner
    let owner = interner.owner(of: reference)
    let path = interner.path(of: reference)
    guard path != "/org/a11y/atspi/null", !owner.isEmpty else { return nil }
    var isForeign = false
    if owner != peer.name, let other = context.applications[owner] {
      // An application of its own has its own place, and nobody else reads much of it.
      if other.root.reference == reference { return nil }
      isForeign = true
      guard foreignCount < limits.foreign else {
        complain(.foreign)
        return nil
      }
    }
    guard parent.depth < limits.depth else {
      complain(.depth)
      return nil
    }
    guard context.allows(self) else {
      complain(count < limits.elements ? .elementsOfAll : .elements)
      return nil
    }
    guard let peer = owner == parent.peer.name ? parent.peer : peer(owner) else { return nil }
    let object = MirroredObject(
      reference, peer: peer, path: path, id: context.store.makeID(), application: self)
    object.parent = parent
    object.depth = parent.depth + 1
    object.isForeign = isForeign
    table.insert(object)
    count += 1
    if isForeign { foreignCount += 1 }
    if !isComplete { eventShare.expectNewObject() }
    if load != .loading { fresh.append(object) }
    if let item = cache.take(reference) {
      fill(object, with: item)
    } else {
      mark(object, .basics, .first)
    }
    return object
  }

  /// Asks an object that two others list whose child it is.
  private func settleParent(of child: MirroredObject, claimedBy parent: MirroredObject) {
    guard !child.isParentAsked else { return }
    child.isParentAsked = true
    outstandingChildren += 1
    child.peer.queue.enqueue(
      .property("Parent", of: "org.a11y.atspi.Accessible", child.peer.name, child.path),
      lane: .visible, timeout: ObjectCalls.timeout
    ) { [weak self] result in
      guard let self else { return }
      child.isParentAsked = false
      outstandingChildren -= 1
      schedule()
      let answer = BusConnection.read(result) { (message) throws(BusError) in
        try message.variant("(so)") { () throws(BusError) in
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
      setDepth(of: child)
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
    noteFocus(of: object)
    touches += 1
    schedule()
  }

  /// Something new may have become ready to be shown.
  func touchFresh(_ object: MirroredObject) {
    if object.stage == .fresh { schedule() }
  }
}

internal import AccessibilityTree

/// Makes objects the children of those that list them.
extension StructureReader {
  /// The state shared by all children that an object adopts in one turn.
  struct Adoption {
    let parent: MirroredObject
    /// The parent and its ancestors, once they are needed.
    private var lineage: Set<ObjectIdentifier>?
    /// Objects that lose children to the parent.
    private(set) var formerParents: [MirroredObject] = []
    /// Whether an object was adopted that was mirrored before, below another parent or none.
    private(set) var hasMovedObjects = false
    /// The number of listed children that were refused because they are the parent or its ancestors.
    var refused = 0

    init(_ parent: MirroredObject) {
      self.parent = parent
    }

    /// Whether an object is the parent or one of its ancestors, and thus cannot be its child.
    mutating func isAbove(_ object: MirroredObject) -> Bool {
      if let lineage { return lineage.contains(ObjectIdentifier(object)) }
      var above: Set<ObjectIdentifier> = []
      var next: MirroredObject? = parent
      while let object = next, above.insert(ObjectIdentifier(object)).inserted {
        next = object.parent
      }
      lineage = above
      return above.contains(ObjectIdentifier(object))
    }

    mutating func take(from other: MirroredObject?) {
      hasMovedObjects = true
      if let other, formerParents.last !== other { formerParents.append(other) }
    }
  }

  /// Makes an object the child of another and returns it; `nil` if it cannot be.
  func adopt(
    _ reference: ObjectReference, _ adoption: inout Adoption, _ update: ChildListUpdate
  ) -> MirroredObject? {
    let parent = adoption.parent
    guard let known = table[reference] else { return makeObject(reference, under: parent) }
    guard known.application === application else { return reclaim(known, under: parent) }
    // A detached object may still report the root as its child.
    guard known !== root, !adoption.isAbove(known) else {
      adoption.refused += 1
      return nil
    }
    if known.parent === parent { return known }
    if let other = known.parent {
      // Two objects list the child. It is asked for its parent, unless the children of the other are being read
      // again anyway, or the other is on its way out.
      guard
        other.isAwaiting(.children) || isLeaving(other, parent, update)
      else {
        resolveParent(of: known, claimedBy: parent)
        return nil
      }
      publisher.restructure(other)
    }
    if isNumberReused(known, listedBy: parent) { return replace(known, under: parent) }
    adoption.take(from: known.parent)
    parent.append(known)
    setDepth(of: known)
    publisher.touch(known, .all)
    rereadThinned(known)
    return known
  }

  /// Whether the number of an object that was an item of another view, or of one that may be another, was given to a new item of
  /// `parent`. Qt does so, and no item moves from one view to another.
  private func isNumberReused(_ known: MirroredObject, listedBy parent: MirroredObject) -> Bool {
    known.peer.dialect.cellsFollowRows && known.children.isEmpty
      && (parent.isView && known.stage == .shown || known.parent?.isView == true)
  }

  /// Whether an object is in no tree any more, or below a former child of `parent` that its new list does not contain.
  private func isLeaving(
    _ object: MirroredObject, _ parent: MirroredObject, _ update: ChildListUpdate
  ) -> Bool {
    var next = object
    while let above = next.parent {
      if above === parent { return !update.lists(next) }
      next = above
    }
    return next !== root
  }

  /// Moves an object that another application listed first to this application, which owns it.
  private func reclaim(
    _ known: MirroredObject, under parent: MirroredObject
  ) -> MirroredObject? {
    guard known.peer.name == peer.name, known !== known.application.root else {
      report(.foreign)
      return nil
    }
    return replace(known, under: parent)
  }

  /// Removes an object, and makes a new one in its place with the same path.
  private func replace(
    _ known: MirroredObject, under parent: MirroredObject
  ) -> MirroredObject? {
    let path = known.path
    known.application.owner?.release(known)
    return makeObject(table.interner.intern(peer.name, path), under: parent)
  }

  /// Updates the depth of an object and everything below it. Objects that are too deep are orphaned.
  private func setDepth(of object: MirroredObject) {
    guard let parent = object.parent, object.depth != parent.depth + 1 else { return }
    object.depth = parent.depth + 1
    var pending = [object]
    while let ancestor = pending.popLast() {
      guard !ancestor.children.isEmpty else { continue }
      if ancestor.depth < limits.depth {
        for child in ancestor.children where child.depth != ancestor.depth + 1 {
          child.depth = ancestor.depth + 1
          pending.append(child)
        }
        continue
      }
      report(.depth)
      for child in ancestor.children {
        child.parent = nil
        publisher.orphans.append(child)
      }
      ancestor.children = []
      publisher.restructure(ancestor)
    }
  }

  /// Creates an object, which is read before it is shown. Returns `nil` where it is not mirrored here or a
  /// limit is reached.
  private func makeObject(_ reference: ObjectReference, under parent: MirroredObject)
    -> MirroredObject?
  {
    let interner = table.interner
    let owner = interner.owner(of: reference)
    guard !owner.isEmpty, !interner.isNull(reference) else { return nil }
    guard owner.hasPrefix(":") else {
      findOwner(of: owner, listedBy: parent)
      return nil
    }
    var isForeign = false
    if owner != peer.name, let other = context.applications[owner] {
      // Another application's root has a place of its own. Of its other objects only a few are mirrored here.
      if other.root.reference == reference { return nil }
      isForeign = true
      guard application.foreignCount < limits.foreignElements else {
        report(.foreign)
        return nil
      }
    }
    guard parent.depth < limits.depth else {
      report(.depth)
      return nil
    }
    guard context.hasRoom(application) else {
      report(application.count < limits.elements ? .elementsOfAll : .elements)
      return nil
    }
    guard let peer = owner == parent.peer.name ? parent.peer : application.peer(owner) else {
      return nil
    }
    let object = MirroredObject(
      reference, peer: peer, id: context.store.makeID(), application: application)
    parent.append(object)
    object.depth = parent.depth + 1
    object.isForeign = isForeign
    table.insert(object)
    application.count += 1
    if isForeign { application.foreignCount += 1 }
    if !isComplete { application.eventBudget.addNewObjectAllowance() }
    if application.load != .loading { publisher.fresh.append(object) }
    if let item = cache.take(reference) {
      fill(object, with: item)
    } else {
      let isEntry = parent.claimedChildren > limits.childrenPerCall && !parent.isWindowed
      reads.mark(object, .basics, isEntry ? .outOfSight : contentsPriority(of: parent))
    }
    return object
  }

  /// Has the children of `parent` read again when it is known who owns a well-known name that it lists one under.
  private func findOwner(of name: String, listedBy parent: MirroredObject) {
    let isTracked = context.serviceNames.track(name, listedBy: parent) { [weak self] parent in
      guard let self, !isClosed, parent.stage != .gone else { return }
      reads.mark(parent, .children, .high)
    }
    if !isTracked { report(.foreign) }
  }

  /// Asks an object that two others list for its parent.
  private func resolveParent(of child: MirroredObject, claimedBy parent: MirroredObject) {
    guard !child.isParentAsked else { return }
    child.isParentAsked = true
    reads.outstandingChildren += 1
    let interner = table.interner
    ObjectCalls(peer: child.peer, path: child.path).parent(
      { (message) throws(BusError) in try message.knownReference(interner) },
      { [weak self] answer in
        guard let self else { return }
        child.isParentAsked = false
        reads.outstandingChildren -= 1
        schedule()
        guard !isClosed, parent.stage != .gone, case .success(let claimed?) = answer,
          claimed == parent.reference, child.parent !== parent, !parent.isDescendant(child)
        else { return }
        // It went meanwhile, with the other that listed it.
        guard child.stage != .gone else { return reads.mark(parent, .children, .high) }
        if isNumberReused(child, listedBy: parent) {
          publisher.release(child)
          return reads.mark(parent, .children, .high)
        }
        if let old = child.parent {
          old.removeChild(child)
          publisher.restructure(old)
        }
        parent.append(child)
        setDepth(of: child)
        publisher.touch(child, .all)
        rereadThinned(child)
        publisher.restructure(parent)
        reads.mark(parent, .children, .high)
      })
    health.didCall()
  }

  /// Has the children read again that were removed below an object before it got a parent again.
  func rereadThinned(_ object: MirroredObject) {
    guard object.hasRemovedChildren else { return }
    for descendant in object.subtree where descendant.hasRemovedChildren {
      descendant.hasRemovedChildren = false
      reads.mark(descendant, .children, .high)
    }
  }
}

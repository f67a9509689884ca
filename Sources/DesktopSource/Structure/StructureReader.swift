internal import AccessibilityTree
internal import BridgeTransport

/// Who the children of an application's objects are: follows them from the root, takes in what their parents list
/// or the cache says, and decides of whom only what is on screen is mirrored.
final class StructureReader: ApplicationPart {
  let application: MirroredApplication
  let publisher: Publisher
  let reads: ReadQueue
  let cacheReader: CacheReader
  weak var host: (any StructureHost)?
  /// The cache was read, or there is none: the structure can be followed from the root.
  var isWanted = false
  /// Objects whose children are still to be decided on.
  var undecided = Fifo<MirroredObject>()
  /// Long lists of children that are still to be read.
  var longLists = Fifo<() -> Void>()
  var isReadingLongList = false
  /// What the cache told of objects that are not mirrored yet.
  var cache = CacheContents()
  /// `GetItems` is on its way because much is new: new objects wait for it.
  var isBulkReading = false

  init(_ publisher: Publisher, _ reads: ReadQueue) {
    application = publisher.application
    self.publisher = publisher
    self.reads = reads
    cacheReader = CacheReader(application)
  }

  func close() {
    undecided = Fifo()
    longLists = Fifo()
    cache = CacheContents()
  }

  /// Whether no list of children is being read, or still to be asked for.
  var isSettled: Bool { reads.outstandingChildren == 0 && undecided.isEmpty }

  /// Whether all that is known to be there has been read, and is shown.
  var isRead: Bool {
    isSettled && publisher.restructured.isEmpty && !cacheReader.isReading
      && !reads.isFirstUnderWay
  }

  /// Begins at the root, with the help of the cache.
  func begin() {
    // The root is always asked for itself: caches leave it out, or its children.
    reads.mark(root, .basics, .first)
    guard !peer.dialect.showsSilently else {
      // Its cache holds what was asked for before, by whomever, and takes 80 µs for each.
      cacheReader.state = .missing
      isWanted = true
      return
    }
    cacheReader.read { [weak self] item in
      guard let self, item.isAlive, item.reference != root.reference else { return }
      cache.add(item)
    } done: { [weak self] _ in
      guard let self else { return }
      if root.known.isSuperset(of: .basics) { undecided.append(root) }
      isWanted = true
    }
  }

  /// Has it decided anew who an object's children are.
  func reconsider(_ object: MirroredObject) {
    undecided.append(object)
    schedule()
  }

  /// What is known of an object suffices to show it: its children and details come next.
  func basicsArrived(_ object: MirroredObject) {
    publisher.touch(object, .all)
    if object.stage == .fresh { publisher.present(object) }
    if object !== root || isWanted { undecided.append(object) }
    reads.mark(object, .details.union(.extras), object.isShowing ? .visible : .rest)
    schedule()
  }

  /// Caches of up to so many objects are not believed about the order of children.
  static let smallCache = 2000

  /// Finds out the children of objects that are new, so many a turn.
  func decideChildren() {
    var left = 2048
    while left > 0, let object = undecided.popFirst() {
      left -= 1
      guard object.stage != .gone else { continue }
      decideChildren(of: object)
      if context.loop.turnAge > MirrorContext.turnLimit { break }
    }
  }

  private func decideChildren(of object: MirroredObject) {
    let claimed = object.claimedChildren
    if claimed >= 0 {
      decideWindowing(of: object)
      if object.isWindowed { return readWindow(of: object) }
    }
    if let listed = object.listedChildren {
      object.listedChildren = nil
      return applyChildren(of: object, listed)
    }
    if object !== root, claimed >= 0,
      let cached = cache.children(of: object.reference, count: claimed)
    {
      applyChildren(of: object, cached)
      // GTK 3 sometimes counts places in another order than it lists children.
      if claimed > 1, cache.total <= Self.smallCache { reads.mark(object, .children, .rest) }
      return
    }
    reads.mark(object, .children, .first)
  }

  // MARK: Lists of children

  /// Takes in who an object's children are, in order. What it listed before and no longer does has
  /// no place until another object lists it, and goes when none does.
  ///
  /// A long list is taken in over several turns of the loop, unless it is wanted `atOnce`. A newer list of
  /// the same object ends that.
  func applyChildren(
    of parent: MirroredObject, _ list: [ObjectReference], atOnce: Bool = false
  ) {
    guard parent.stage != .gone else { return }
    parent.arrival = nil
    parent.known.insert(.children)
    if parent.lists(list) {
      note(refused: 0, by: parent)
      return publisher.touchFresh(parent)
    }
    takeIn(ChildrenArrival(list), under: parent, atOnce: atOnce)
  }

  /// Children that are taken in together, however long it takes, and for how long a turn may go on for more.
  private static let arrivalsAtOnce = 128
  private static let arrivalsLimit = Duration.milliseconds(2)

  /// Takes in as much of a list as this turn has time for. Each child stands below its parent at once; the
  /// order, and who stands there no longer, is decided at the end.
  private func takeIn(_ arrival: ChildrenArrival, under parent: MirroredObject, atOnce: Bool) {
    parent.arrival = nil
    var adoption = Adoption(parent)
    var left = Self.arrivalsAtOnce
    while let reference = arrival.next() {
      if let child = adopt(reference, &adoption) { arrival.children.append(child) }
      left -= 1
      guard left <= 0, !atOnce else { continue }
      if context.loop.turnAge > Self.arrivalsLimit { break }
      left = 32
    }
    for other in adoption.bereft { other.children.removeAll { $0.parent !== other } }
    if adoption.tookKnown { arrival.tookKnown = true }
    arrival.refused += adoption.refused
    guard arrival.isEmpty else { return takeLater(arrival, under: parent) }
    settle(arrival, under: parent)
  }

  private func takeLater(_ arrival: ChildrenArrival, under parent: MirroredObject) {
    parent.arrival = arrival
    reads.outstandingChildren += 1
    context.loop.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, parent.stage != .gone, parent.arrival === arrival else { return }
      takeIn(arrival, under: parent, atOnce: false)
    }
  }

  /// All of a list was taken in: puts the children in its order, and lets go of the others.
  private func settle(_ arrival: ChildrenArrival, under parent: MirroredObject) {
    let children = arrival.children.filter { $0.parent === parent && $0.stage != .gone }
    schedule()
    note(refused: arrival.refused, by: parent)
    if !arrival.tookKnown, parent.children.elementsEqual(children, by: ===) { return }
    for former in parent.children where former.parent === parent && !arrival.named(former) {
      former.parent = nil
      publisher.orphans.append(former)
    }
    parent.children = children
    for (rank, child) in children.enumerated() { child.rank = rank }
    publisher.restructure(parent)
  }

  /// Notes how many objects were refused as children because the parent stands in them. While objects change
  /// places that may be so for a moment: it counts when the parent lists them once more.
  private func note(refused count: Int, by parent: MirroredObject) {
    let isRepeated = parent.listedAncestors
    parent.listedAncestors = count > 0
    if count > 0, !isRepeated { return reads.mark(parent, .children, .rest) }
    tally(.ancestors, count - parent.refusedChildren)
    parent.refusedChildren = count
  }

  /// What is the same for all that an object takes in in one turn.
  private struct Adoption {
    let parent: MirroredObject
    /// The parent and all above it, none of which can be its child.
    let above: Set<ObjectIdentifier>
    /// Objects that lose children to the parent.
    private(set) var bereft: [MirroredObject] = []
    /// Some came from elsewhere.
    private(set) var tookKnown = false
    /// How many could not be children because the parent stands in them.
    var refused = 0

    init(_ parent: MirroredObject) {
      self.parent = parent
      var above: Set<ObjectIdentifier> = []
      var next: MirroredObject? = parent
      while let object = next, above.insert(ObjectIdentifier(object)).inserted {
        next = object.parent
      }
      self.above = above
    }

    mutating func take(from other: MirroredObject?) {
      tookKnown = true
      if let other, bereft.last !== other { bereft.append(other) }
    }
  }

  /// Makes an object the child of another; `nil` when it cannot be.
  private func adopt(
    _ reference: ObjectReference, _ adoption: inout Adoption
  ) -> MirroredObject? {
    let parent = adoption.parent
    guard let known = table[reference] else { return make(reference, under: parent) }
    guard known.application === application else { return takeBack(known, under: parent) }
    // What has just been detached may still answer that the root is its child.
    guard known !== root, !adoption.above.contains(ObjectIdentifier(known)) else {
      adoption.refused += 1
      return nil
    }
    if known.parent === parent { return known }
    if let other = known.parent {
      // Two objects list it. It is asked itself, unless the other is being asked anew anyway.
      guard other.dirty.contains(.children) || other.reading.contains(.children) else {
        settleParent(of: known, claimedBy: parent)
        return nil
      }
      publisher.restructure(other)
    }
    adoption.take(from: known.parent)
    parent.append(known)
    setDepth(of: known)
    publisher.touch(known, .all)
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
    known.application.owner?.surrender(known)
    return make(table.interner.intern(peer.name, path), under: parent)
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
        publisher.orphans.append(child)
      }
      above.children = []
      publisher.restructure(above)
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
      guard application.foreignCount < limits.foreign else {
        complain(.foreign)
        return nil
      }
    }
    guard parent.depth < limits.depth else {
      complain(.depth)
      return nil
    }
    guard context.allows(application) else {
      complain(application.count < limits.elements ? .elementsOfAll : .elements)
      return nil
    }
    guard let peer = owner == parent.peer.name ? parent.peer : application.peer(owner) else {
      return nil
    }
    let object = MirroredObject(
      reference, peer: peer, path: path, id: context.store.makeID(), application: application)
    parent.append(object)
    object.depth = parent.depth + 1
    object.isForeign = isForeign
    table.insert(object)
    application.count += 1
    if isForeign { application.foreignCount += 1 }
    if !isComplete { application.eventShare.expectNewObject() }
    if application.load != .loading { publisher.fresh.append(object) }
    if let item = cache.take(reference) {
      fill(object, with: item)
    } else {
      reads.mark(object, .basics, .first)
    }
    return object
  }

  /// Asks an object that two others list whose child it is.
  private func settleParent(of child: MirroredObject, claimedBy parent: MirroredObject) {
    guard !child.isParentAsked else { return }
    child.isParentAsked = true
    reads.outstandingChildren += 1
    child.peer.queue.enqueue(
      .property("Parent", of: "org.a11y.atspi.Accessible", child.peer.name, child.path),
      lane: .visible, timeout: ObjectCalls.timeout
    ) { [weak self] result in
      guard let self else { return }
      child.isParentAsked = false
      reads.outstandingChildren -= 1
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
        old.drop(child)
        publisher.restructure(old)
      }
      parent.append(child)
      setDepth(of: child)
      publisher.touch(child, .all)
      restore(child)
      publisher.restructure(parent)
      reads.mark(parent, .children, .first)
    }
    health.callsMade()
  }

  /// An object that was being removed has a place again: what was removed below it is asked for.
  func restore(_ object: MirroredObject) {
    guard object.isThinned else { return }
    for below in object.subtree where below.isThinned {
      below.isThinned = false
      reads.mark(below, .children, .first)
    }
  }
}

/// What the structure of an application waits for.
protocol StructureHost: AnyObject {
  /// Has `body` run when the application has been quiet for a while.
  func whenQuiet(_ body: @escaping () -> Void)
}

/// A part that uses the structure reader, and what that uses.
protocol StructurePart: ApplicationPart {
  var structure: StructureReader { get }
}

extension StructurePart {
  var application: MirroredApplication { structure.application }
  var publisher: Publisher { structure.publisher }
  var reads: ReadQueue { structure.reads }
}

internal import AccessibilityTree
internal import BridgeTransport

/// Reads the structure of an application: follows lists of children from the root, with the help of the cache,
/// and decides for which objects only the children on screen are mirrored.
final class StructureReader: ApplicationPart {
  let application: MirroredApplication
  let publisher: Publisher
  let reads: ReadQueue
  let cacheReader: CacheReader
  weak var host: (any StructureHost)?
  /// Whether the cache has been read, or there is none, so that the structure can be followed from the root.
  var isStarted = false
  /// Objects for which it is still to be decided how their children are read.
  var undecided = UndecidedObjects()
  /// The pending reads of long lists of children.
  var longLists = Fifo<() -> Void>()
  var isReadingLongList = false
  /// The cache entries of objects that are not mirrored yet.
  var cache = CacheContents()
  /// Whether `GetItems` is in flight because many objects are new. New objects wait for it.
  var isBulkReading = false

  init(_ publisher: Publisher, _ reads: ReadQueue) {
    application = publisher.application
    self.publisher = publisher
    self.reads = reads
    cacheReader = CacheReader(application)
  }

  func close() {
    cacheReader.close()
    undecided = UndecidedObjects()
    longLists = Fifo()
    cache = CacheContents()
  }

  /// Whether no list of children is being read or waits to be.
  var isSettled: Bool { reads.outstandingChildren == 0 && undecided.isEmpty }

  /// Whether the structure has been read and published as far as it is known.
  var isRead: Bool {
    isSettled && publisher.restructured.isEmpty && !cacheReader.isReading
      && !reads.isHighPriorityActive
  }

  /// Whether structure that the cache listed is still to be followed or shown, while the application is read for the first
  /// time. That takes no calls, and the more of these there are the longer it takes: what is off screen is read afterwards.
  var isFollowingCache: Bool {
    application.load == .loading && cacheReader.state == .supported
      && !(undecided.isEmpty && publisher.restructured.isEmpty)
  }

  /// Begins to read the structure at the root, with the help of the cache.
  func begin() {
    // The root is always read by calls of its own: caches leave it out, or its children.
    reads.mark(root, .basics, .high)
    guard !peer.dialect.omitsShowEvents else {
      // The cache of GTK 4 contains the objects that any client read before, and takes 80 µs for each.
      cacheReader.state = .unsupported
      isStarted = true
      return
    }
    readCache { reader in
      reader.context.store.reserveCapacity(for: reader.cache.count)
      if reader.root.known.isSuperset(of: .basics) { reader.undecided.append(reader.root) }
      reader.isStarted = true
    }
  }

  /// Has it decided again how an object's children are read.
  func reconsider(_ object: MirroredObject) {
    undecided.append(object)
    schedule()
  }

  /// Handles that an object's basics are known: it can be shown, and its children and details are read next.
  func didReadBasics(_ object: MirroredObject) {
    publisher.touch(object, .all)
    if object.stage == .fresh { publisher.present(object) }
    if object !== root || isStarted { undecided.append(object) }
    reads.mark(object, .details.union(.extras), object.isShowing ? .visible : .normal)
    schedule()
  }

  /// The number of objects up to which the order of children in a cache is verified by reading the children.
  static let smallCache = 2000

  /// The number of objects that are decided on in a turn, however old it is.
  private static let minDecidedPerTurn = 4
  /// No more are in a turn: what is on screen comes first, and its details are requested at the end of the turn.
  private static let maxDecidedPerTurn = 512

  /// Decides how the children of undecided objects are read, for as many objects as fit into this turn.
  func decideChildren() {
    var decided = 0
    while decided < Self.minDecidedPerTurn
      || !context.loop.isTurnAwaited && decided < Self.maxDecidedPerTurn,
      let object = undecided.popFirst()
    {
      decided += 1
      if object.stage != .gone { decideChildren(of: object) }
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
      // In GTK 3 the indices of children are sometimes not in the order of the list of children.
      if claimed > 1, cache.total <= Self.smallCache { reads.mark(object, .children, .normal) }
      return
    }
    reads.mark(object, .children, contentsPriority(of: object))
  }

  /// The priority of reading for the first time what is in an object. What is on screen is complete before anything out of
  /// sight is followed.
  func contentsPriority(of object: MirroredObject) -> ReadPriority {
    object.isShowing || object === root || !object.known.contains(.states) ? .high : .outOfSight
  }

  // MARK: Lists of children

  /// Applies a list of an object's children, in order. A former child that is not in the list has no parent
  /// until another object lists it, and is removed if none does.
  ///
  /// A long list is applied over several turns of the loop, unless `atOnce` is set. A newer list of the same
  /// object cancels that.
  func applyChildren(
    of parent: MirroredObject, _ list: [ObjectReference], atOnce: Bool = false
  ) {
    guard parent.stage != .gone else { return }
    parent.pendingChildList = nil
    parent.known.insert(.children)
    if parent.hasChildren(list) {
      recordRefusals(refused: 0, by: parent)
      return publisher.touchFresh(parent)
    }
    // Most lists are those of objects without children yet: what is added then takes no more room than it needs.
    if parent.children.isEmpty { parent.children.reserveCapacity(list.count) }
    addChildren(ChildListUpdate(list), under: parent, atOnce: atOnce)
  }

  /// The number of children that are added in a turn, however old it is.
  private static let minChildrenPerTurn = 16

  /// Adds as many of a list's children as fit into this turn. Each child is moved below its parent at once. The
  /// order, and which former children leave, is decided at the end.
  private func addChildren(_ update: ChildListUpdate, under parent: MirroredObject, atOnce: Bool) {
    parent.pendingChildList = nil
    var adoption = Adoption(parent)
    var left = Self.minChildrenPerTurn
    while let reference = update.next() {
      if let child = adopt(reference, &adoption, update) { update.children.append(child) }
      left -= 1
      guard left <= 0, !atOnce else { continue }
      if context.loop.isTurnAwaited { break }
      left = 8
    }
    for other in adoption.formerParents { other.children.removeAll { $0.parent !== other } }
    if adoption.hasMovedObjects { update.hasMovedObjects = true }
    update.refused += adoption.refused
    guard update.isEmpty else { return deferChildren(update, under: parent) }
    finishChildList(update, under: parent)
  }

  private func deferChildren(_ update: ChildListUpdate, under parent: MirroredObject) {
    parent.pendingChildList = update
    reads.outstandingChildren += 1
    context.loop.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, parent.stage != .gone, parent.pendingChildList === update else { return }
      addChildren(update, under: parent, atOnce: false)
    }
  }

  /// Ends a list of which all children are added: puts them in order, and orphans the former children that it
  /// does not contain.
  private func finishChildList(_ update: ChildListUpdate, under parent: MirroredObject) {
    preferEntriesInSight(of: parent)
    let children = update.children.filter { $0.parent === parent && $0.stage != .gone }
    schedule()
    recordRefusals(refused: update.refused, by: parent)
    // A label in it may have gone before, which events told.
    defer { rereadUnlabelled(at: parent) }
    if !update.hasMovedObjects, parent.children.elementsEqual(children, by: ===) { return }
    for former in parent.children where former.parent === parent && !update.contains(former) {
      former.parent = nil
      publisher.orphans.append(former)
    }
    parent.children = children
    for (rank, child) in children.enumerated() { child.rank = rank }
    publisher.restructure(parent)
    recheckPlaces(in: parent)
  }

  /// Has it read again where the items of a view are, some of which were added or removed: no event of Qt tells that the others
  /// moved.
  private func recheckPlaces(in view: MirroredObject) {
    guard view.peer.dialect.omitsChangeEvents, view.isView else { return }
    for item in view.children where item.stage == .shown {
      reads.mark(item, item.known.intersection([.states, .frame]), .visible)
    }
  }

  /// The number of entries about the position of a list's scroll bar that are read before the others.
  private static let preferredEntries = 64

  /// Has the entries of a long list read first that are about where its scroll bar is.
  private func preferEntriesInSight(of list: MirroredObject) {
    let entries = list.children
    let count = Self.preferredEntries
    guard entries.count > max(limits.childrenPerCall, count),
      let inSight = (rowBar(of: list) ?? list.parent.flatMap(rowBar(of:)))?
        .scrolledTo(count, of: entries.count)
    else { return }
    for entry in entries[inSight] where entry.stage == .fresh {
      reads.mark(entry, .basics, .high)
    }
  }

  /// Records how many listed children were refused because they are the parent itself or its ancestors. While
  /// objects change places that may be so for a moment: it counts when the parent lists them once more.
  private func recordRefusals(refused count: Int, by parent: MirroredObject) {
    let isRepeated = parent.listedAncestors
    parent.listedAncestors = count > 0
    if count > 0, !isRepeated { return reads.mark(parent, .children, .normal) }
    adjustCount(.ancestors, count - parent.refusedChildren)
    parent.refusedChildren = count
  }
}

/// Objects for which it is to be decided how their children are read, those on screen first, so that what users see is
/// complete before the rest is followed.
struct UndecidedObjects {
  private var showing = Fifo<MirroredObject>()
  private var others = Fifo<MirroredObject>()

  var count: Int { showing.count + others.count }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ object: MirroredObject) {
    if object.isShowing { showing.append(object) } else { others.append(object) }
  }

  mutating func popFirst() -> MirroredObject? { showing.popFirst() ?? others.popFirst() }
}

/// The services that the structure reader needs from its owner.
protocol StructureHost: AnyObject {
  /// Runs `body` when the application has been quiet for a while.
  func whenQuiet(_ body: @escaping () -> Void)
}

/// A part that uses the structure reader, its publisher and its read queue.
protocol StructurePart: ApplicationPart {
  var structure: StructureReader { get }
}

extension StructurePart {
  var application: MirroredApplication { structure.application }
  var publisher: Publisher { structure.publisher }
  var reads: ReadQueue { structure.reads }
}

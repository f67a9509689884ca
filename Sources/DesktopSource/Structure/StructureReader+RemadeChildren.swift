internal import AccessibilityTree

/// Objects that return new children each time they are asked for them.
///
/// Qt creates an accessible object for each cell of a tree in each answer, and keeps the former ones alive: two
/// readings of one tree have no path in common. The mirror keeps the objects that it knows and asks each of
/// them for its index, so that elements keep their ids and the application creates no more objects than it
/// must.
extension StructureReader {
  /// Reads the children of an object. `done` receives the error, if any. Long lists are read one after the
  /// other, so that no more is read than there is room for.
  func scheduleChildList(
    of parent: MirroredObject, _ calls: ObjectCalls, _ done: @escaping (BusError?) -> Void
  ) {
    guard parent.claimedChildren > Self.longListThreshold else {
      return readList(of: parent, calls, done)
    }
    longLists.append { [weak self] in
      self?.readList(of: parent, calls) { error in
        done(error)
        self?.readNextLongList()
      }
    }
    if !isReadingLongList { readNextLongList() }
  }

  /// The number of children beyond which a list is long.
  private static let longListThreshold = 4096

  private func readNextLongList() {
    let read = longLists.popFirst()
    isReadingLongList = read != nil
    read?()
  }

  private func readList(
    of parent: MirroredObject, _ calls: ObjectCalls, _ done: @escaping (BusError?) -> Void
  ) {
    guard !parent.remakesChildren else { return reviewChildren(of: parent, calls, done) }
    let take: ObjectCalls.Done<[ObjectReference]> = { [weak self] result in
      guard let self else { return }
      if case .success(let list) = result, list.count >= limits.children {
        report(.children, parent.path)
      }
      switch result {
      case .failure(let error): done(error)
      case .success(let list) where replacesAll(of: parent, list):
        detectRemadeChildren(of: parent, list, calls, done)
      case .success(let list):
        applyChildren(of: parent, list)
        done(nil)
      }
    }
    let isOneByOne = limits.readsChildrenByIndex(
      parent.claimedChildren, states: parent.facts.states,
      isFirst: !parent.known.contains(.children))
    if isOneByOne {
      let reading = ChildrenByIndex(calls, count: parent.claimedChildren, table.interner, take)
      if parent.children.isEmpty {
        // What is in sight is read while the rest is still listed.
        reading.onFirst = { [weak self] in self?.applyFirst($0, of: parent) }
      }
      reading.start()
    } else {
      var calls = calls
      calls.limits.children = min(limits.children, parent.children.count + remainingRoom)
      calls.children(table.interner, count: parent.claimedChildren, take)
    }
  }

  /// Adds the first entries of a long list while the others are being listed.
  private func applyFirst(_ entries: [ObjectReference], of list: MirroredObject) {
    guard !isClosed, list.stage != .gone, list.children.isEmpty else { return }
    applyChildren(of: list, entries, atOnce: true)
    for entry in list.children where entry.stage == .fresh { reads.mark(entry, .basics, .high) }
  }

  /// How many more children are worth listing: as many as there is room for, and some more to detect that there
  /// are too many.
  private var remainingRoom: Int { max(0, limits.elements - application.count) + 1024 }

  /// Whether a list contains no mirrored object, although the parent has children in the mirror.
  private func replacesAll(of parent: MirroredObject, _ list: [ObjectReference]) -> Bool {
    parent.stage == .shown && !parent.children.isEmpty && !list.isEmpty
      && list.allSatisfy { table[$0] == nil }
  }

  /// Reads the first child once more. If that is yet another object, `parent` creates its children anew each
  /// time.
  private func detectRemadeChildren(
    of parent: MirroredObject, _ list: [ObjectReference], _ calls: ObjectCalls,
    _ done: @escaping (BusError?) -> Void
  ) {
    calls.child(0, table.interner) { [weak self] result in
      guard let self else { return }
      guard case .success(let first) = result, first != list[0], table[first] == nil,
        parent.stage != .gone
      else {
        applyChildren(of: parent, list)
        return done(nil)
      }
      parent.remakesChildren = true
      forget(list + [first])
      // Events that the children sent from their newer paths were lost.
      for child in parent.children { reads.mark(child, [.properties, .states], .high) }
      reviewChildren(of: parent, calls, done)
    }
  }

  /// Releases the numbers of objects that are not mirrored.
  func forget(_ references: [ObjectReference]) {
    for reference in references where table[reference] == nil {
      table.interner.remove(reference)
    }
  }

  /// Asks the known children for their indices, and the parent only for the children that are missing.
  private func reviewChildren(
    of parent: MirroredObject, _ calls: ObjectCalls, _ done: @escaping (BusError?) -> Void
  ) {
    let review = ChildIndexReview(parent.children)
    review.begin(count: max(0, parent.claimedChildren))
    readIndices(review, parent, calls, done)
  }

  private func readIndices(
    _ review: ChildIndexReview, _ parent: MirroredObject, _ calls: ObjectCalls,
    _ done: @escaping (BusError?) -> Void
  ) {
    review.waiting = review.known.count + 1
    let next = { [weak self] in
      review.waiting -= 1
      if review.waiting == 0 { self?.readMissingChildren(review, parent, calls, done) }
    }
    for (former, child) in review.known.enumerated() {
      var calls = ObjectCalls(peer: child.peer, path: child.path, limits: limits)
      calls.lane = .visible
      calls.index(in: parent) { result in
        if case .success(let index?) = result {
          review.assign(child.reference, at: Int(index), former: former)
        } else if case .failure(let error) = result, !error.isAnswer {
          review.failure = error
        }
        next()
      }
    }
    next()
  }

  private func readMissingChildren(
    _ review: ChildIndexReview, _ parent: MirroredObject, _ calls: ObjectCalls,
    _ done: @escaping (BusError?) -> Void
  ) {
    if let failure = review.failure { return done(failure) }
    let missing = review.missing.prefix(limits.children)
    review.waiting = missing.count + 1
    let next = { [weak self] in
      review.waiting -= 1
      guard review.waiting == 0, let self else { return }
      if let failure = review.failure { return done(failure) }
      if parent.stage != .gone { applyChildren(of: parent, review.references) }
      done(nil)
    }
    for index in missing {
      calls.child(Int32(clamping: index), table.interner) { result in
        if case .success(let reference) = result {
          review.fill(index, with: reference)
        } else if case .failure(let error) = result, !error.isAnswer {
          review.failure = error
        }
        next()
      }
    }
    next()
  }

}

/// The known indices of children during a review.
private final class ChildIndexReview {
  let known: [MirroredObject]
  var waiting = 0
  var failure: BusError?
  private var slots: [ObjectReference?] = []
  /// Indices whose child had the same index before: no other child that claims the index replaces it.
  private var confirmed: Set<Int> = []

  init(_ known: [MirroredObject]) {
    self.known = known
  }

  func begin(count: Int) {
    slots = Array(repeating: nil, count: min(count, 1 << 16))
  }

  /// Records the index that a child reports. If two children report the same index, the one that had it before
  /// keeps it: a collapsed row reports the index of a header (Qt 5).
  func assign(_ child: ObjectReference, at index: Int, former: Int) {
    guard slots.indices.contains(index), !confirmed.contains(index) else { return }
    if index == former {
      confirmed.insert(index)
    } else if slots[index] != nil {
      return
    }
    slots[index] = child
  }

  func fill(_ index: Int, with child: ObjectReference) {
    if slots.indices.contains(index), slots[index] == nil { slots[index] = child }
  }

  var missing: [Int] { slots.indices.filter { slots[$0] == nil } }
  var references: [ObjectReference] { slots.compactMap { $0 } }
}

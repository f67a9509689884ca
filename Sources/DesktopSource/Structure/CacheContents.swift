/// What the cache told of objects that are not in the mirror yet.
///
/// Arrays by the small numbers of objects instead of dictionaries: a page of 15,000 elements passes
/// through here while somebody waits.
struct CacheContents {
  private var items: ContiguousArray<CacheItem?> = []
  /// By an object's number: the place of its item, of its first child's, or −1.
  private var places: ContiguousArray<Int32> = []
  private var firstChildren: ContiguousArray<Int32> = []
  /// By the place of an item: the next one with the same parent.
  private var siblings: ContiguousArray<Int32> = []

  /// How many entries are kept.
  private(set) var count = 0
  /// How many entries of `GetItems` there were.
  private(set) var total = 0

  mutating func reserve(_ capacity: Int) {
    items.reserveCapacity(capacity)
    siblings.reserveCapacity(capacity)
    places.reserveCapacity(capacity)
    firstChildren.reserveCapacity(capacity)
  }

  /// Takes in an entry of `GetItems`: with all of them, children are known.
  mutating func add(_ item: CacheItem) {
    total += 1
    let place = Int32(clamping: items.count)
    announce(item)
    guard let parent = item.parent, parent != item.reference else { return }
    grow(parent.index)
    siblings[Int(place)] = firstChildren[parent.index]
    firstChildren[parent.index] = place
  }

  /// Takes in an entry of `AddAccessible`, which says nothing of siblings.
  mutating func announce(_ item: CacheItem) {
    grow(item.reference.index)
    forget(item.reference)
    places[item.reference.index] = Int32(clamping: items.count)
    items.append(item)
    siblings.append(-1)
    count += 1
  }

  /// The entry of an object, which is then dropped.
  mutating func take(_ reference: ObjectReference) -> CacheItem? {
    guard let place = place(reference) else { return nil }
    places[reference.index] = -1
    count -= 1
    return items[place]
  }

  /// Something happened to the object since.
  mutating func forget(_ reference: ObjectReference) {
    guard let place = place(reference) else { return }
    places[reference.index] = -1
    items[place] = nil
    count -= 1
  }

  /// The children of an object in order, when the entries say all of it: as many as the object
  /// counts, at places without gaps.
  func children(of reference: ObjectReference, count: Int) -> [ObjectReference]? {
    if count == 0 { return [] }
    guard count > 0, firstChildren.indices.contains(reference.index) else { return nil }
    var found = 0
    var result = [ObjectReference](repeating: reference, count: min(count, total))
    guard result.count == count else { return nil }
    var next = firstChildren[reference.index]
    while next >= 0 {
      if let item = items[Int(next)], item.parent == reference {
        guard result.indices.contains(item.index), result[item.index] == reference else {
          return nil
        }
        result[item.index] = item.reference
        found += 1
      }
      next = siblings[Int(next)]
    }
    return found == count ? result : nil
  }

  private func place(_ reference: ObjectReference) -> Int? {
    guard places.indices.contains(reference.index), places[reference.index] >= 0 else {
      return nil
    }
    let place = Int(places[reference.index])
    return items[place]?.reference == reference ? place : nil
  }

  /// Calls `body` with every object that an entry names.
  func forEachReference(_ body: (ObjectReference) -> Void) {
    for case let item? in items {
      body(item.reference)
      if let parent = item.parent { body(parent) }
      item.children?.forEach(body)
    }
  }

  private mutating func grow(_ index: Int) {
    while places.count <= index {
      places.append(-1)
      firstChildren.append(-1)
    }
  }
}

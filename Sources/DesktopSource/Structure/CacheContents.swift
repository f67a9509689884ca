/// Where an object belongs, according to its cache entry.
private struct Place {
  let reference: ObjectReference
  let parent: ObjectReference?
  /// The index among the siblings.
  let index: Int32
}

/// The cache entries of objects that are not in the mirror yet.
///
/// Uses arrays indexed by the small numbers of objects instead of dictionaries: a page of 15,000 elements
/// passes through here while a client waits.
final class CacheContents {
  private var items: ContiguousArray<CacheItem?> = []
  /// Indexed like `items`: where it belongs. Reading this copies no text.
  private var places: ContiguousArray<Place?> = []
  /// Indexed by an object's number: the index of its own item, and of its first child's, or −1.
  private var itemIndices: ContiguousArray<Int32> = []
  private var firstChildren: ContiguousArray<Int32> = []
  /// Indexed like `items`: the index of the next item with the same parent, or −1.
  private var siblings: ContiguousArray<Int32> = []

  /// The number of entries that have been neither taken nor forgotten.
  private(set) var count = 0
  /// The number of entries of `GetItems` that were added.
  private(set) var total = 0

  /// The paths of objects of which events told that may be newer than their entries.
  private var outdated: Set<String> = []
  /// The maximum number of such objects that are remembered.
  private static let maxOutdated = 4096

  /// Adds an entry of `GetItems`. Once all entries are added, the children of objects are known.
  func add(_ item: CacheItem) {
    total += 1
    let index = Int32(clamping: items.count)
    announce(item)
    guard let parent = item.parent, parent != item.reference else { return }
    grow(parent.index)
    siblings[Int(index)] = firstChildren[parent.index]
    firstChildren[parent.index] = index
  }

  /// Adds an entry of `AddAccessible`, which says nothing of siblings.
  func announce(_ item: CacheItem) {
    grow(item.reference.index)
    forget(item.reference)
    itemIndices[item.reference.index] = Int32(clamping: items.count)
    items.append(item)
    places.append(
      Place(reference: item.reference, parent: item.parent, index: Int32(clamping: item.index)))
    siblings.append(-1)
    count += 1
  }

  /// Returns the entry of an object, which can be taken only once. It still counts as a child of its parent.
  func take(_ reference: ObjectReference) -> CacheItem? {
    guard let index = itemIndex(reference) else { return nil }
    itemIndices[reference.index] = -1
    count -= 1
    return items[index].take()
  }

  /// Drops the entry of an object because it may be out of date.
  func forget(_ reference: ObjectReference) {
    guard let index = itemIndex(reference) else { return }
    itemIndices[reference.index] = -1
    items[index] = nil
    places[index] = nil
    count -= 1
  }

  /// Notes that the entry of the object at a path may be out of date, also before the entry has arrived.
  func outdate(_ path: String) {
    if outdated.count < Self.maxOutdated { outdated.insert(path) }
  }

  /// Whether the entry of an object may be out of date.
  func isOutdated(_ object: MirroredObject) -> Bool {
    !outdated.isEmpty && outdated.contains(object.path)
  }

  /// Gives the entry of an object a state that an event told of, or takes it.
  func set(_ state: AtspiStates, _ isSet: Bool, of reference: ObjectReference) {
    if let index = itemIndex(reference) { items[index]?.facts.states.set(state, isSet) }
  }

  /// Returns the children of an object in order, or `nil` unless the entries are complete: as many as `count`,
  /// at indices without gaps.
  func children(of reference: ObjectReference, count: Int) -> [ObjectReference]? {
    if count == 0 { return [] }
    guard count > 0, firstChildren.indices.contains(reference.index) else { return nil }
    var found = 0
    var result = [ObjectReference](repeating: reference, count: min(count, total))
    guard result.count == count else { return nil }
    var next = firstChildren[reference.index]
    while next >= 0 {
      if let place = places[Int(next)], place.parent == reference {
        let index = Int(place.index)
        guard result.indices.contains(index), result[index] == reference else { return nil }
        result[index] = place.reference
        found += 1
      }
      next = siblings[Int(next)]
    }
    return found == count ? result : nil
  }

  private func itemIndex(_ reference: ObjectReference) -> Int? {
    guard itemIndices.indices.contains(reference.index), itemIndices[reference.index] >= 0 else {
      return nil
    }
    let index = Int(itemIndices[reference.index])
    return places[index]?.reference == reference ? index : nil
  }

  /// Calls `body` with every object that an entry names.
  func forEachReference(_ body: (ObjectReference) -> Void) {
    for case let item? in items {
      body(item.reference)
      if let parent = item.parent { body(parent) }
      item.children?.forEach(body)
    }
  }

  private func grow(_ index: Int) {
    while itemIndices.count <= index {
      itemIndices.append(-1)
      firstChildren.append(-1)
    }
  }
}

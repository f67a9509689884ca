/// What the cache told of objects that are not in the mirror yet.
struct CacheContents {
  private var items: [ObjectReference: CacheItem] = [:]
  private var children: [ObjectReference: [(index: Int, child: ObjectReference)]] = [:]

  var count: Int { items.count }
  /// How many entries there were.
  private(set) var total = 0

  /// Takes in an entry of `GetItems`: with all of them, children are known.
  mutating func add(_ item: CacheItem) {
    total += 1
    items[item.reference] = item
    if let parent = item.parent, parent != item.reference {
      children[parent, default: []].append((item.index, item.reference))
    }
  }

  /// Takes in an entry of `AddAccessible`, which says nothing of siblings.
  mutating func announce(_ item: CacheItem) {
    items[item.reference] = item
    children[item.reference] = nil
  }

  func item(_ reference: ObjectReference) -> CacheItem? { items[reference] }

  mutating func take(_ reference: ObjectReference) -> CacheItem? {
    items.removeValue(forKey: reference)
  }

  /// Something happened to the object since.
  mutating func forget(_ reference: ObjectReference) {
    if items.removeValue(forKey: reference) != nil { children[reference] = nil }
  }

  /// The children of an object in order, when the entries say all of it: as many as the object
  /// counts, at places without gaps.
  mutating func takeChildren(of reference: ObjectReference, count: Int) -> [ObjectReference]? {
    guard var known = children.removeValue(forKey: reference), known.count == count else {
      return count == 0 ? [] : nil
    }
    if !known.indices.allSatisfy({ known[$0].index == $0 }) {
      known.sort { $0.index < $1.index }
      guard known.indices.allSatisfy({ known[$0].index == $0 }) else { return nil }
    }
    return known.map(\.child)
  }
}

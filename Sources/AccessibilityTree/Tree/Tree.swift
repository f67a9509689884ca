/// The elements of all applications, stored flat. The links between them are always consistent: an element is
/// among its parent's children exactly once, and no element is its own ancestor.
///
/// A value type without a clock or revisions; `AccessibilityMirror` adds those. Nothing here is recursive, so
/// a tree may have any depth.
public struct Tree: Sendable {
  /// Stored without gaps, in no order: the last element takes the place of a removed one.
  private var elements: ContiguousArray<Element> = []
  private var places = ElementPlaces()
  /// In ascending order of their ids: the order in which the applications appeared.
  public private(set) var roots: [ElementID] = []
  package internal(set) var index = TreeIndex()

  public init() {}

  public var count: Int { elements.count }
  public var isEmpty: Bool { elements.isEmpty }

  public subscript(id: ElementID) -> Element? {
    guard let position = find(id) else { return nil }
    return elements[position]
  }

  /// The number of elements of an application, including its root.
  public func count(ofApplication root: ElementID) -> Int { index.count(application: root) }

  public func contains(_ id: ElementID) -> Bool { find(id) != nil }

  /// Where in `elements` an element is.
  private func find(_ id: ElementID) -> Int? { places.find(id) { elements[$0].id } }

  /// Calls `body` with each element, in no order, until it returns `false`. The cheapest way to visit all elements.
  public func scan(_ body: (borrowing Element) -> Bool) {
    for position in elements.indices where !body(elements[position]) { return }
  }

  /// Calls `body` with an element without copying it, and returns the result; `nil` when there is no such element.
  public func read<Value>(_ id: ElementID, _ body: (borrowing Element) -> Value) -> Value? {
    guard let position = find(id) else { return nil }
    return body(elements[position])
  }
}

// MARK: Edits

extension Tree {
  /// Adds an element without children. `index` is its index among its siblings; `nil` or a too large index
  /// appends it. Without a parent the element becomes the root of an application.
  public mutating func insert(
    _ element: consuming Element, under parent: ElementID?, at index: Int? = nil
  ) throws(TreeError) {
    let id = element.id
    guard find(id) == nil else { throw .duplicateElement(id) }
    element.children = []
    element.parent = parent
    if let parent {
      guard let parentPosition = find(parent) else { throw .unknownElement(parent) }
      element.application = elements[parentPosition].application
      elements[parentPosition].children.insert(element.id, atMost: index)
    } else {
      element.application = id
      insertRoot(id)
    }
    append(element)
  }

  /// Changes attributes of an element. Its id and links stay the same, whatever `body` does.
  public mutating func modify(
    _ id: ElementID, _ body: (inout Element) -> Void
  ) throws(TreeError) {
    guard let position = find(id) else { throw .unknownElement(id) }
    let keys = IndexKeys(elements[position])
    let (parent, application) = (elements[position].parent, elements[position].application)
    let children = elements[position].children
    body(&elements[position])
    elements[position].id = id
    elements[position].parent = parent
    elements[position].application = application
    elements[position].children = children
    index.update(id, from: keys, to: IndexKeys(elements[position]))
  }

  /// Moves an element and its descendants to another place in the same application or in another one.
  public mutating func move(
    _ id: ElementID, under parent: ElementID, at index: Int? = nil
  ) throws(TreeError) {
    guard let position = find(id) else { throw .unknownElement(id) }
    guard let newPosition = find(parent) else { throw .unknownElement(parent) }
    if id == parent || isAncestor(id, of: parent) { throw .cycle(id) }
    unlink(id)
    elements[newPosition].children.insert(id, atMost: index)
    elements[position].parent = parent
    let application = elements[newPosition].application
    if elements[position].application != application {
      for descendant in subtree(of: id) {
        guard let position = find(descendant) else { continue }
        let keys = IndexKeys(elements[position])
        elements[position].application = application
        self.index.update(descendant, from: keys, to: IndexKeys(elements[position]))
      }
    }
  }

  /// Changes the order of an element's children.
  public mutating func reorderChildren(
    of parent: ElementID, to order: [ElementID]
  ) throws(TreeError) {
    guard let position = find(parent) else { throw .unknownElement(parent) }
    guard order.count == elements[position].children.count,
      Set(order) == Set(elements[position].children)
    else { throw .notAPermutation(of: parent) }
    elements[position].children = order
  }

  /// Removes an element and its descendants; returns their ids, parents before children.
  @discardableResult
  public mutating func remove(_ id: ElementID) throws(TreeError) -> [ElementID] {
    guard contains(id) else { throw .unknownElement(id) }
    unlink(id)
    let removed = subtree(of: id)
    for id in removed { drop(id) }
    return removed
  }

  /// Removes an element from its parent's children, or from the roots.
  private mutating func unlink(_ id: ElementID) {
    guard let position = find(id) else { return }
    guard let parent = elements[position].parent, let parentPosition = find(parent) else {
      roots.removeAll { $0 == id }
      return
    }
    if let index = elements[parentPosition].children.lastIndex(of: id) {
      elements[parentPosition].children.remove(at: index)
    }
  }

  private mutating func insertRoot(_ id: ElementID) {
    let index = roots.lastIndex { $0 < id }.map { $0 + 1 } ?? 0
    roots.insert(id, at: index)
  }

  private mutating func append(_ element: consuming Element) {
    let id = element.id
    index.insert(id, IndexKeys(element))
    elements.append(element)
    places.insert(id, at: elements.count - 1) { elements[$0].id }
  }

  private mutating func drop(_ id: ElementID) {
    guard let position = find(id) else { return }
    index.remove(id, IndexKeys(elements[position]))
    places.remove(id, at: position) { elements[$0].id }
    let last = elements.count - 1
    if position != last {
      places.move(elements[last].id, from: last, to: position)
      elements.swapAt(position, last)
    }
    elements.removeLast()
  }
}

// MARK: Copying

extension Tree {
  /// Makes room for a number of elements.
  package mutating func reserveCapacity(_ count: Int) {
    elements.reserveCapacity(count)
    places.reserveCapacity(count) { elements[$0].id }
  }

  /// Adds an element with its links as they are, unless it is there already. For a tree that is copied in pieces: the
  /// elements that it names may be missing until the copy is complete.
  package mutating func addPiece(_ element: Element) {
    guard find(element.id) == nil else { return }
    if element.parent == nil { insertRoot(element.id) }
    append(element)
  }
}

// MARK: Deltas

extension Tree {
  /// Updates the tree from one revision to another. An element whose parent is not in the tree becomes a
  /// root, so that a part of a tree can be replicated. Removing an unknown id has no effect.
  ///
  /// When the delta does not fit, the tree is left inconsistent and must be rebuilt from a snapshot.
  public mutating func apply(_ delta: Delta) throws(TreeError) {
    for id in delta.removed { drop(id) }
    for element in delta.changed {
      if let position = find(element.id) {
        index.update(element.id, from: IndexKeys(elements[position]), to: IndexKeys(element))
        elements[position] = element
      } else {
        append(element)
      }
    }
    for element in delta.changed {
      for child in element.children {
        guard let position = find(child), elements[position].parent == element.id else {
          throw .inconsistentDelta(element.id)
        }
      }
    }
    refreshRoots(after: delta)
  }

  private mutating func refreshRoots(after delta: Delta) {
    let before = Set(roots)
    var present = before
    for id in delta.removed { present.remove(id) }
    for element in delta.changed {
      if element.parent.map({ contains($0) }) ?? false {
        present.remove(element.id)
      } else {
        present.insert(element.id)
      }
      // A parent may arrive after its children, which are then no longer roots.
      if !present.isEmpty { for child in element.children { present.remove(child) } }
    }
    if present != before { roots = present.sorted() }
  }
}

/// The changes from one revision of a tree to a later one: whole elements, and the ids of removed ones.
///
/// The law: a snapshot at revision a, with the deltas from a to b applied in order, equals the
/// snapshot at b, byte for byte.
public struct Delta: Hashable, Sendable {
  public var from: Revision
  public var to: Revision
  /// The new and changed elements, each as of revision `to`. The parent of every new element is among
  /// them or already in the tree.
  public var changed: [Element]
  public var removed: [ElementID]

  public init(from: Revision, to: Revision, changed: [Element], removed: [ElementID]) {
    self.from = from
    self.to = to
    self.changed = changed
    self.removed = removed
  }

  public var isEmpty: Bool { changed.isEmpty && removed.isEmpty }
}

extension Array {
  fileprivate mutating func insert(_ newElement: Element, atMost index: Int?) {
    insert(newElement, at: Swift.max(0, Swift.min(index ?? count, count)))
  }
}

extension Tree {
  /// Returns an element and its descendants in order, parents before children. Empty for an unknown id.
  public func subtree(of id: ElementID) -> [ElementID] {
    subtree(of: [id])
  }

  /// Returns several elements, each followed by its descendants.
  public func subtree(of ids: [ElementID]) -> [ElementID] {
    var result: [ElementID] = []
    walk(from: ids) { element, _ in
      result.append(element.id)
      return .descend
    }
    return result
  }

  /// How `walk` continues after an element.
  public enum Step {
    case descend
    /// Skips the descendants of this element.
    case skip
    case stop
  }

  /// Visits elements in reading order: parents before children, children in order. `visit` receives the depth
  /// below the starting points, which have depth 0. Unknown ids are skipped.
  public func walk(
    from starts: [ElementID], _ visit: (borrowing Element, _ depth: Int) -> Step
  ) {
    var pending: [(id: ElementID, depth: Int)] = starts.reversed().map { ($0, 0) }
    while let (id, depth) = pending.popLast() {
      let step = read(id) { element -> Step in
        let step = visit(element, depth)
        if case .descend = step {
          for child in element.children.reversed() { pending.append((child, depth + 1)) }
        }
        return step
      }
      if case .stop? = step { return }
    }
  }

  /// Returns the label of an item, or else that of the first element in it that has one.
  package func text(ofItem item: borrowing Element) -> String? {
    if let label = item.label { return label }
    var text: String?
    walk(from: item.children) { element, _ in
      text = element.label
      return text == nil ? .descend : .stop
    }
    return text
  }

  /// Returns the ancestors of an element, nearest first.
  public func ancestors(of id: ElementID) -> [ElementID] {
    var result: [ElementID] = []
    var next = read(id) { $0.parent } ?? nil
    while let ancestor = next, contains(ancestor) {
      result.append(ancestor)
      next = read(ancestor) { $0.parent } ?? nil
    }
    return result
  }

  public func isAncestor(_ ancestor: ElementID, of id: ElementID) -> Bool {
    var next = read(id) { $0.parent } ?? nil
    while let candidate = next {
      if candidate == ancestor { return true }
      next = read(candidate) { $0.parent } ?? nil
    }
    return false
  }

  /// Sorts ids of this tree into reading order; unknown ids are left out.
  public func inReadingOrder(_ ids: some Collection<ElementID>) -> [ElementID] {
    if ids.count < 2 { return ids.filter { contains($0) } }
    if let sorted = sortedByPath(ids) { return sorted }
    let wanted = Set(ids)
    var result: [ElementID] = []
    result.reserveCapacity(wanted.count)
    walk(from: roots) { element, _ in
      if wanted.contains(element.id) { result.append(element.id) }
      return result.count == wanted.count ? .stop : .descend
    }
    return result
  }

  /// Sorts ids by their paths to the root, which is cheaper than a walk of the tree for a few ids. `nil` when
  /// it is not, because the ids are many, deep, or among many siblings.
  private func sortedByPath(_ ids: some Collection<ElementID>) -> [ElementID]? {
    guard ids.count < count / 16 else { return nil }
    var positions: [ElementID: Int] = [:]
    var left = count
    var paths: [(id: ElementID, path: [Int])] = []
    for id in ids where contains(id) {
      guard let path = path(to: id, &positions, &left) else { return nil }
      paths.append((id, path))
    }
    return paths.sorted { $0.path.lexicographicallyPrecedes($1.path) }.map(\.id)
  }

  /// Returns the indexes among siblings from the root down. `nil` when that exceeds the budget of `left` steps.
  private func path(
    to id: ElementID, _ positions: inout [ElementID: Int], _ left: inout Int
  ) -> [Int]? {
    var result: [Int] = []
    var child = id
    while let parent = read(child, { $0.parent }) ?? nil, contains(parent) {
      if positions[child] == nil {
        positions[child] = read(parent) { $0.children.firstIndex(of: child) } ?? nil
      }
      guard let position = positions[child] else { break }
      left -= 8 + position / 8
      guard left >= 0 else { return nil }
      result.append(position)
      child = parent
    }
    result.append(roots.firstIndex(of: child) ?? 0)
    return result.reversed()
  }
}

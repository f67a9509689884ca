internal import AccessibilityTree

/// The elements of a tree as a list with foldable lines: the visible lines, the selected one,
/// and the scroll position.
struct TreeList: Sendable {
  struct Line: Hashable, Sendable {
    let id: ElementID
    let depth: Int
    let hasChildren: Bool
    let isOpen: Bool
  }

  private(set) var lines: [Line] = []
  private(set) var selected: ElementID?
  /// The index of the first line that is drawn.
  private(set) var top = 0
  private var indices: [ElementID: Int] = [:]
  /// Elements that the user folded or unfolded.
  private var folded: Set<ElementID> = []
  private var opened: Set<ElementID> = []
  private var tree = Tree()

  /// In trees with more than `largeTree` elements, elements at this depth and below are folded initially.
  private static let openDepth = 3
  private static let largeTree = 2_000

  var selectedIndex: Int { selected.flatMap { indices[$0] } ?? 0 }

  mutating func update(_ tree: Tree) {
    let before = lines
    let place = selectedIndex
    self.tree = tree
    folded = folded.filter(tree.contains)
    opened = opened.filter(tree.contains)
    rebuild()
    if let selected, indices[selected] != nil { return }
    // Selects the line that followed the removed element, or the one before it.
    let isThere = { [indices] (line: Line) in indices[line.id] != nil }
    let near =
      before[min(place, before.count)...].first(where: isThere)
      ?? before[..<min(place, before.count)].last(where: isThere)
    selected = near?.id ?? lines.first?.id
  }

  private mutating func rebuild() {
    lines = []
    indices = [:]
    let isLarge = tree.count > Self.largeTree
    tree.walk(from: tree.roots) { element, depth in
      let isOpen =
        !folded.contains(element.id)
        && (opened.contains(element.id) || !isLarge || depth < Self.openDepth)
      let hasChildren = !element.children.isEmpty
      indices[element.id] = lines.count
      lines.append(
        Line(
          id: element.id, depth: depth, hasChildren: hasChildren, isOpen: isOpen && hasChildren))
      return isOpen ? .descend : .skip
    }
  }

  // MARK: Moving

  mutating func move(by distance: Int) {
    guard !lines.isEmpty else { return }
    selected = lines[max(0, min(lines.count - 1, selectedIndex + distance))].id
  }

  /// Selects an element and unfolds its ancestors.
  mutating func select(_ id: ElementID) {
    guard tree.contains(id) else { return }
    for ancestor in tree.ancestors(of: id) {
      folded.remove(ancestor)
      opened.insert(ancestor)
    }
    rebuild()
    selected = id
  }

  /// Unfolds the selected line, or moves to its first child.
  mutating func open() {
    guard lines.indices.contains(selectedIndex) else { return }
    let line = lines[selectedIndex]
    guard line.hasChildren else { return }
    if line.isOpen { return move(by: 1) }
    folded.remove(line.id)
    opened.insert(line.id)
    rebuild()
  }

  /// Folds the selected line, or moves to its parent.
  mutating func close() {
    guard lines.indices.contains(selectedIndex) else { return }
    let line = lines[selectedIndex]
    if line.isOpen {
      opened.remove(line.id)
      folded.insert(line.id)
      return rebuild()
    }
    if let parent = tree.ancestors(of: line.id).first, indices[parent] != nil { selected = parent }
  }

  /// Returns the lines to draw in `height` rows, scrolled so that the selected line is visible.
  mutating func visible(_ height: Int) -> ArraySlice<Line> {
    guard height > 0, !lines.isEmpty else { return [] }
    if selectedIndex < top { top = selectedIndex }
    if selectedIndex >= top + height { top = selectedIndex - height + 1 }
    top = max(0, min(top, lines.count - height))
    return lines[top..<min(lines.count, top + height)]
  }
}

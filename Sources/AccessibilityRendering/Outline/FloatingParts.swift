internal import AccessibilityTree

/// Parts of pages that stay in view while what they are in has been scrolled out: what is fixed to the window of a browser, and the
/// headers of a table. Browsers say that they are showing, and that what is around them is not.
struct FloatingParts {
  /// How many elements may still be looked at. Of a page with thousands of rows that is the start.
  private var left = 5_000

  /// The most children that are looked at, from each end.
  private static let maxEnds = 3

  /// Whether such a part is in an element that is not on screen.
  mutating func isAround(_ element: borrowing Element, in tree: Tree) -> Bool {
    guard let levels = element.role.levelsAroundFloating, isOut(element) else { return false }
    return holdsPart(element, levels: levels, in: tree)
      && ReadingOrder(tree: tree).isInDocument(element.id)
  }

  private func isOut(_ element: borrowing Element) -> Bool {
    element.states.contains(.visible) && !element.states.contains(.showing)
  }

  private mutating func holdsPart(
    _ element: borrowing Element, levels: Int, in tree: Tree
  ) -> Bool {
    guard let around = element.frame?.rect, !around.isEmpty else { return false }
    for id in element.children.ends(Self.maxEnds, Self.maxEnds) {
      guard left > 0 else { return false }
      left -= 1
      let isFound = tree.read(id) { child in
        if child.states.contains(.showing) {
          return child.frame.map { !$0.rect.isEmpty && !$0.rect.intersects(around) } ?? false
        }
        return levels > 1 && isOut(child) && holdsPart(child, levels: levels - 1, in: tree)
      }
      if isFound == true { return true }
    }
    return false
  }
}

extension Array {
  /// The first and the last ones; all where there are no more.
  func ends(_ first: Int, _ last: Int) -> [Element] {
    count <= first + last ? self : Array(prefix(first) + suffix(last))
  }
}

extension Role {
  /// How deep in elements of the role, if they are not on screen, parts that float are looked for.
  fileprivate var levelsAroundFloating: Int? {
    switch self {
    case .row: 1
    case .rowGroup, .listItem: 2
    case .generic, .section, .group, .region, .form, .article, .banner, .contentInfo,
      .complementary, .header, .footer, .main, .navigation, .search, .list:
      3
    default: nil
    }
  }
}

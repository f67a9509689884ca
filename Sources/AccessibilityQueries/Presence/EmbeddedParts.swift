internal import AccessibilityTree

/// What is around a part of another process that is on screen. In GTK 3 the object that embeds the part says nothing of whether
/// it is on screen, nor does the outermost object of a page of WebKitGTK; the page itself does.
enum EmbeddedParts {
  /// The levels between what embeds the part and what tells, and the children of each that are looked at.
  private static let maxDepth = 3
  private static let maxChildren = 4

  /// Whether an element says nothing of itself and is directly around one that is on screen, which nothing is in a hidden element.
  static func isShown(_ element: borrowing Element, in tree: Tree) -> Bool {
    guard element.role == .generic || element.role == .scrollArea, !element.children.isEmpty,
      ScreenPresence.isUnmarked(element)
    else { return false }
    return holdsShown(element.children, Self.maxDepth, tree)
  }

  private static func holdsShown(_ ids: [ElementID], _ depth: Int, _ tree: Tree) -> Bool {
    ids.prefix(maxChildren).contains { id in
      let (isShown, inner) =
        tree.read(id) { child in
          (
            child.states.contains(.showing),
            ScreenPresence.isUnmarked(child) ? child.children : []
          )
        } ?? (false, [])
      return isShown || depth > 1 && holdsShown(inner, depth - 1, tree)
    }
  }
}

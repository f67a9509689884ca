package import AccessibilityTree

/// Menu bars without a height, whatever their states say: LibreOffice keeps one beside that of GTK, with the same menus.
package enum FlatBars {
  package static func isFlat(_ element: borrowing Element) -> Bool {
    element.role == .menuBar && element.frame?.rect.isEmpty == true
  }

  /// Whether an element is in such a menu bar. The cost is subtracted from `steps`.
  package static func contain(
    _ element: borrowing Element, in tree: Tree, steps: inout Int
  ) -> Bool {
    var next = element.parent
    while let parent = next, steps > 0 {
      steps -= WorkBudget.visit
      if tree.read(parent, { isFlat($0) }) == true { return true }
      next = tree.read(parent) { $0.role == .menu || $0.role.isMenuItem ? $0.parent : nil } ?? nil
    }
    return false
  }
}

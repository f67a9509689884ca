import AccessibilityTree

/// Where an element without a name is, which tells it from others: a box to tick in a row, the paragraph that is all of a cell,
/// the button that is all of a toolbar, or the field and button in a group that stand for a combo box.
struct OutlinePlace {
  private let kind: String
  private let name: String

  /// Returns `nil` for elements that are told from others otherwise.
  init?(of element: borrowing Element, in tree: Tree) {
    if let text = OutlineCells(tree: tree).rowText(of: element) {
      (kind, name) = ("row", text)
    } else if let cell = OutlineWrittenCells(tree: tree).cellName(of: element) {
      (kind, name) = ("cell", cell)
    } else if let toolBar = OutlineLoneButtons(tree: tree).toolBarName(of: element) {
      (kind, name) = ("toolbar", toolBar)
    } else if let group = OutlineComboBoxes(tree: tree).groupName(of: element) {
      (kind, name) = ("group", group)
    } else {
      return nil
    }
  }

  func text(limit: Int) -> String { " in \(kind) " + name.quoted(limit: limit) }
}

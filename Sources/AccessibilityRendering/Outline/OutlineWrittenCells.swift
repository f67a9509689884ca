import AccessibilityTree

/// Cells in the tables of a text that people write in, as those of LibreOffice Writer: a cell has the name of its place, and the
/// paragraph in it has the text, and takes another. People name one thing, so the line is that of the paragraph, and says in
/// which cell it is.
struct OutlineWrittenCells {
  let tree: Tree

  /// Returns the only paragraph in a cell, where nothing else is to be said of the cell than its name.
  func paragraph(in cell: borrowing Element) -> ElementID? {
    guard cell.isNamedPlace, cell.children.count == 1, let id = cell.children.first else {
      return nil
    }
    let label = cell.label
    let isWritten = tree.read(id) { $0.isWrittenParagraph && $0.value != label }
    return isWritten == true ? id : nil
  }

  /// Returns the name of the cell that a paragraph stands for.
  func cellName(of paragraph: borrowing Element) -> String? {
    guard paragraph.isWrittenParagraph, let parent = paragraph.parent else { return nil }
    let id = paragraph.id
    return tree.read(parent) { self.paragraph(in: $0) == id ? $0.label : nil } ?? nil
  }

  /// Whether an element is counted behind others as a place for a text without one. A paragraph that stands for its cell is not:
  /// its line says which cell is empty.
  func isBlankEntry(_ element: borrowing Element) -> Bool {
    element.isBlankEntry && cellName(of: element) == nil
  }
}

extension Element {
  /// Whether the element is a cell with a name and nothing else, which people do not reach itself.
  fileprivate var isNamedPlace: Bool {
    role == .cell && hasLabel && value?.isBlank ?? true && range == nil && placeholder == nil
      && states.isDisjoint(with: [.focused, .focusable]) && isInert(besides: [])
      && !actions.contains { $0.kind == .press }
  }

  /// Whether the element is a paragraph without a name that takes a text.
  fileprivate var isWrittenParagraph: Bool {
    role == .paragraph && !hasLabel && actions.contains { $0.kind == .setText }
  }
}

internal import AccessibilityTree

/// Boxes to tick in tables that list their cells without rows, as those of GTK 3 do: the text of its row tells one from the
/// others.
struct OutlineCells {
  let tree: Tree

  /// The most cells that are looked at on either side.
  private static let reach = 16

  /// Returns the first text in the row of a cell that can be ticked and has no text of its own.
  func rowText(of cell: borrowing Element) -> String? {
    guard cell.role == .cell, cell.states.contains(.checkable), !cell.hasLabel,
      cell.value?.isBlank ?? true, cell.children.isEmpty, let frame = cell.frame,
      let parent = cell.parent
    else { return nil }
    let id = cell.id
    // A part of a cell stands in the row of that: the texts in it may be other ways to draw it.
    let around = tree.read(parent) { $0.role == .cell ? $0.parent : nil } ?? nil
    return around.flatMap { rowText(of: parent, in: $0, frame) }
      ?? rowText(of: id, in: parent, frame)
  }

  /// Returns the first text in the row of what a table, or a cell, lists; `nil` where rows list it, which have their texts.
  private func rowText(of id: ElementID, in parent: ElementID, _ frame: Frame) -> String? {
    let beside = tree.read(parent) { parent -> (before: [ElementID], behind: [ElementID]) in
      guard parent.role != .row, let index = parent.children.firstIndex(of: id) else {
        return ([], [])
      }
      let children = parent.children
      return (
        Array(children[..<index].suffix(Self.reach).reversed()),
        Array(children[(index + 1)...].prefix(Self.reach))
      )
    }
    guard let beside else { return nil }
    return texts(of: beside.before, inRowOf: frame).last
      ?? texts(of: beside.behind, inRowOf: frame).first
  }

  /// Returns the texts of cells, up to the first that is in another row.
  private func texts(of cells: [ElementID], inRowOf frame: Frame) -> [String] {
    var texts: [String] = []
    for id in cells {
      guard let cell = tree[id], cell.role == .cell, let place = cell.frame,
        place.space == frame.space, place.rect.isInRow(with: frame.rect)
      else { break }
      if let text = text(of: cell) { texts.append(text) }
    }
    return texts
  }

  /// Returns the text of a cell, or the first one of the cells in it, which show an icon and a name.
  private func text(of cell: borrowing Element) -> String? {
    if cell.hasLabel { return cell.label }
    return cell.children.prefix(Self.reach).lazy.compactMap { id in
      tree.read(id) { $0.role == .cell && $0.hasLabel ? $0.label : nil } ?? nil
    }.first
  }
}

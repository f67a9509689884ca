internal import AccessibilityMirror
internal import AccessibilityTree

/// Cells that are selected together, as a row, in a table that has cells and no rows.
extension ActionRun {
  /// Groups items of a view by the rows that are selected as a whole; any other item is by itself.
  ///
  /// Only a table with headers of columns has rows: the icons of a view are beside each other as well, and each is selected alone.
  ///
  /// - Parameter isBesideOwn: Whether the row of the element, which is selected, is left out.
  func rows(of items: [Element], isBesideOwn: Bool) -> [[Element]] {
    guard items.contains(where: { $0.role == .cell }), let lines = cellLines else {
      return items.map { [$0] }
    }
    let own = Set([element.id] + host.store.tree.ancestors(of: element.id))
    let selected = Set(items.map(\.id)).union(isBesideOwn ? own : [])
    var rows: [[Element]] = []
    var places: [Int: Int] = [:]
    for item in items {
      guard let line = lines.firstIndex(where: { $0.contains(item.id) }),
        object.dialect.selectsCellsByRow || lines[line].isSubset(of: selected)
      else {
        rows.append([item])
        continue
      }
      if isBesideOwn, !lines[line].isDisjoint(with: own) { continue }
      if let place = places[line] {
        rows[place].append(item)
      } else {
        places[line] = rows.count
        rows.append([item])
      }
    }
    return rows
  }

  /// The cells of each line of the table around the element; `nil` where nothing tells of columns.
  private var cellLines: [Set<ElementID>]? {
    guard let view = viewOfItem else { return nil }
    let tree = host.store.tree
    let columns = view.children.lazy.prefix(Self.maxItems).count { id in
      tree.read(id) { $0.role == .columnHeader } == true
    }
    guard columns > 0 else { return nil }
    let cells = view.children.prefix(Self.maxItems).filter { id in
      tree.read(id) { $0.role == .cell } == true
    }
    // Cells out of sight have no place in GTK 3, where all rows have a cell for each column.
    if object.dialect.selectsCellsByRow, cells.count.isMultiple(of: columns) {
      return stride(from: 0, to: cells.count, by: columns).map { Set(cells[$0..<$0 + columns]) }
    }
    return Array(
      Dictionary(grouping: cells) { id in
        (tree.read(id) { $0.frame } ?? nil).map { CellLine(place: $0, cell: id) }
      }.compactMap { line, cells in line == nil ? nil : Set(cells) })
  }

  /// What a row is called: after its first cell that has a name, which may be a part of a cell.
  func name(ofRow cells: [Element]) -> String {
    let tree = host.store.tree
    for cell in cells {
      if cell.hasLabel { return cell.messageName }
      let part = cell.children.lazy.compactMap { tree[$0] }.first {
        $0.role == .cell && $0.hasLabel
      }
      if let part { return part.messageName }
    }
    return cells.first?.messageName ?? ""
  }
}

/// Where a line of cells is; a cell without a place is on a line of its own.
private struct CellLine: Hashable {
  private let y: Double
  private let height: Double
  private let alone: ElementID?

  init(place: Frame, cell: ElementID) {
    (y, height) = (place.rect.y, place.rect.height)
    alone = place.rect.isEmpty ? cell : nil
  }
}

internal import AccessibilityTree

/// Where a cell is in a table that lists its cells without rows: behind the headers of its columns, one row after the other, as
/// GTK 3 and Qt do.
struct OutlineCellPlace {
  let row: Int
  let column: Int
}

/// The number of columns of the table whose cells were visited last.
struct OutlineCellTable {
  let id: ElementID
  /// `nil` where the table does not list its cells like that.
  let columns: Int?

  /// - Parameter children: What the table lists, in the order of the walk.
  init(_ id: ElementID, _ children: [ElementID], in tree: Tree) {
    self.id = id
    let isWhole = tree.read(id) { table in
      table.children == children && table.totalChildren ?? children.count == children.count
    }
    let columns = children.prefix { id in tree.read(id) { $0.role == .columnHeader } == true }.count
    let isRegular = columns > 1 && children.count % columns == 0
    self.columns = isWhole == true && isRegular ? columns : nil
  }
}

extension OutlineWalk {
  /// Returns where the element is in its table that is visited now; `nil` where that is not known.
  mutating func cellPlace(of cell: borrowing Element, in tree: Tree) -> OutlineCellPlace? {
    guard cell.role == .cell, cell.states.contains(.transient), let parent = cell.parent,
      let frame = frames.last, frame.children.indices.contains(frame.next - 1),
      frame.children[frame.next - 1] == cell.id
    else { return nil }
    if cellTable?.id != parent {
      cellTable = OutlineCellTable(parent, frame.children, in: tree)
    }
    guard let columns = cellTable?.columns, frame.next > columns else { return nil }
    let (row, column) = (frame.next - 1 - columns).quotientAndRemainder(dividingBy: columns)
    return OutlineCellPlace(row: row, column: column)
  }

  /// Counts a cell that is off screen: a row of which no cell has a place once, since it gets one line.
  mutating func count(offscreenCell cell: borrowing Element, _ owner: Int, _ tree: Tree) -> Bool {
    guard cell.frame == nil, !options.showsAll, let place = cellPlace(of: cell, in: tree),
      OutlineCellRow.texts(of: cell, in: tree) != nil
    else { return false }
    if let row = countedRow, row.owner == owner, row.table == cell.parent, row.index == place.row {
      return true
    }
    guard let table = cellTable, let columns = table.columns,
      let siblings = frames.last?.children.dropFirst((place.row + 1) * columns).prefix(columns),
      siblings.allSatisfy({ id in tree.read(id) { $0.frame == nil } == true })
    else { return false }
    countedRow = (owner, table.id, place.row)
    nodes[owner].addOffscreen(cell.id, .row, isVisible: cell.states.contains(.visible))
    return true
  }
}

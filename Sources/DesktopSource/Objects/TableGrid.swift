/// The position of a cell in its table, counted from 0.
struct CellPosition: Hashable, Comparable, Sendable {
  var row: Int
  var column: Int

  static func < (first: CellPosition, second: CellPosition) -> Bool {
    (first.row, first.column) < (second.row, second.column)
  }

  init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }

  /// Parses an address as spreadsheets write it, "B500", or row and column counted from 1, "500,2".
  init?(address: String) {
    let parts = address.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, let row = Int32(parts[0]), let column = Int32(parts[1]) {
      self.init(row: Int(row) - 1, column: Int(column) - 1)
    } else {
      let letters = address.uppercased().prefix { $0.isASCII && $0.isLetter }.utf8
      guard (1...6).contains(letters.count), let row = Int32(address.dropFirst(letters.count))
      else { return nil }
      let column = letters.reduce(0) { $0 * 26 + Int($1) - 64 }
      self.init(row: Int(row) - 1, column: column - 1)
    }
    guard row >= 0, column >= 0, row <= Int32.max, column <= Int32.max else { return nil }
  }
}

/// The mirrored cells of a table that has too many for all to be read.
final class TableGrid {
  /// The size of the whole table.
  var rows = 0
  var columns = 0
  /// The visible part; empty while it is unknown.
  var visibleRows = 0..<0
  var visibleColumns = 0..<0
  /// The headers of the columns, which the table lists before its first cell.
  var headers: [(owner: String, path: String)] = []
  /// Cells mirrored in addition, the most recently requested last.
  private(set) var pinned: [CellPosition] = []
  /// The active cell; `nil` while it is unknown.
  var active: CellPosition?
  /// Whether the application creates a new object each time a cell is requested. In LibreOffice such an object lasts for about
  /// 15 s, so the cell is identified by its position. In trees of Qt it goes on being that of its row
  /// (`AtspiDialect.cellsFollowRows`).
  var remakesCells = false
  var cells: [CellPosition: MirroredObject] = [:]
  var isBeingRead = false
  /// Whether the table changed while it was being read.
  var isRereadDue = false

  /// The maximum number of `pinned` cells.
  static let maxPinned = 64
  /// The maximum number of visible cells of one table.
  static let maxVisible = 4096
  /// How long the object of a cell is used, in nanoseconds. at-spi2-atk keeps an object that nothing else
  /// holds for 15 s after it was returned.
  static let lifetime: UInt64 = 10_000_000_000

  func pin(_ position: CellPosition) {
    pinned.removeAll { $0 == position }
    if pinned.count >= Self.maxPinned { pinned.removeFirst() }
    pinned.append(position)
  }

  func isVisible(_ position: CellPosition) -> Bool {
    visibleRows.contains(position.row) && visibleColumns.contains(position.column)
  }

  /// Sets the visible part from the cells at two opposite corners.
  func show(from first: CellPosition, to last: CellPosition) {
    visibleColumns =
      min(first.column, last.column)..<min(columns, max(first.column, last.column) + 1)
    let top = min(first.row, last.row)
    let most = max(1, Self.maxVisible / max(1, visibleColumns.count))
    visibleRows = top..<min(rows, max(first.row, last.row) + 1, top + most)
    if visibleColumns.count > Self.maxVisible {
      visibleColumns = visibleColumns.prefix(Self.maxVisible)
    }
  }

  /// All cells to be mirrored, row by row.
  var positions: [CellPosition] {
    var positions: Set<CellPosition> = []
    for row in visibleRows {
      for column in visibleColumns { positions.insert(CellPosition(row: row, column: column)) }
    }
    for position in pinned + (active.map { [$0] } ?? [])
    where position.row < rows && position.column < columns {
      positions.insert(position)
    }
    return positions.sorted()
  }
}

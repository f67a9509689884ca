internal import AccessibilityTree

/// Reads the visible part of a table: first which cells are visible (`TableSearch`), and then the object of each
/// of them. The number of calls does not depend on the size of the table.
final class TableReader {
  private let limits: DesktopLimits
  private let table: MirroredObject
  private let grid: TableGrid
  private let calls: ObjectCalls
  private let bar: ObjectCalls?
  private let done: (Outcome) -> Void

  enum Outcome {
    /// The objects that were found, by the positions of their cells.
    case cells([CellPosition: (owner: String, path: String)])
    /// The table does not report the positions of its cells.
    case unsupported
    case failed
  }

  typealias Address = (owner: String, path: String)

  /// - Parameter bar: The scroll bar that moves the rows of the table, if there is one.
  init(
    _ table: MirroredObject, _ grid: TableGrid, limits: DesktopLimits, bar: MirroredObject? = nil,
    done: @escaping (Outcome) -> Void = { _ in }
  ) {
    self.limits = limits
    self.table = table
    self.grid = grid
    self.done = done
    calls = ObjectCalls(peer: table.peer, path: table.path, limits: limits)
    self.bar = bar.map { ObjectCalls(peer: $0.peer, path: $0.path, limits: limits) }
  }

  /// - Parameter rect: The table's frame in its window; `nil` when it is not visible.
  func start(_ rect: Rect?) {
    calls.single("org.a11y.atspi.Table", ["NRows", "NColumns"]) { [self] result in
      guard case .success(let values) = result else { return done(.failed) }
      grid.rows = max(0, Int(clamping: values["NRows"]?.integer ?? 0))
      grid.columns = max(0, Int(clamping: values["NColumns"]?.integer ?? 0))
      guard grid.rows > 0, grid.columns > 0 else { return done(.unsupported) }
      guard let rect, rect.width > 4, rect.height > 4 else {
        (grid.visibleRows, grid.visibleColumns) = (0..<0, 0..<0)
        return fetchMissing()
      }
      search(TableSearch(reader: self, calls: calls, grid: grid, frame: rect, bar: bar))
    }
  }

  private func search(_ search: TableSearch) {
    calls.peer.queue.connection.loop.startTask { [self] in
      grid.headers = await search.headers()
      guard let corners = await search.visible() else { return done(.unsupported) }
      grid.show(from: corners.first, to: corners.last)
      fetchMissing()
    }
  }

  // MARK: Positions

  /// Asks which cell is at a point of the window.
  func cell(at point: Point, _ then: @escaping (Address?) -> Void) {
    calls.hit(
      point, { (message) throws(BusError) in try message.reference() },
      { [self] result in
        guard case .success(let cell) = result, cell.path != table.path, isObject(cell) else {
          return then(nil)
        }
        then(cell)
      })
  }

  func isObject(_ cell: Address) -> Bool {
    cell.owner == table.peer.name && cell.path != ObjectInterner.nullPath
  }

  /// Finds the position of a cell by its index among the table's children.
  func position(of cell: Address, _ then: @escaping (CellPosition?) -> Void) {
    let cellCalls = ObjectCalls(peer: table.peer, path: cell.path, limits: limits)
    cellCalls.indexInParent { [self] result in
      guard case .success(let index) = result else { return then(nil) }
      let (total, isTooLarge) = grid.rows.multipliedReportingOverflow(by: grid.columns)
      guard !isTooLarge else { return then(nil) }
      if total > Int(Int32.max) {
        // The index is truncated to 32 bits: the name tells which of a few candidates is right.
        let candidates = stride(from: Int(UInt32(bitPattern: index)), to: total, by: 1 << 32)
          .prefix(8).map { CellPosition(row: $0 / grid.columns, column: $0 % grid.columns) }
        return name(cell.path) { name in self.choose(Array(candidates), name, then) }
      }
      self.position(at: index, then)
    }
  }

  private func position(at index: Int32, _ then: @escaping (CellPosition?) -> Void) {
    number("GetRowAtIndex", index) { [self] row in
      guard let row, (0..<grid.rows).contains(row) else { return then(nil) }
      number("GetColumnAtIndex", index) { [self] column in
        guard let column, (0..<grid.columns).contains(column) else { return then(nil) }
        then(CellPosition(row: row, column: column))
      }
    }
  }

  private func choose(
    _ candidates: [CellPosition], _ name: String?, _ then: @escaping (CellPosition?) -> Void
  ) {
    guard let first = candidates.first, let name else { return then(nil) }
    fetch(first) { [self] cell in
      guard let cell else { return choose(Array(candidates.dropFirst()), name, then) }
      self.name(cell.path) { [self] found in
        if found == name { return then(first) }
        choose(Array(candidates.dropFirst()), name, then)
      }
    }
  }

  private func name(_ path: String, _ then: @escaping (String?) -> Void) {
    ObjectCalls(peer: table.peer, path: path, limits: limits)
      .single("org.a11y.atspi.Accessible", ["Name"]) { result in
        if case .success(let values) = result { then(values["Name"]?.text) } else { then(nil) }
      }
  }

  private func number(_ member: String, _ index: Int32, _ then: @escaping (Int?) -> Void) {
    calls.call(
      "Table", member, [.int32(index)],
      { (message) throws(BusError) in Int(try message.int32()) },
      { result in if case .success(let number) = result { then(number) } else { then(nil) } })
  }

  // MARK: Cells

  /// Reads the object of a cell; `nil` when there is none.
  func fetch(_ position: CellPosition, _ then: @escaping (Address?) -> Void) {
    calls.call(
      "Table", "GetAccessibleAt",
      [.int32(Int32(clamping: position.row)), .int32(Int32(clamping: position.column))],
      { (message) throws(BusError) in try message.reference() },
      { [self] result in
        guard case .success(let cell) = result, isObject(cell) else { return then(nil) }
        then(cell)
      })
  }

  private func fetchMissing() {
    let positions = grid.positions
    guard grid.cells.isEmpty, let first = positions.first, let last = positions.last else {
      guard grid.remakesCells else { return fetch(positions) }
      return relocate { [self] in fetch(positions.filter { grid.cells[$0] == nil }) }
    }
    // Two cells are requested twice, because the object of the active cell may be permanent where others are
    // not.
    var remade = false
    isRemade(first) { [self] isFirst in
      remade = isFirst
      isRemade(last) { [self] isLast in
        grid.remakesCells = remade || isLast
        fetch(positions)
      }
    }
  }

  /// Finds out where the known cells are now, in toolkits whose cells follow their rows. Those that are no longer are forgotten.
  private func relocate(_ then: @escaping () -> Void) {
    guard table.peer.dialect.cellsFollowRows else { return then() }
    let known = grid.cells.values.filter { $0.stage != .gone }
    var cells: [CellPosition: MirroredObject] = [:]
    var waiting = known.count + 1
    let next = { [self] in
      waiting -= 1
      guard waiting == 0 else { return }
      grid.cells = cells
      then()
    }
    for cell in known {
      let cellCalls = ObjectCalls(peer: table.peer, path: cell.path, limits: limits)
      cellCalls.index(in: table) { [self] answer in
        guard case .success(let index?) = answer else { return next() }
        position(at: index) { position in
          if let position { cells[position] = cell }
          next()
        }
      }
    }
    next()
  }

  private func isRemade(_ position: CellPosition, _ then: @escaping (Bool) -> Void) {
    fetch(position) { [self] first in
      fetch(position) { second in then(first?.path != second?.path) }
    }
  }

  private func fetch(_ positions: [CellPosition]) {
    guard !positions.isEmpty else { return done(.cells([:])) }
    var found: [CellPosition: Address] = [:]
    var waiting = positions.count
    for position in positions {
      fetch(position) { [self] cell in
        if let cell { found[position] = cell }
        waiting -= 1
        if waiting == 0 { done(.cells(found)) }
      }
    }
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Tables with more cells than are worth reading: the cells on screen, the active one, and those that clients
/// asked for are mirrored.
extension StructureReader {
  /// Reads the mirrored cells of a table whose rectangle in its window is `rect`, or `nil` if it cannot be
  /// seen. Calls `otherwise` if the table cannot be read by cells.
  func readTable(_ object: MirroredObject, _ rect: Rect?, otherwise: @escaping () -> Void) {
    let grid = object.grid ?? TableGrid()
    object.grid = grid
    if grid.isBeingRead {
      grid.isRereadDue = true
      return
    }
    grid.isBeingRead = true
    grid.isRereadDue = false
    reads.outstandingChildren += 1
    let bar = rowBar(of: object)
    TableReader(object, grid, limits: limits, bar: bar) { [weak self] outcome in
      guard let self else { return }
      grid.isBeingRead = false
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      switch outcome {
      case .cells(let found): applyCells(found, of: object, grid)
      case .unsupported where grid.cells.isEmpty:
        object.grid = nil
        return otherwise()
      // The cells that are known stay until there is a usable answer.
      case .unsupported: break
      case .failed: object.known.insert(.children)
      }
      if grid.isRereadDue { readWindow(of: object) }
    }.start(rect)
    health.didCall()
  }

  /// The scroll bar beside a table that moves its rows.
  func rowBar(of table: MirroredObject) -> MirroredObject? {
    table.parent?.children.first {
      ElementMapping.role($0.facts) == .scrollBar && $0.facts.states.shared.contains(.vertical)
    }
  }

  private func applyCells(
    _ found: [CellPosition: TableReader.Address], of object: MirroredObject, _ grid: TableGrid
  ) {
    let now = MonotonicTime.now().nanoseconds
    var positions: [ObjectReference: CellPosition] = [:]
    var list: [ObjectReference] = []
    if !grid.remakesCells {
      list = grid.headers.map { table.interner.intern($0.owner, $0.path) }
    }
    for position in grid.positions {
      let reference: ObjectReference
      if grid.remakesCells, let known = grid.cells[position], known.stage != .gone {
        reference = known.reference
      } else if let cell = found[position] {
        reference = table.interner.intern(cell.owner, cell.path)
      } else {
        continue
      }
      if positions[reference] == nil { list.append(reference) }
      positions[reference] = position
    }
    applyChildren(of: object, list, atOnce: true)
    grid.cells = [:]
    for child in object.children {
      guard let position = positions[child.reference] else { continue }
      if child.cell == nil { child.lastNamed = now }
      child.cell = position
      grid.cells[position] = child
      // A cell that was known before may have moved.
      if grid.isVisible(position) {
        if child.known.contains(.frame) { reads.mark(child, .frame, .visible) }
      } else if child.frame != nil {
        child.frame = nil
        publisher.touch(child, .frame)
      }
    }
  }

  /// Whether the application has forgotten the object of a cell, or is about to.
  func hasExpiredPath(_ object: MirroredObject) -> Bool {
    guard object.cell != nil, object.parent?.grid?.remakesCells == true,
      !object.peer.dialect.cellsFollowRows
    else { return false }
    return MonotonicTime.now().nanoseconds &- object.lastNamed > TableGrid.lifetime
  }

  /// Asks the application for a new object of a cell. `then` receives whether it returned one.
  func renew(_ object: MirroredObject, _ then: @escaping (Bool) -> Void) {
    guard let parent = object.parent, let grid = parent.grid, let position = object.cell else {
      return then(false)
    }
    TableReader(parent, grid, limits: limits).fetch(position) { [weak self] cell in
      guard let self, let cell, object.stage != .gone else { return then(false) }
      rename(object, cell.path)
      then(true)
    }
    health.didCall()
  }

  /// Records that a cell has another path from now on.
  func rename(_ object: MirroredObject, _ path: String) {
    object.lastNamed = MonotonicTime.now().nanoseconds
    object.isUnnamed = false
    guard path != object.path else { return }
    let reference = table.interner.intern(object.peer.name, path)
    guard table[reference] == nil else { return }
    if let parent = object.parent, parent.activeDescendant == object.reference {
      parent.activeDescendant = reference
    }
    table.rename(object, reference)
  }

  // MARK: Changes

  /// Handles an event that the cell at `path` is the active one of a table now.
  func activeCellChanged(_ object: MirroredObject, _ path: String) {
    guard let grid = object.grid else { return }
    if let former = grid.active.flatMap({ grid.cells[$0] }) {
      // The object that LibreOffice keeps of the active cell goes on having the text that was deleted from it.
      if grid.remakesCells { former.lastNamed = 0 }
      reads.mark(former, [.states, .text, .attributes], .high)
    }
    resolve(cell: path, of: object) { [weak self] position in
      grid.active = position
      guard let self else { return }
      if let known = position.flatMap({ grid.cells[$0] }) {
        object.activeDescendant = known.reference
        publisher.touch(object, .all)
      }
      // The table may have scrolled to the cell.
      readWindow(of: object)
    }
  }

  /// Finds the place of the cell whose object at `path` is not mirrored, and has the cell read again if it is.
  func resolve(
    cell path: String, of object: MirroredObject, _ then: ((CellPosition?) -> Void)? = nil
  ) {
    guard let grid = object.grid else { return }
    reads.outstandingChildren += 1
    TableReader(object, grid, limits: limits).position(of: (object.peer.name, path)) {
      [weak self] position in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      if let known = position.flatMap({ grid.cells[$0] }) {
        if grid.remakesCells { rename(known, path) }
        reads.mark(known, [.states, .text], .high)
      }
      then?(position)
    }
    health.didCall()
  }

  /// Has the contents of a table's visible cells read again: formulas depend on other cells.
  func readCells(of object: MirroredObject) {
    guard let grid = object.grid else { return }
    readWindow(of: object)
    for child in grid.cells.values where child.stage == .shown {
      reads.mark(child, [.states, .text], .visible)
    }
  }

  /// Tables of which only the cells on screen are mirrored.
  var gridTables: [MirroredObject] {
    root.subtree.filter { $0.grid != nil && $0.stage == .shown }
  }
}

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
      grid.isOwed = true
      return
    }
    grid.isBeingRead = true
    grid.isOwed = false
    reads.outstandingChildren += 1
    TableReading(object, grid, limits: limits) { [weak self] outcome in
      guard let self else { return }
      grid.isBeingRead = false
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      switch outcome {
      case .cells(let found): take(found, of: object, grid)
      case .unsupported where grid.cells.isEmpty:
        object.grid = nil
        return otherwise()
      // The cells that are known stay until there is a usable answer.
      case .unsupported: break
      case .failed: object.known.insert(.children)
      }
      if grid.isOwed { readWindow(of: object) }
    }.start(rect)
    health.didCall()
  }

  private func take(
    _ found: [CellPlace: TableReading.Place], of object: MirroredObject, _ grid: TableGrid
  ) {
    let now = MonotonicTime.now().nanoseconds
    var placeOf: [ObjectReference: CellPlace] = [:]
    var list: [ObjectReference] = []
    for place in grid.places {
      let reference: ObjectReference
      if grid.remakesCells, let known = grid.cells[place], known.stage != .gone {
        reference = known.reference
      } else if let cell = found[place] {
        reference = table.interner.intern(cell.owner, cell.path)
      } else {
        continue
      }
      if placeOf[reference] == nil { list.append(reference) }
      placeOf[reference] = place
    }
    applyChildren(of: object, list, atOnce: true)
    grid.cells = [:]
    for child in object.children {
      guard let place = placeOf[child.reference] else { continue }
      if child.cell == nil { child.namedAt = now }
      child.cell = place
      grid.cells[place] = child
      // A cell that was known before may have moved.
      if grid.isVisible(place) {
        if child.known.contains(.frame) { reads.mark(child, .frame, .visible) }
      } else if child.frame != nil {
        child.frame = nil
        publisher.touch(child, .frame)
      }
    }
  }

  /// Whether the application has forgotten the object of a cell, or is about to.
  func isForgotten(_ object: MirroredObject) -> Bool {
    guard object.cell != nil, object.parent?.grid?.remakesCells == true else { return false }
    return MonotonicTime.now().nanoseconds &- object.namedAt > TableGrid.lifetime
  }

  /// Asks the application for a new object of a cell. `then` receives whether it returned one.
  func renew(_ object: MirroredObject, _ then: @escaping (Bool) -> Void) {
    guard let parent = object.parent, let grid = parent.grid, let place = object.cell else {
      return then(false)
    }
    TableReading(parent, grid, limits: limits).fetch(place) { [weak self] cell in
      guard let self, let cell, object.stage != .gone else { return then(false) }
      rename(object, cell.path)
      then(true)
    }
    health.didCall()
  }

  /// Records that a cell has another path from now on.
  func rename(_ object: MirroredObject, _ path: String) {
    object.namedAt = MonotonicTime.now().nanoseconds
    guard path != object.path else { return }
    let reference = table.interner.intern(object.peer.name, path)
    guard table[reference] == nil else { return }
    if let parent = object.parent, parent.activeDescendant == object.reference {
      parent.activeDescendant = reference
    }
    table.rename(object, reference)
    object.path = path
  }

  // MARK: Changes

  /// Handles an event that the cell at `path` is the active one of a table now.
  func activeCellChanged(_ object: MirroredObject, _ path: String) {
    guard let grid = object.grid else { return }
    if let former = grid.active.flatMap({ grid.cells[$0] }) {
      reads.mark(former, [.states, .text, .attributes], .first)
    }
    resolve(cell: path, of: object) { [weak self] place in
      grid.active = place
      guard let self else { return }
      if let known = place.flatMap({ grid.cells[$0] }) {
        object.activeDescendant = known.reference
        publisher.touch(object, .all)
      }
      // The table may have scrolled to the cell.
      readWindow(of: object)
    }
  }

  /// Finds the place of the cell whose object at `path` is not mirrored, and has the cell read again if it is.
  func resolve(
    cell path: String, of object: MirroredObject, _ then: ((CellPlace?) -> Void)? = nil
  ) {
    guard let grid = object.grid else { return }
    reads.outstandingChildren += 1
    TableReading(object, grid, limits: limits).place(of: (object.peer.name, path)) {
      [weak self] place in
      guard let self else { return }
      reads.outstandingChildren -= 1
      schedule()
      guard !isClosed, object.stage != .gone else { return }
      if let known = place.flatMap({ grid.cells[$0] }) {
        if grid.remakesCells { rename(known, path) }
        reads.mark(known, [.states, .text], .first)
      }
      then?(place)
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

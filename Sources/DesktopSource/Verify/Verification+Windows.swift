internal import AccessibilityMirror
internal import AccessibilityTree

/// Whether the mirror has what is on screen of containers that have too many children for all to be mirrored.
extension Verification {
  /// Finds out anew what is on screen of a container; `nil` where the mirror has the same.
  func windowDifference(_ live: LiveObject) async -> VerifyReport.Difference? {
    guard let mirrored = live.mirrored(in: application), mirrored.stage == .shown,
      live.facts.states.contains(.showing), live.facts.interfaces.contains(.component)
    else { return nil }
    let calls = ObjectCalls(
      peer: mirrored.peer, path: mirrored.path, lane: .background, limits: application.limits)
    application.health.didCall()
    guard let frame = await application.context.loop.answer(of: { calls.place($0) }),
      case .success(let place?) = frame
    else { return nil }
    let texts =
      if mirrored.grid == nil {
        await sampledDifference(mirrored, calls, place.rect)
      } else {
        await gridDifference(mirrored, place.rect)
      }
    return texts.map {
      VerifyReport.Difference(
        element: mirrored.id, object: mirrored.path, field: "children on screen",
        mirrored: $0.mirrored, live: $0.live)
    }
  }

  // MARK: Tables

  private func gridDifference(
    _ table: MirroredObject, _ frame: Rect
  ) async -> (mirrored: String, live: String)? {
    let present = TableGrid()
    let bar = application.structure.rowBar(of: table)
    let limits = application.limits
    let outcome = await application.context.loop.answer(of: { take in
      TableReader(table, present, limits: limits, bar: bar) { take($0) }.start(frame)
    })
    guard case .cells(let cells)? = outcome, let grid = table.grid else { return nil }
    let missing = present.positions.count { position in
      guard let path = cells[position]?.path else { return false }
      guard let cell = grid.cells[position], cell.stage == .shown else { return true }
      return !grid.remakesCells && cell.path != path
    }
    let live = describe(present)
    let mirrored = describe(grid)
    guard missing > 0 || live != mirrored else { return nil }
    return (missing == 0 ? mirrored : "\(mirrored), without \(missing) of the cells", live)
  }

  private func describe(_ grid: TableGrid) -> String {
    func range(_ range: Range<Int>) -> String { "\(range.lowerBound + 1) to \(range.upperBound)" }
    return "rows \(range(grid.visibleRows)), columns \(range(grid.visibleColumns))"
  }

  // MARK: Other containers

  private func sampledDifference(
    _ container: MirroredObject, _ calls: ObjectCalls, _ frame: Rect
  ) async -> (mirrored: String, live: String)? {
    let whole = application.structure.unwrapped(frame, of: container)
    guard let visible = container.sampling?.visible?.intersection(whole) else { return nil }
    let interner = application.table.interner
    let health = application.health
    let search = WindowSearch(
      calls, of: container.reference, interner, at: whole, in: visible
    ) {
      health.didCall()
      return true
    }
    let found = await search.run(container.claimedChildren)
    let missing = found.filter { application.table[$0]?.stage != .shown }.map(interner.path(of:))
    guard !missing.isEmpty else { return nil }
    return ("\(container.children.count)", missing.sorted().joined(separator: ", "))
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// A client's request for a cell of a large table: the cell is mirrored in addition to those on screen.
struct CellRequest {
  let mirror: ApplicationMirror
  let table: MirroredObject
  let position: CellPosition
  /// In the time of the store's clock.
  let deadline: UInt64
  /// Called when the cell's element is in the tree, or with the reason why it is not.
  let completion: (ActionOutcome) -> Void

  func start() {
    guard let grid = table.grid else {
      return refuse(
        .unsupported, "Only tables of which not all cells are mirrored have this action")
    }
    guard position.row < grid.rows, position.column < grid.columns else {
      return refuse(
        .outOfRange,
        "Row \(position.row + 1), column \(position.column + 1) does not exist: the table has "
          + "\(grid.rows) rows and \(grid.columns) columns")
    }
    grid.pin(position)
    mirror.structure.readWindow(of: table)
    scheduleCheck()
  }

  private func refuse(_ reason: ActionRefusal.Reason, _ message: String) {
    mirror.context.loop.schedule(after: .zero) {
      completion(.refused(ActionRefusal(reason, message)))
    }
  }

  /// The interval at which the request checks whether the cell is in the tree.
  private static let checkInterval = Duration.milliseconds(10)

  private func scheduleCheck() {
    let name = "row \(position.row + 1), column \(position.column + 1)"
    mirror.context.loop.schedule(after: Self.checkInterval) {
      if let cell = table.grid?.cells[position], cell.stage == .shown {
        let method = "Table.GetAccessibleAt(\(position.row), \(position.column))"
        return completion(.brought(cell.id, method: method))
      }
      let refusal: ActionRefusal? =
        if mirror.isClosed || table.stage == .gone {
          ActionRefusal(.stale, "The table is gone")
        } else if mirror.health.isSuspended {
          ActionRefusal(
            .notResponding,
            "\(mirror.application.title.quoted(limit: 60)) is not responding; the cell was not read"
          )
        } else if !mirror.isReading {
          ActionRefusal(.rejected, "The table has no cell at \(name)")
        } else if mirror.context.store.time >= deadline {
          ActionRefusal(
            .timedOut,
            "The cell at \(name) was not read by the deadline; it appears once it is read")
        } else {
          nil
        }
      if let refusal { completion(.refused(refusal)) } else { scheduleCheck() }
    }
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// A client's request for a cell of a large table: the cell is mirrored in addition to those on screen.
struct CellRequest {
  let mirror: ApplicationMirror
  let table: MirroredObject
  let place: CellPlace
  /// In the time of the store's clock.
  let deadline: UInt64
  /// Called when the cell's element is in the tree, or with the reason why it is not.
  let completion: (ActionOutcome) -> Void

  func start() {
    guard let grid = table.grid else {
      return refuse(.unsupported, "Only tables with more cells than are mirrored bring cells")
    }
    guard place.row < grid.rows, place.column < grid.columns else {
      return refuse(
        .outOfRange,
        "There is no row \(place.row + 1), column \(place.column + 1): the table has "
          + "\(grid.rows) rows and \(grid.columns) columns")
    }
    grid.pin(place)
    mirror.structure.readWindow(of: table)
    awaitCell()
  }

  private func refuse(_ reason: ActionRefusal.Reason, _ message: String) {
    mirror.context.loop.schedule(after: .zero) {
      completion(.refused(ActionRefusal(reason, message)))
    }
  }

  /// The interval at which the request checks whether the cell is in the tree.
  private static let look = Duration.milliseconds(10)

  private func awaitCell() {
    let name = "row \(place.row + 1), column \(place.column + 1)"
    mirror.context.loop.schedule(after: Self.look) {
      if table.grid?.cells[place]?.stage == .shown {
        let method = "Table.GetAccessibleAt(\(place.row), \(place.column))"
        return completion(.performed(method: method))
      }
      let refusal: ActionRefusal? =
        if mirror.isClosed || table.stage == .gone {
          ActionRefusal(.stale, "The table has gone")
        } else if mirror.health.isSuspended {
          ActionRefusal(
            .notResponding,
            "\(mirror.application.title.quoted(limit: 60)) is not responding; the cell was not read"
          )
        } else if !mirror.isReading {
          ActionRefusal(.rejected, "The table names no cell at \(name)")
        } else if mirror.context.store.time >= deadline {
          ActionRefusal(
            .timedOut,
            "The cell at \(name) had not been read by the deadline; it appears when it has")
        } else {
          nil
        }
      if let refusal { completion(.refused(refusal)) } else { awaitCell() }
    }
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

extension ApplicationMirror {
  /// Mirrors the cell at `place` beside those on screen; performed when its element is there.
  ///
  /// - Parameter deadline: by the store's clock.
  func bring(
    _ place: CellPlace, of object: MirroredObject, by deadline: UInt64,
    _ completion: @escaping (ActionOutcome) -> Void
  ) {
    let refuse = { [context] (reason: ActionRefusal.Reason, message: String) in
      context.loop.schedule(after: .zero) {
        completion(.refused(ActionRefusal(reason, message)))
      }
    }
    guard let grid = object.grid else {
      _ = refuse(.unsupported, "Only tables with more cells than are mirrored bring cells")
      return
    }
    guard place.row < grid.rows, place.column < grid.columns else {
      _ = refuse(
        .outOfRange,
        "There is no row \(place.row + 1), column \(place.column + 1): the table has "
          + "\(grid.rows) rows and \(grid.columns) columns")
      return
    }
    grid.pin(place)
    structure.readWindow(of: object)
    awaitCell(place, of: object, by: deadline, completion)
  }

  /// How long between two looks whether a cell is there.
  private static let cellLook = Duration.milliseconds(10)

  private func awaitCell(
    _ place: CellPlace, of object: MirroredObject, by deadline: UInt64,
    _ completion: @escaping (ActionOutcome) -> Void
  ) {
    let name = "row \(place.row + 1), column \(place.column + 1)"
    context.loop.schedule(after: Self.cellLook) { [self] in
      if object.grid?.cells[place]?.stage == .shown {
        let means = "Table.GetAccessibleAt(\(place.row), \(place.column))"
        return completion(.performed(means: means))
      }
      let refusal: ActionRefusal? =
        if isClosed || object.stage == .gone {
          ActionRefusal(.stale, "The table has gone")
        } else if health.isSuspended {
          ActionRefusal(
            .notResponding,
            "\(application.title.quoted(limit: 60)) is not responding; the cell was not read")
        } else if !isReading {
          ActionRefusal(.rejected, "The table names no cell at \(name)")
        } else if context.store.time >= deadline {
          ActionRefusal(
            .timedOut,
            "The cell at \(name) had not been read by the deadline; it appears when it has")
        } else {
          nil
        }
      if let refusal { return completion(.refused(refusal)) }
      awaitCell(place, of: object, by: deadline, completion)
    }
  }
}

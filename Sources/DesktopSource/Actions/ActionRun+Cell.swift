internal import AccessibilityMirror
internal import AccessibilityTree

/// Bringing a cell of a large table on screen, where `ScrollTo` does nothing (LibreOffice): by the
/// pages of its scroll bars, until the cell says that it is showing. Neither the cursor nor the selection moves.
extension ActionRun {
  /// Pages of one scroll bar, at most.
  private static let mostPages = 400
  /// Pages in a row that did not move the bar.
  private static let mostInVain = 3

  func scrollToCell(otherwise: @escaping () -> Void) {
    guard let cell = host.cellPosition(element.id), !cell.rows.isEmpty, !cell.columns.isEmpty else {
      return otherwise()
    }
    let isRowVisible = cell.rows.contains(cell.place.row)
    let isColumnVisible = cell.columns.contains(cell.place.column)
    if isRowVisible, isColumnVisible { return performed("it is on screen already") }
    var legs: [Leg] = []
    if !isRowVisible {
      // A cell of the row, in a column that can be seen.
      let probe = CellPlace(row: cell.place.row, column: cell.columns.lowerBound)
      let isBackwards = cell.place.row < cell.rows.lowerBound
      guard let leg = leg(isVertical: true, isBackwards, probe, cell) else { return otherwise() }
      legs.append(leg)
    }
    if !isColumnVisible {
      let isBackwards = cell.place.column < cell.columns.lowerBound
      guard let leg = leg(isVertical: false, isBackwards, cell.place, cell) else {
        return otherwise()
      }
      legs.append(leg)
    }
    travel(legs[...], pages: 0)
  }

  /// One scroll bar's part of the way.
  private struct Leg {
    var bar: Element
    var object: ActionObject
    var action: String
    var table: String
    /// The cell that is showing when the part is done.
    var probe: CellPlace
  }

  private func leg(
    isVertical: Bool, _ isBackwards: Bool, _ probe: CellPlace, _ cell: CellPosition
  ) -> Leg? {
    guard let (bar, object) = scrollBar(isVertical: isVertical), object.interfaces.contains(.action)
    else { return nil }
    return Leg(
      bar: bar, object: object, action: isBackwards ? "decrementblock" : "incrementblock",
      table: cell.table, probe: probe)
  }

  private func travel(_ legs: ArraySlice<Leg>, pages: Int) {
    guard let leg = legs.first else { return performed("\(pages) pages of its scroll bars") }
    continueOn(leg.bar, leg.object) { run in
      run.nativeActions { actions in
        guard
          let action = actions.first(where: { ActionName.normalized($0.name) == leg.action })
        else { return run.unsupported("its scroll bar has no action to move by a page") }
        run.turn(leg, action, pages: 0, inVain: 0, at: nil) {
          run.travel(legs.dropFirst(), pages: pages + $0)
        }
      }
    }
  }

  /// Turns pages until the leg's cell is showing.
  private func turn(
    _ leg: Leg, _ action: NativeAction, pages: Int, inVain: Int, at former: Double?,
    then: @escaping (_ pages: Int) -> Void
  ) {
    isShowing(leg) { isShowing in
      if isShowing { return then(pages) }
      guard pages < Self.mostPages, inVain < Self.mostInVain else {
        self.host.afterAction(self.element.id)
        return self.refuse(
          .rejected,
          "The cell is not on screen after \(pages) pages of \(self.name); focus it, and type with "
            + "synthesised input, which brings it there")
      }
      self.ask("DoAction", of: "Action", [.int32(action.index)], read: Answer.bool) { _ in
        self.property(
          "CurrentValue", of: "Value", read: { (message) throws(BusError) in try message.double() },
          otherwise: { error in
            guard error.isAnswer else { return self.refuse(error) }
            self.turn(leg, action, pages: pages + 1, inVain: 0, at: nil, then: then)
          },
          then: { now in
            self.turn(
              leg, action, pages: pages + 1, inVain: now == former ? inVain + 1 : 0, at: now,
              then: then)
          })
      }
    }
  }

  private func isShowing(_ leg: Leg, _ then: @escaping (Bool) -> Void) {
    ask(
      "GetAccessibleAt", of: "Table",
      [.int32(Int32(clamping: leg.probe.row)), .int32(Int32(clamping: leg.probe.column))],
      at: leg.table, read: { (message) throws(BusError) in try message.reference() },
      then: { cell in
        self.ask(
          "GetState", of: "Accessible", at: cell.path, read: Answer.states,
          then: { then($0.contains(.showing)) })
      })
  }
}

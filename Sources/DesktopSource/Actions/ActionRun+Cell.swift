internal import AccessibilityMirror
internal import AccessibilityTree

/// Bringing a cell of a large table on screen, where `ScrollTo` does nothing (LibreOffice): by the
/// pages of its scroll bars, until the cell says that it is showing. Neither the cursor nor the selection moves.
extension ActionRun {
  /// Pages of one scroll bar, at most.
  private static let mostPages = 400
  /// Pages in a row that did not move the bar.
  private static let mostInVain = 3
  /// A cell that is so many times as far away as `mostPages` reach is not sought: where rows are
  /// hidden, pages reach further than the cells that can be seen tell.
  private static let hiddenParts = 4

  /// How often the mirror is given time to learn which cells can be seen, and how long, in milliseconds.
  private static let mostWaits = 20
  private static let waitMilliseconds: UInt64 = 50

  /// - Parameter waits: how often the mirror was found behind.
  func scrollToCell(waits: Int = 0, otherwise: @escaping () -> Void) {
    guard let cell = host.cellPosition(element.id) else {
      // It may be leaving the cells that are mirrored, and coming back to them as the one asked for.
      return element.role == .cell ? awaitMirror(waits, otherwise) : otherwise()
    }
    let isRowVisible = cell.rows.contains(cell.place.row)
    let isColumnVisible = cell.columns.contains(cell.place.column)
    if cell.rows.isEmpty || cell.columns.isEmpty {
      return awaitMirror(waits, otherwise)
    }
    if isRowVisible, isColumnVisible {
      return isShowing(cell.place, of: cell.table) { isShowing in
        if isShowing { return self.performed("it is on screen already") }
        // The table was scrolled a moment ago.
        self.awaitMirror(waits, otherwise)
      }
    }
    let rowPages = Self.pages(from: cell.rows, to: cell.place.row)
    let columnPages = Self.pages(from: cell.columns, to: cell.place.column)
    guard max(rowPages, columnPages) <= Self.mostPages * Self.hiddenParts else {
      return refuse(
        .rejected,
        "\(name) is some \(max(rowPages, columnPages)) pages away, and \(Self.mostPages) are turned "
          + "at most; nothing was scrolled. Scroll to a nearer cell first, or focus it and type with "
          + "synthesised input, which brings it there")
    }
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

  /// Scrolls as soon as the mirror knows which cells can be seen.
  private func awaitMirror(_ waits: Int, _ otherwise: @escaping () -> Void) {
    guard waits < Self.mostWaits else { return otherwise() }
    if waits == 0 { host.afterAction(element.id) }
    after(milliseconds: Self.waitMilliseconds) {
      self.scrollToCell(waits: waits + 1, otherwise: otherwise)
    }
  }

  /// About how many pages it is to a row or column.
  private static func pages(from visible: Range<Int>, to place: Int) -> Int {
    guard !visible.contains(place) else { return 0 }
    let distance =
      place < visible.lowerBound ? visible.lowerBound - place : place - visible.upperBound + 1
    return (distance - 1) / max(1, visible.count) + 1
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
    isShowing(leg.probe, of: leg.table) { isShowing in
      if isShowing { return then(pages) }
      guard pages < Self.mostPages, inVain < Self.mostInVain else {
        self.host.afterAction(self.element.id)
        return self.refuse(
          .rejected,
          "The cell is not on screen after \(pages) pages of \(self.name)\(self.whereItStands(former)); "
            + "scroll to it again to go on, or focus it and type with synthesised input, which brings it "
            + "there")
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

  /// From where to where the bar went: what was scrolled stays so.
  private func whereItStands(_ now: Double?) -> String {
    guard let now else { return "" }
    let start =
      element.range.map { ", which went from \($0.current.shortDescription)" } ?? ", which went"
    return "\(start) to \(now.shortDescription) and stands there"
  }

  private func isShowing(
    _ place: CellPlace, of table: String, _ then: @escaping (Bool) -> Void
  ) {
    ask(
      "GetAccessibleAt", of: "Table",
      [.int32(Int32(clamping: place.row)), .int32(Int32(clamping: place.column))],
      at: table, read: { (message) throws(BusError) in try message.reference() },
      then: { cell in
        self.ask(
          "GetState", of: "Accessible", at: cell.path, read: Answer.states,
          then: { then($0.contains(.showing)) })
      })
  }
}

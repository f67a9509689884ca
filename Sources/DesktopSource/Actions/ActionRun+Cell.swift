internal import AccessibilityMirror
internal import AccessibilityTree

/// Bringing a cell of a large table on screen, where `ScrollTo` does nothing (LibreOffice): by the
/// pages of its scroll bars, until the cell says that it is showing. Neither the cursor nor the selection moves.
extension ActionRun {
  /// Pages of one scroll bar, at most.
  private static let maxPages = 400
  /// Pages in a row that did not move the bar.
  private static let maxInVain = 3
  /// A cell that is so many times as far away as `maxPages` reach is not sought: where rows are
  /// hidden, pages reach further than the cells that can be seen tell.
  private static let hiddenParts = 4

  /// How often the mirror is given time to learn which cells can be seen, and how long, in milliseconds.
  private static let maxWaits = 20
  private static let waitMilliseconds: UInt64 = 50

  /// `nil` for what is no such cell, or has no scroll bars that take pages.
  func scrollToCell() async throws(ActionRefusal) -> String? {
    for waits in 0...Self.maxWaits {
      if let cell = host.cellPosition(element.id) {
        if !cell.rows.isEmpty, !cell.columns.isEmpty {
          guard cell.rows.contains(cell.place.row), cell.columns.contains(cell.place.column) else {
            return try await travel(to: cell)
          }
          // Otherwise the table was scrolled a moment ago.
          if try await isShowing(cell.place, of: cell.table) { return "it is on screen already" }
        }
      } else if element.role != .cell {
        // A cell may be leaving those that are mirrored, and coming back to them as the one asked for.
        return nil
      }
      guard waits < Self.maxWaits else { break }
      // The mirror is to learn which cells can be seen.
      if waits == 0 { host.afterAction(element.id) }
      try await pause(milliseconds: Self.waitMilliseconds)
    }
    return nil
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

  private func travel(to cell: CellPosition) async throws(ActionRefusal) -> String? {
    let rowPages = Self.pages(from: cell.rows, to: cell.place.row)
    let columnPages = Self.pages(from: cell.columns, to: cell.place.column)
    guard max(rowPages, columnPages) <= Self.maxPages * Self.hiddenParts else {
      throw ActionRefusal(
        .rejected,
        "\(name) is some \(max(rowPages, columnPages)) pages away, and \(Self.maxPages) are turned "
          + "at most; nothing was scrolled. Scroll to a nearer cell first, or focus it and type with "
          + "synthesised input, which brings it there")
    }
    var legs: [Leg] = []
    if rowPages > 0 {
      // A cell of the row, in a column that can be seen.
      let probe = CellPlace(row: cell.place.row, column: cell.columns.lowerBound)
      let isBackwards = cell.place.row < cell.rows.lowerBound
      guard let leg = leg(isVertical: true, isBackwards, probe, cell) else { return nil }
      legs.append(leg)
    }
    if columnPages > 0 {
      let isBackwards = cell.place.column < cell.columns.lowerBound
      guard let leg = leg(isVertical: false, isBackwards, cell.place, cell) else { return nil }
      legs.append(leg)
    }
    var pages = 0
    for leg in legs {
      try await continueOn(leg.bar, leg.object, hasActed: pages > 0)
      guard let action = try await nativeAction(normalized: leg.action) else {
        throw lacks("its scroll bar has no action to move by a page")
      }
      pages += try await turn(leg, action)
    }
    return "\(pages) pages of its scroll bars"
  }

  /// Turns pages until the leg's cell is showing. Returns how many.
  private func turn(_ leg: Leg, _ action: NativeAction) async throws(ActionRefusal) -> Int {
    var (pages, inVain) = (0, 0)
    var former: Double?
    while true {
      if try await isShowing(leg.probe, of: leg.table) { return pages }
      guard pages < Self.maxPages, inVain < Self.maxInVain else { break }
      _ = try await ask("DoAction", of: "Action", [.int32(action.index)], read: Answer.bool)
      let now = try await optionalProperty("CurrentValue", of: "Value", read: Answer.double)
      pages += 1
      inVain = now != nil && now == former ? inVain + 1 : 0
      former = now
    }
    host.afterAction(element.id)
    throw ActionRefusal(
      .rejected,
      "The cell is not on screen after \(pages) pages of \(name)\(whereItStands(former)); "
        + "scroll to it again to go on, or focus it and type with synthesised input, which brings it "
        + "there")
  }

  /// From where to where the bar went: what was scrolled stays so.
  private func whereItStands(_ now: Double?) -> String {
    guard let now else { return "" }
    let start =
      element.range.map { ", which went from \($0.current.shortDescription)" } ?? ", which went"
    return "\(start) to \(now.shortDescription) and stands there"
  }

  private func isShowing(
    _ place: CellPlace, of table: String
  ) async throws(ActionRefusal) -> Bool {
    let cell = try await ask(
      "GetAccessibleAt", of: "Table",
      [.int32(Int32(clamping: place.row)), .int32(Int32(clamping: place.column))], at: table,
      read: { (message) throws(BusError) in try message.reference().path })
    return try await ask("GetState", of: "Accessible", at: cell, read: Answer.states)
      .contains(.showing)
  }
}

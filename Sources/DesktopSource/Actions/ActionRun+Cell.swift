internal import AccessibilityMirror
internal import AccessibilityTree

/// Scrolls a cell of a large table into view where `ScrollTo` does nothing (LibreOffice): by pages of the
/// scroll bars, until the cell is showing. Neither the cursor nor the selection moves.
extension ActionRun {
  /// The maximum number of pages by one scroll bar.
  private static let maxPages = 400
  /// The maximum number of pages in a row that do not move the scroll bar.
  private static let maxIneffectivePages = 3
  /// A cell estimated to be more than this many times `maxPages` away is refused. The factor is for hidden
  /// rows, which make a page reach further than the number of visible cells tells.
  private static let hiddenRowFactor = 4

  /// The number of waits for the mirror to read which cells are visible, and the length of each, in milliseconds.
  private static let maxWaits = 20
  private static let waitMilliseconds: UInt64 = 50

  /// Scrolls the cell into view; `nil` when the element is not such a cell, or has no scroll bars with pages.
  func scrollToCell() async throws(ActionRefusal) -> String? {
    for waits in 0...Self.maxWaits {
      if let cell = host.cellLocation(element.id) {
        if !cell.rows.isEmpty, !cell.columns.isEmpty {
          guard cell.rows.contains(cell.position.row), cell.columns.contains(cell.position.column)
          else {
            return try await scrollByPages(to: cell)
          }
          // Otherwise the table was scrolled a moment ago.
          if try await isShowing(cell.position, of: cell.table) { return "already on screen" }
        }
      } else if element.role != .cell {
        // A cell may be leaving the mirror, and return to it because it was requested.
        return nil
      }
      guard waits < Self.maxWaits else { break }
      // Let the mirror read which cells are visible.
      if waits == 0 { host.afterAction(element.id) }
      try await pause(milliseconds: Self.waitMilliseconds)
    }
    return nil
  }

  /// Returns the approximate number of pages to a row or column.
  private static func pages(from visible: Range<Int>, to position: Int) -> Int {
    guard !visible.contains(position) else { return 0 }
    let distance =
      position < visible.lowerBound
      ? visible.lowerBound - position : position - visible.upperBound + 1
    return (distance - 1) / max(1, visible.count) + 1
  }

  /// The part of the way that one scroll bar covers.
  private struct Leg {
    var bar: Element
    var object: ActionObject
    var action: String
    var table: String
    /// The cell that is showing at the end of the leg.
    var probe: CellPosition
  }

  private func leg(
    isVertical: Bool, _ isBackwards: Bool, _ probe: CellPosition, _ cell: CellLocation
  ) -> Leg? {
    guard let (bar, object) = scrollBar(isVertical: isVertical), object.interfaces.contains(.action)
    else { return nil }
    return Leg(
      bar: bar, object: object, action: isBackwards ? "decrementblock" : "incrementblock",
      table: cell.table, probe: probe)
  }

  private func scrollByPages(to cell: CellLocation) async throws(ActionRefusal) -> String? {
    let rowPages = Self.pages(from: cell.rows, to: cell.position.row)
    let columnPages = Self.pages(from: cell.columns, to: cell.position.column)
    guard max(rowPages, columnPages) <= Self.maxPages * Self.hiddenRowFactor else {
      throw ActionRefusal(
        .rejected,
        "\(name) is about \(max(rowPages, columnPages)) pages away, limit \(Self.maxPages); nothing "
          + "was scrolled",
        advice:
          "Scroll to a nearer cell first, or focus it and type with synthesised input, which scrolls to it."
      )
    }
    var legs: [Leg] = []
    if rowPages > 0 {
      // A cell of the row, in a visible column.
      let probe = CellPosition(row: cell.position.row, column: cell.columns.lowerBound)
      let isBackwards = cell.position.row < cell.rows.lowerBound
      guard let leg = leg(isVertical: true, isBackwards, probe, cell) else { return nil }
      legs.append(leg)
    }
    if columnPages > 0 {
      let isBackwards = cell.position.column < cell.columns.lowerBound
      guard let leg = leg(isVertical: false, isBackwards, cell.position, cell) else { return nil }
      legs.append(leg)
    }
    var pages = 0
    for leg in legs {
      try await continueOn(leg.bar, leg.object, hasActed: pages > 0)
      guard let action = try await nativeAction(normalized: leg.action) else {
        throw unsupported("its scroll bar has no action that scrolls by a page")
      }
      pages += try await turnPages(leg, action)
    }
    return "\(pages) pages of the scroll bars"
  }

  /// Scrolls by pages until the leg's cell is showing. Returns the number of pages.
  private func turnPages(_ leg: Leg, _ action: NativeAction) async throws(ActionRefusal) -> Int {
    var (pages, ineffective) = (0, 0)
    var former: Double?
    while true {
      if try await isShowing(leg.probe, of: leg.table) { return pages }
      guard pages < Self.maxPages, ineffective < Self.maxIneffectivePages else { break }
      _ = try await call("DoAction", of: "Action", [.int32(action.index)], read: Answer.bool)
      let now = try await optionalProperty("CurrentValue", of: "Value", read: Answer.double)
      pages += 1
      ineffective = now != nil && now == former ? ineffective + 1 : 0
      former = now
    }
    host.afterAction(element.id)
    throw ActionRefusal(
      .rejected,
      "The cell is not on screen after \(pages) pages of \(name)\(positionDescription(former))",
      advice:
        "Scroll to it again to continue, or focus it and type with synthesised input, which scrolls to it."
    )
  }

  /// Describes from where to where the scroll bar moved, because the scrolling is not undone.
  private func positionDescription(_ now: Double?) -> String {
    guard let now else { return "" }
    let start =
      element.range.map { ", which moved from \($0.current.shortDescription)" } ?? ", which moved"
    return "\(start) to \(now.shortDescription)"
  }

  private func isShowing(
    _ position: CellPosition, of table: String
  ) async throws(ActionRefusal) -> Bool {
    let cell = try await call(
      "GetAccessibleAt", of: "Table",
      [.int32(Int32(clamping: position.row)), .int32(Int32(clamping: position.column))], at: table,
      read: { (message) throws(BusError) in try message.reference().path })
    return try await call("GetState", of: "Accessible", at: cell, read: Answer.states)
      .contains(.showing)
  }
}

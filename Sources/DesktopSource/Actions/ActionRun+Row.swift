internal import AccessibilityMirror
internal import AccessibilityTree

/// Scrolls a row of a table into view by the scroll bar beside it, where the toolkit has no action for that (GTK 3). Neither the
/// cursor nor the selection moves.
extension ActionRun {
  /// How often the row is looked for after the scroll bar was moved, and the milliseconds between two looks.
  private static let maxLooks = 10
  private static let lookMilliseconds: UInt64 = 30

  /// Scrolls to the row of the cell; `nil` when the element is no such cell, or has no such scroll bar.
  func scrollToRow() async throws(ActionRefusal) -> String? {
    guard element.role == .cell, object.dialect.placesShownCellsOnly,
      let (table, cell) = tableAndCell(), let view = view(of: table), let frame = view.frame?.rect,
      let area = belowHeaders(of: view, in: frame),
      let (bar, barObject) = rowBar(beside: view)
    else { return nil }
    if try await isShowing(cell, in: area) { return "already on screen" }
    guard let row = try await row(of: cell, in: table),
      let count = try await rowCount(of: table), count > row
    else { return nil }
    let target = name
    try await continueOn(bar, barObject)
    let range = try await readRange()
    guard let minimum = range.minimum, let maximum = range.maximum else { return nil }
    // The bar counts pixels, and goes as far as the last page.
    let length = maximum - minimum + area.height
    let middle = minimum + length * (Double(row) + 0.5) / Double(count)
    let position = min(max(middle - area.height / 2, minimum), maximum).rounded()
    let direction: Double = position < range.current ? -1 : 1
    let method = try await write(
      ValueGoal(target: position, tolerance: 1, direction: direction), in: range)
    for _ in 0..<Self.maxLooks {
      if try await isShowing(cell, in: area) { return method }
      try await pause(milliseconds: Self.lookMilliseconds)
    }
    throw recordMiss(
      "\(target) is not on screen after \(name) was moved to \(position.shortDescription)",
      by: method)
  }

  /// The element of a table that the element is in.
  private func view(of table: ActionObject) -> Element? {
    let tree = host.store.tree
    return tree.ancestors(of: element.id).first {
      self.host.actionObject($0)?.path == table.path
    }.flatMap { tree[$0] }
  }

  /// The scroll bar beside a table that moves its rows, if it takes a number. One that has actions may not (LibreOffice).
  private func rowBar(beside view: Element) -> (Element, ActionObject)? {
    guard let (bar, object) = scrollBar(isVertical: true), bar.parent == view.parent,
      object.interfaces.contains(.value), !object.interfaces.contains(.action)
    else { return nil }
    return (bar, object)
  }

  /// Whether a cell is on screen as a whole. Only those that are seen have a place.
  private func isShowing(_ cell: String, in area: Rect) async throws(ActionRefusal) -> Bool {
    let place = try await callOptional(
      "GetExtents", of: "Component", [CoordinateSpace.screen.argument], at: cell,
      read: Answer.extents)
    guard let place, let rect = place else { return false }
    return rect.y >= area.y && rect.y + rect.height <= area.y + area.height
  }

  /// Returns the row of a cell in its table; `nil` where the application does not tell.
  func row(
    of cell: String, in table: ActionObject
  ) async throws(ActionRefusal) -> Int32? {
    let index = try await callOptional(
      "GetIndexInParent", of: "Accessible", at: cell, read: Answer.int32)
    guard let index else { return nil }
    let row = try await callOptional(
      "GetRowAtIndex", of: "Table", [.int32(index)], at: table.path, read: Answer.int32)
    return row.flatMap { $0 >= 0 ? $0 : nil }
  }

  private func rowCount(of table: ActionObject) async throws(ActionRefusal) -> Int32? {
    let counts = try await eachProperty(
      "NRows", of: "Table", at: [table.path], read: Answer.int32)
    return counts.first ?? nil
  }
}

internal import AccessibilityTree
internal import BridgeTransport

/// Finds out which cells of a table are on screen, and which objects are its column headers.
///
/// An answer to "what is at this point" is believed only if the frame of the cell contains the point: GTK 3 names
/// another row where a tree has expanded or collapsed rows above, and the row behind a header. Where no such answer
/// is right, a visible row is searched for near the place that the scroll bar shows. Neighbours of a visible cell are
/// visible if their frames are within the part that shows rows.
struct TableSearch {
  typealias Address = TableReader.Address

  let reader: TableReader
  let calls: ObjectCalls
  let grid: TableGrid
  /// The frame of the table in its window.
  let frame: Rect
  /// The scroll bar that moves the rows.
  let bar: ObjectCalls?

  /// The visible part, by two opposite cells.
  struct Corners {
    let first: CellPosition
    let last: CellPosition
  }

  /// Returns `nil` if no visible cell was found.
  func visible() async -> Corners? {
    let body = await body()
    var hits: [CellPosition] = []
    let first = await nearest(to: Point(x: body.x + 2, y: body.y + 2), in: body, sign: 1, &hits)
    let last = await nearest(
      to: Point(x: body.x + body.width - 3, y: body.y + body.height - 3), in: body, sign: -1, &hits)
    var found = [first?.position, last?.position].compactMap { $0 }
    if found.isEmpty, let row = await searchRow(in: body, hits) { found = [row] }
    guard let anchor = found.first else { return nil }
    var top = anchor
    var bottom = found.last ?? anchor
    (top.row, bottom.row) = (min(top.row, bottom.row), max(top.row, bottom.row))
    (top.column, bottom.column) = (min(top.column, bottom.column), max(top.column, bottom.column))
    if first?.isAtCorner != true {
      top.row = await extend(top.row, to: 0) { await isVisible($0, anchor.column, in: body) }
      top.column = await extend(top.column, to: 0) { await isVisible(anchor.row, $0, in: body) }
    }
    if last?.isAtCorner != true {
      bottom.row = await extend(bottom.row, to: grid.rows - 1) {
        await isVisible($0, anchor.column, in: body)
      }
      bottom.column = await extend(bottom.column, to: grid.columns - 1) {
        await isVisible(anchor.row, $0, in: body)
      }
    }
    return Corners(first: top, last: bottom)
  }

  // MARK: Headers

  /// The maximum number of children before the first cell that are taken for headers.
  private static let maxHeaders = 64

  /// Returns the headers of columns, which a table lists before its first cell. In Qt, what is in the corner and the header of the
  /// first row may be there as well.
  func headers() async -> [Address] {
    let index = await answer {
      calls.call("Table", "GetIndexAt", [.int32(0), .int32(0)], Answer.int32, $0)
    }
    guard let index else { return [] }
    guard index > 0, Int(index) <= min(grid.columns + 2, Self.maxHeaders) else { return [] }
    var headers: [Address] = []
    for child in 0..<index {
      let header = await answer { (done: @escaping ObjectCalls.Done<Address>) in
        calls.call(
          "Accessible", "GetChildAtIndex", [.int32(child)],
          { (message) throws(BusError) in try message.reference() }, done)
      }
      guard let header, reader.isObject(header) else { return headers }
      if await isColumnHeader(header) { headers.append(header) }
    }
    return headers
  }

  /// Whether a child before the first cell is there, which that in the corner is not always, and is not the header of a row.
  private func isColumnHeader(_ child: Address) async -> Bool {
    let childCalls = ObjectCalls(peer: calls.peer, path: child.path, limits: calls.limits)
    let role = await answer { childCalls.role($0) }
    return role.map { AtspiRole.entry($0)?.role != .rowHeader } ?? false
  }

  /// The part of the table that shows rows: below the headers.
  private func body() async -> Rect {
    for header in grid.headers.prefix(4) {
      guard case .at(let found) = await place(of: header), found.y < frame.y + frame.height / 2,
        found.y + found.height > frame.y
      else { continue }
      let top = min(found.y + found.height, frame.y + frame.height)
      return Rect(
        x: frame.x, y: top, width: frame.width, height: frame.y + frame.height - top)
    }
    return frame
  }

  // MARK: Points

  private struct Hit {
    let position: CellPosition
    let isAtCorner: Bool
  }

  /// Distances from a corner at which a visible cell is searched for, in fractions of the size: there may be empty
  /// space beside the cells.
  private static let insets = [0, 0.1, 0.3, 0.6]

  /// Finds the cell nearest to a corner. `hits` receives what was answered wrongly.
  private func nearest(
    to corner: Point, in body: Rect, sign: Double, _ hits: inout [CellPosition]
  ) async -> Hit? {
    guard body.width > 4, body.height > 4 else { return nil }
    for inset in Self.insets {
      let point = Point(
        x: corner.x + sign * inset * (body.width - 5),
        y: corner.y + sign * inset * (body.height - 5))
      guard let cell = await found({ reader.cell(at: point, $0) }),
        let position = await found({ reader.position(of: cell, $0) })
      else { continue }
      if await place(of: cell).contains(y: point.y) {
        return Hit(position: position, isAtCorner: inset == 0)
      }
      hits.append(position)
    }
    return nil
  }

  // MARK: Rows

  /// How far from a likely row a visible one is searched for, and in which steps.
  private static let reach = [0, 4, -4, 8, -8, 16, -16, 32, -32, 64, -64]

  private func searchRow(in body: Rect, _ hits: [CellPosition]) async -> CellPosition? {
    let column = min(hits.first?.column ?? grid.visibleColumns.lowerBound, grid.columns - 1)
    var likely: [Int] = []
    likely.append(Int((await scrolledShare() * Double(grid.rows - 1)).rounded()))
    if !grid.visibleRows.isEmpty { likely.append(grid.visibleRows.lowerBound + 1) }
    likely += hits.prefix(1).map(\.row)
    var tested: Set<Int> = []
    for row in likely {
      for offset in Self.reach {
        let row = row + offset
        guard (0..<grid.rows).contains(row), tested.insert(row).inserted else { continue }
        if await isVisible(row, column, in: body) { return CellPosition(row: row, column: column) }
      }
    }
    return nil
  }

  /// How far down the rows are scrolled: 0 at the first, 1 at the last. 0 if there is no scroll bar.
  private func scrolledShare() async -> Double {
    guard let bar else { return 0 }
    let names = ["MinimumValue", "MaximumValue", "CurrentValue"]
    let values = await answer { bar.single("org.a11y.atspi.Value", names, $0) }
    guard let numbers = values.map({ values in names.compactMap { values[$0]?.number } }),
      numbers.count == 3, numbers[1] > numbers[0], numbers.allSatisfy(\.isFinite)
    else { return 0 }
    return min(1, max(0, (numbers[2] - numbers[0]) / (numbers[1] - numbers[0])))
  }

  /// Finds the last visible row or column in the direction from `start` to `end`, in steps that double and are then
  /// halved.
  private func extend(
    _ start: Int, to end: Int, _ isVisible: (Int) async -> Bool
  ) async -> Int {
    let direction = end < start ? -1 : 1
    var visible = start
    var hidden: Int?
    var step = 1
    while visible != end, step > 0 {
      let next = visible + direction * min(step, abs(end - visible))
      if let hidden, abs(next - visible) >= abs(hidden - visible) {
        step /= 2
      } else if await isVisible(next) {
        visible = next
        step = hidden == nil ? min(step * 2, TableGrid.maxVisible) : step
        if abs(visible - start) > TableGrid.maxVisible { break }
      } else {
        hidden = next
        step /= 2
      }
    }
    return visible
  }

  private func isVisible(_ row: Int, _ column: Int, in body: Rect) async -> Bool {
    let position = CellPosition(row: row, column: column)
    guard let cell = await found({ reader.fetch(position, $0) }),
      case .at(let frame) = await place(of: cell)
    else { return false }
    return frame.intersects(body)
  }

  // MARK: Calls

  private enum Place {
    /// The application does not say.
    case unknown
    case offScreen
    case at(Rect)

    /// The distance between the frames of two rows, in GTK 3 twice its separator.
    private static let gap: Double = 4

    /// Whether a row is at `y`, as far as the application says. A frame may begin behind the row's expander.
    func contains(y: Double) -> Bool {
      switch self {
      case .unknown: true
      case .offScreen: false
      case .at(let frame):
        y >= frame.y - Self.gap && y < frame.y + frame.height + Self.gap
      }
    }
  }

  private func place(of cell: Address) async -> Place {
    let cellCalls = ObjectCalls(peer: calls.peer, path: cell.path, limits: calls.limits)
    guard let frame = await answer({ cellCalls.place($0) }) else { return .unknown }
    return frame.map { .at($0.rect) } ?? .offScreen
  }

  private var loop: EventLoop { calls.peer.queue.connection.loop }

  /// Waits for the answer to a call; `nil` if there is none.
  private func answer<Value: Sendable>(
    _ ask: (@escaping ObjectCalls.Done<Value>) -> Void
  ) async -> Value? {
    try? await loop.answer(of: ask)?.get()
  }

  /// Waits for what a `TableReader` finds.
  private func found<Value: Sendable>(_ ask: (@escaping (Value?) -> Void) -> Void) async -> Value? {
    await loop.answer(of: ask) ?? nil
  }
}

internal import AccessibilityTree

/// The places of headers, in toolkits that report them as if their view were not scrolled (Qt): a header begins where the cells of its
/// column or row do, which the toolkit reports as they are. Nothing is asked for that.
extension MirroredObject {
  /// Returns where the object is, which says that it is at `frame`.
  func place(reported frame: Frame?) -> Frame? {
    guard let start = scrolledStart, var frame, !frame.rect.isEmpty,
      // Of a view without cells, nothing tells how far it is scrolled.
      parent?.children.last?.headerRole == nil
    else { return frame }
    if headerRole == .columnHeader { frame.rect.x = start } else { frame.rect.y = start }
    return frame
  }

  /// Whether the object is a header that was scrolled out behind the headers of the other direction.
  var isBehindOtherHeaders: Bool {
    guard scrolledStart != nil, let rect = place(reported: frame)?.rect, let layout = parent?.layout
    else { return false }
    if headerRole == .rowHeader { return layout.columnHeader.isBefore(rect, \.bottom) }
    return layout.rowHeader?.isBefore(rect, \.right) == true
  }

  /// Handles that the frame of a cell or header of a view was read; returns the headers that are elsewhere now.
  func realignHeaders() -> [MirroredObject] {
    guard peer.dialect.placesHeadersUnscrolled, let parent, parent.isView,
      let layout = parent.layout
    else { return [] }
    if headerRole != nil {
      let cell = layout.cells(of: self).first { $0.isPlaced && $0.isShowing }
      return cell.map(align) == true ? [self] : []
    }
    return layout.headers(of: self).filter { $0.align(with: self) }
  }

  /// Puts a header where a cell of its column or row is; returns whether it was elsewhere.
  private func align(with cell: MirroredObject) -> Bool {
    guard let own = frame, let other = cell.frame, own.space == other.space, isPlaced,
      cell.isPlaced
    else { return false }
    let start: Double
    let reported: Double
    if headerRole == .columnHeader {
      // A cell may be narrower by a line beside it, and that of a tree is by its level. One that is wider takes several columns.
      let indentation = own.rect.width - other.rect.width
      guard indentation >= 0 else { return false }
      reported = own.rect.x
      start = indentation > 1 ? other.rect.x - indentation : other.rect.x
    } else {
      guard other.rect.height <= own.rect.height else { return false }
      (reported, start) = (own.rect.y, other.rect.y)
    }
    let new = start == reported ? nil : start
    guard new != scrolledStart else { return false }
    scrolledStart = new
    return true
  }

  private var isPlaced: Bool { frame?.rect.isEmpty == false }

  fileprivate var headerRole: Role? {
    guard let role = AtspiRole.entry(facts.role)?.role, role.isHeader else { return nil }
    return role
  }

  /// How a view lists its children; `nil` where that is not known, or it has no headers of columns.
  fileprivate var layout: ViewLayout? { ViewLayout(self) }
}

/// How a view lists its children: what is in the corner, if there are headers of rows, the headers of its columns, and then the cells row
/// by row, each row with its header first.
private struct ViewLayout {
  private let view: MirroredObject
  private let columns: Range<Int>
  private let hasRowHeaders: Bool

  /// The most columns whose headers are followed.
  private static let maxColumns = 512

  init?(_ view: MirroredObject) {
    let children = view.children
    func isColumn(_ index: Int) -> Bool {
      index < children.count && children[index].headerRole == .columnHeader
    }
    let start = isColumn(0) ? 0 : 1
    var end = start
    while isColumn(end), end <= Self.maxColumns { end += 1 }
    guard end > start else { return nil }
    self.view = view
    columns = start..<end
    hasRowHeaders = end < children.count && children[end].headerRole == .rowHeader
    guard view.grid != nil || (children.count - end).isMultiple(of: rowLength) else { return nil }
  }

  private var rowLength: Int { columns.count + (hasRowHeaders ? 1 : 0) }

  var columnHeader: MirroredObject { view.children[columns.lowerBound] }
  var rowHeader: MirroredObject? { hasRowHeaders ? view.children[columns.upperBound] : nil }

  /// Returns the headers of a cell.
  func headers(of cell: MirroredObject) -> [MirroredObject] {
    if view.grid != nil {
      guard let column = cell.cell?.column, column < columns.count else { return [] }
      return [view.children[columns.lowerBound + column]]
    }
    guard let index = view.index(of: cell), index >= columns.upperBound else { return [] }
    let place = index - columns.upperBound
    let column = place % rowLength - (hasRowHeaders ? 1 : 0)
    guard column >= 0 else { return [] }
    let header = view.children[columns.lowerBound + column]
    let first = view.children[index - place % rowLength]
    return first.headerRole == .rowHeader ? [header, first] : [header]
  }

  /// Returns the cells of the column or row that a header is of.
  func cells(of header: MirroredObject) -> [MirroredObject] {
    guard let index = view.index(of: header) else { return [] }
    if header.headerRole == .rowHeader {
      return Array(view.children[(index + 1)...].prefix(columns.count))
    }
    let column = index - columns.lowerBound
    if let grid = view.grid {
      return grid.cells.filter { $0.key.column == column }.map(\.value)
    }
    let first = columns.upperBound + column + (hasRowHeaders ? 1 : 0)
    return stride(from: first, to: view.children.count, by: rowLength).map { view.children[$0] }
  }
}

extension MirroredObject {
  /// Whether another header hides what is at `rect`, since that ends before this one does.
  fileprivate func isBefore(_ rect: Rect, _ edge: KeyPath<Rect, Double>) -> Bool {
    frame.map { rect[keyPath: edge] <= $0.rect[keyPath: edge] } ?? false
  }
}

extension Rect {
  fileprivate var right: Double { x + width }
  fileprivate var bottom: Double { y + height }
}

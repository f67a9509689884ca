internal import AccessibilityTree

/// Finds targets that are smaller than WCAG 2.5.8 requires and lack the spacing that would compensate for it: a
/// circle of 24 pixels diameter around their centre intersects another target, or the circle of another small target.
///
/// Small targets are stored in a grid with cells of that size, so that each is compared with its neighbours
/// only. The number of steps is limited, for layouts that no real screen has: thousands of overlapping targets.
struct CrowdedTargets {
  struct Target {
    /// The indexes of the element and its descendants.
    let range: Range<Int>
    let application: ElementID
    let space: CoordinateSpace
    let rect: Rect

    var isSmall: Bool { min(rect.width, rect.height) < CrowdedTargets.minimum }
  }

  /// The minimum width and height of a target that needs no spacing, in pixels.
  static let minimum = 24.0

  private struct Cell: Hashable {
    let application: ElementID
    let space: CoordinateSpace
    let column: Int
    let row: Int
  }

  /// The indexes of the crowded targets.
  private(set) var indices: Set<Int> = []
  private var steps: Int

  init(_ targets: [Target]) {
    steps = 100 * targets.count + 10_000
    var grid: [Cell: [Target]] = [:]
    for target in targets where target.isSmall {
      grid[Self.cell(of: target.rect.center, target), default: []].append(target)
    }
    for target in targets where target.isSmall && isNearSmall(target, grid) {
      indices.insert(target.range.lowerBound)
    }
    for target in targets where !target.isSmall { crowd(target, &grid) }
  }

  /// Whether the circle of a small target intersects that of another.
  private mutating func isNearSmall(_ target: Target, _ grid: [Cell: [Target]]) -> Bool {
    let center = target.rect.center
    let middle = Self.cell(of: center, target)
    for row in -1...1 {
      for column in -1...1 {
        let others = grid[Self.cell(middle, column, row)] ?? []
        for other in others where !Self.areRelated(other, target) {
          guard take() else { return false }
          if center.squaredDistance(to: other.rect.center) < Self.minimum * Self.minimum {
            return true
          }
        }
      }
    }
    return false
  }

  /// Finds the small targets whose circles intersect a large target. They are removed from the grid,
  /// because one conflict is enough.
  private mutating func crowd(_ target: Target, _ grid: inout [Cell: [Target]]) {
    let radius = Self.minimum / 2
    let (low, high) = (target.rect.origin, target.rect.end)
    let first = Self.cell(of: Point(x: low.x - radius, y: low.y - radius), target)
    let last = Self.cell(of: Point(x: high.x + radius, y: high.y + radius), target)
    for cell in Self.occupied(grid, from: first, to: last) {
      guard take() else { return }
      grid[cell]?.removeAll { small in
        guard !Self.areRelated(small, target) else { return false }
        let center = small.rect.center
        let nearest = Point(
          x: max(low.x, min(center.x, high.x)), y: max(low.y, min(center.y, high.y)))
        guard center.squaredDistance(to: nearest) < radius * radius else { return false }
        indices.insert(small.range.lowerBound)
        return true
      }
      steps -= grid[cell]?.count ?? 0
      if grid[cell]?.isEmpty == true { grid[cell] = nil }
    }
  }

  private mutating func take() -> Bool {
    steps -= 1
    return steps > 0
  }

  // MARK: The grid

  private static func cell(of point: Point, _ target: Target) -> Cell {
    Cell(
      application: target.application, space: target.space,
      column: number(point.x), row: number(point.y))
  }

  /// Positions far outside of any screen share one cell.
  private static func number(_ position: Double) -> Int {
    let limit = Point.furthest
    return Int(saturating: max(-limit, min(limit, position)) / minimum)
  }

  private static func cell(_ cell: Cell, _ column: Int, _ row: Int) -> Cell {
    Cell(
      application: cell.application, space: cell.space, column: cell.column + column,
      row: cell.row + row)
  }

  /// Returns the non-empty cells in a rectangle. Looks up each cell, or filters the grid when it has fewer.
  private static func occupied(
    _ grid: [Cell: [Target]], from first: Cell, to last: Cell
  ) -> [Cell] {
    guard first.column <= last.column, first.row <= last.row else { return [] }
    let (columns, rows) = (first.column...last.column, first.row...last.row)
    if columns.count * rows.count > grid.count {
      return grid.keys.filter {
        $0.application == first.application && $0.space == first.space
          && columns.contains($0.column) && rows.contains($0.row)
      }
    }
    return rows.flatMap { row in
      columns.map { cell(first, $0 - first.column, row - first.row) }
    }.filter { grid[$0] != nil }
  }

  /// Whether one target is a descendant of the other.
  private static func areRelated(_ one: Target, _ other: Target) -> Bool {
    one.range.contains(other.range.lowerBound) || other.range.contains(one.range.lowerBound)
  }
}

extension Rect {
  fileprivate var end: Point { Point(x: x + width, y: y + height) }
}

extension Point {
  fileprivate func squaredDistance(to other: Point) -> Double {
    (x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)
  }
}

internal import AccessibilityTree

/// What was found by asking what is at places across an object, and for what it holds.
final class WindowSampling {
  /// It is being found out, or was a moment ago.
  var isBusy = false
  /// It was to be found out again meanwhile.
  var isOwed = false
  /// The object said since then that it changed.
  var isOutdated = false
  /// The part that could be seen.
  var visible: Rect?
  /// How many children the object claimed.
  var claimed = -1
  var found: [ObjectReference] = []

  /// How long an application may take for all answers together, in nanoseconds.
  static let budget: UInt64 = 50_000_000
  /// How many objects above are asked how much of it they show.
  static let maxAncestors = 64
  static let across = 6
  static let down = 40

  /// Places across `rect`, with their order in reading. Rows far from each other come first, so that
  /// the first few places stand for all.
  static func points(in rect: Rect) -> [(order: Int, point: Point)] {
    guard !rect.isEmpty else { return [] }
    let stepX = max(8, rect.width / Double(across))
    let stepY = max(16, rect.height / Double(down))
    let offset = Point(x: min(4, rect.width / 2), y: min(4, rect.height / 2))
    let rows = stride(from: offset.y, to: rect.height, by: stepY).prefix(down)
    let columns = stride(from: offset.x, to: rect.width, by: stepX).prefix(across)
    let spread = rows.enumerated().sorted {
      UInt8(truncatingIfNeeded: $0.offset).bitSwapped
        < UInt8(truncatingIfNeeded: $1.offset).bitSwapped
    }
    return spread.flatMap { row, y in
      columns.enumerated().map { column, x in
        (row * across + column, Point(x: rect.x + x, y: rect.y + y))
      }
    }
  }
}

extension UInt8 {
  /// The number with its bits in the opposite order.
  fileprivate var bitSwapped: UInt8 {
    (0..<8).reduce(0) { $0 << 1 | (self >> $1 & 1) }
  }
}

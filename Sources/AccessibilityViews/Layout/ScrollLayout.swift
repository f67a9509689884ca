internal import AccessibilityTree

/// A column that may be longer than its place: what lies beyond is not on screen.
struct ScrollLayout: Layout {
  var position: ScrollPosition
  /// Rows are as wide as the list, and at least as high.
  var rowHeight = 0.0
  var spacing = 0.0

  static func == (left: Self, right: Self) -> Bool {
    left.position === right.position && left.rowHeight == right.rowHeight
      && left.spacing == right.spacing
  }

  func measure(_ node: ViewNode, in available: Size) -> Measured {
    Measured(size: Size(width: 44, height: 44), growsWidth: true, growsHeight: true)
  }

  func place(_ node: ViewNode) {
    let rect = node.rect
    let items = node.itemsInside()
    let available = Size(width: rect.width, height: rect.height)
    var heights: [Double] = []
    heights.reserveCapacity(items.count)
    for item in items {
      item.isRow = true
      heights.append(max(item.measure(in: available).size.height, rowHeight))
    }
    let length = heights.reduce(0) { $0 + $1 + spacing } - (items.isEmpty ? 0 : spacing)
    // Whether it offers to scroll depends on that.
    if position.fit(length, page: rect.height) { node.element?.markStale() }
    let clip = node.clip.map { $0.intersection(rect) } ?? rect
    var y = rect.y - position.offset
    for (item, height) in zip(items, heights) {
      item.place(in: Rect(x: rect.x, y: y, width: rect.width, height: height), clip: clip)
      y += height + spacing
    }
  }
}

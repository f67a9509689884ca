internal import AccessibilityTree

/// A scrolling column. Content outside of its rectangle is not on screen.
struct ScrollLayout: Layout {
  var position: ScrollPosition
  /// The minimum height of a row. Rows are as wide as the list.
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
    // Whether the element offers the scroll action depends on this.
    if position.fit(length, page: rect.height) { node.element?.markStale() }
    let clip = node.clip.map { $0.intersection(rect) } ?? rect
    var y = rect.y - position.offset
    for (item, height) in zip(items, heights) {
      item.place(in: Rect(x: rect.x, y: y, width: rect.width, height: height), clip: clip)
      y += height + spacing
    }
  }
}

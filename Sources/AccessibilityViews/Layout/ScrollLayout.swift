internal import AccessibilityTree

/// How far a view is scrolled.
final class ScrollPosition {
  /// From the beginning of the content, in pixels.
  var offset = 0.0
  /// How far it can be scrolled.
  fileprivate(set) var maximum = 0.0
  /// The length of a page.
  fileprivate(set) var page = 0.0

  /// Which page of how many is shown: "Page 2 of 5".
  var pageInWords: String {
    guard page > 0 else { return "" }
    let last = ((maximum + page) / page).rounded(.up)
    // The end of the last page is its own, however short that is.
    let shown = offset >= maximum ? last : (offset / page).rounded(.down) + 1
    return "Page \(shown.shortDescription) of \(last.shortDescription)"
  }
}

/// What scrolls the views inside it.
final class Scroller {
  private weak var node: ViewNode?
  let position = ScrollPosition()

  init(_ node: ViewNode) {
    self.node = node
  }

  /// Scrolls as little as it takes until a rectangle of the screen is seen, in this and in all that
  /// scrolls around it. What is too high begins at the top.
  func show(_ rect: Rect) {
    guard let node else { return }
    let top = rect.y - node.rect.y
    let bottom = top + rect.height - node.rect.height
    let wanted = position.offset + (bottom > 0 ? min(top, bottom) : top < 0 ? top : 0)
    var rect = rect
    rect.y += position.offset - scroll(to: wanted)
    node.environment.scroller?.show(rect)
  }

  /// Returns where it scrolled to.
  @discardableResult
  func scroll(to offset: Double) -> Double {
    let offset = min(max(0, offset), position.maximum)
    guard offset != position.offset else { return offset }
    position.offset = offset
    node.map { $0.graph.add(unmeasured: $0) }
    return offset
  }
}

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
    position.page = rect.height
    let couldScroll = position.maximum > 0
    position.maximum = max(0, length - rect.height)
    // Whether it offers to scroll depends on that.
    if couldScroll != (position.maximum > 0) { node.element?.markStale() }
    position.offset = min(position.offset, position.maximum)
    let clip = node.clip.map { $0.intersection(rect) } ?? rect
    var y = rect.y - position.offset
    for (item, height) in zip(items, heights) {
      item.place(in: Rect(x: rect.x, y: y, width: rect.width, height: height), clip: clip)
      y += height + spacing
    }
  }
}

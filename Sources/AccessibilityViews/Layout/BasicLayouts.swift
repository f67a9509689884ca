internal import AccessibilityTree

/// A view with a size of its own, whose content gets the same rectangle.
struct LeafLayout: Layout {
  var measured: Measured

  init(_ width: Double, _ height: Double, growsWidth: Bool = false, growsHeight: Bool = false) {
    measured = Measured(
      size: Size(width: width, height: height), growsWidth: growsWidth, growsHeight: growsHeight)
  }

  func measure(_ node: ViewNode, in available: Size) -> Measured { measured }

  func place(_ node: ViewNode) {
    for item in node.itemsInside() { item.place(in: node.rect, clip: node.clip) }
  }
}

/// Text with letters of equal width, wrapped at the available width.
struct TextLayout: Layout {
  static let letterWidth = 8.0
  static let lineHeight = 20.0
  static let minimumWidth = 40.0

  let letters: Int

  func measure(_ node: ViewNode, in available: Size) -> Measured {
    let width = Double(letters) * Self.letterWidth
    let limit = max(available.width, Self.minimumWidth)
    let lines = max(1, (width / limit).rounded(.up))
    return Measured(
      size: Size(width: min(width, limit), height: min(lines, 1000) * Self.lineHeight))
  }

  func place(_ node: ViewNode) {}
}

/// Padding around the content.
struct PaddingLayout: Layout {
  var edges: Edge.Set = .all
  var length: Double
  /// The minimum size.
  var minimum = Size.zero
  var growsWidth = false

  func measure(_ node: ViewNode, in available: Size) -> Measured {
    let inner = Rect(Point(x: 0, y: 0), available).inset(by: edges, length)
    var result = node.measureInside(in: Size(width: inner.width, height: inner.height))
    let horizontal =
      (edges.contains(.leading) ? length : 0) + (edges.contains(.trailing) ? length : 0)
    let vertical = (edges.contains(.top) ? length : 0) + (edges.contains(.bottom) ? length : 0)
    result.size.width = max(result.size.width + horizontal, minimum.width)
    result.size.height = max(result.size.height + vertical, minimum.height)
    result.growsWidth = result.growsWidth || growsWidth
    return result
  }

  func place(_ node: ViewNode) {
    let rect = node.rect.inset(by: edges, length)
    for item in node.itemsInside() { item.place(in: rect, clip: node.clip) }
  }
}

/// A fixed width or height, or one that fills the available space.
struct FrameLayout: Layout {
  var width: Double?
  var height: Double?
  var fillsWidth = false
  var fillsHeight = false

  func measure(_ node: ViewNode, in available: Size) -> Measured {
    let inner = node.measureInside(
      in: Size(width: width ?? available.width, height: height ?? available.height))
    return Measured(
      size: Size(width: width ?? inner.size.width, height: height ?? inner.size.height),
      growsWidth: width == nil && (inner.growsWidth || fillsWidth),
      growsHeight: height == nil && (inner.growsHeight || fillsHeight))
  }

  func place(_ node: ViewNode) {
    for item in node.itemsInside() { item.place(in: node.rect, clip: node.clip) }
  }
}

/// Places the content in layers on top of each other.
struct LayeredLayout: Layout {
  /// Whether only the first layer determines the size.
  var followsFirst = false

  func measure(_ node: ViewNode, in available: Size) -> Measured {
    if followsFirst { return node.itemsInside().first?.measure(in: available) ?? .nothing }
    return node.measureInside(in: available)
  }

  func place(_ node: ViewNode) {
    for (index, item) in node.itemsInside().enumerated() {
      let measured = item.measure(in: item.available)
      var size = measured.size(in: Size(width: node.rect.width, height: node.rect.height))
      if followsFirst, index == 0 {
        size = Size(width: node.rect.width, height: node.rect.height)
      }
      let origin = Point(
        x: node.rect.x + (node.rect.width - size.width) / 2,
        y: node.rect.y + (node.rect.height - size.height) / 2)
      item.place(in: Rect(origin, size), clip: node.clip)
    }
  }
}

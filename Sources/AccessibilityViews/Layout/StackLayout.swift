internal import AccessibilityTree

/// Arranges the content in a row or column. Growing items share the remaining space.
struct StackLayout: Layout {
  enum Axis: Hashable {
    case horizontal, vertical
  }

  var axis: Axis
  var spacing = 8.0
  /// The alignment across the stack: 0 at the start, 1 at the end.
  var alignment = 0.5

  func measure(_ node: ViewNode, in available: Size) -> Measured {
    var length = 0.0
    var breadth = 0.0
    var grows = (along: false, across: false)
    for part in arrange(node, in: available) {
      length += part.along(axis) + spacing
      breadth = max(breadth, part.across(axis))
      grows.along = grows.along || part.growsAlong(axis)
      grows.across = grows.across || part.growsAcross(axis)
    }
    length = max(0, length - spacing)
    return axis == .horizontal
      ? Measured(
        size: Size(width: length, height: breadth), growsWidth: grows.along,
        growsHeight: grows.across)
      : Measured(
        size: Size(width: breadth, height: length), growsWidth: grows.across,
        growsHeight: grows.along)
  }

  func place(_ node: ViewNode) {
    let items = node.itemsInside()
    let parts = arrange(node, in: node.available)
    let room = axis == .horizontal ? node.rect.width : node.rect.height
    let breadth = axis == .horizontal ? node.rect.height : node.rect.width
    let needed = parts.reduce(-spacing) { $0 + $1.along(axis) + spacing }
    let growing = parts.count { $0.growsAlong(axis) }
    let extra = growing > 0 ? max(0, room - needed) / Double(growing) : 0
    var position = growing > 0 ? 0 : max(0, room - needed) / 2
    for (item, part) in zip(items, parts) {
      let along = part.along(axis) + (part.growsAlong(axis) ? extra : 0)
      let across = part.growsAcross(axis) ? max(breadth, part.across(axis)) : part.across(axis)
      let start = (breadth - across) * alignment
      let rect =
        axis == .horizontal
        ? Rect(x: node.rect.x + position, y: node.rect.y + start, width: along, height: across)
        : Rect(x: node.rect.x + start, y: node.rect.y + position, width: across, height: along)
      item.place(in: rect, clip: node.clip)
      position += along + spacing
    }
  }

  /// Measures the items. In a row, each gets the width that the previous ones leave.
  private func arrange(_ node: ViewNode, in available: Size) -> [Measured] {
    var left = available
    return node.itemsInside().map { item in
      var part = item.measure(in: left)
      if let layout = item.layout as? AxisLayout { part = layout.measured(along: axis) }
      if axis == .horizontal { left.width = max(0, left.width - part.size.width - spacing) }
      return part
    }
  }
}

/// A view whose size differs along and across its stack, such as a spacer or divider.
struct AxisLayout: Layout {
  var length: Double
  var growsAlong: Bool

  func measured(along axis: StackLayout.Axis) -> Measured {
    let isHorizontal = axis == .horizontal
    return Measured(
      size: Size(width: isHorizontal ? length : 0, height: isHorizontal ? 0 : length),
      growsWidth: isHorizontal == growsAlong, growsHeight: isHorizontal != growsAlong)
  }

  /// Outside of stacks the view is measured as in a column.
  func measure(_ node: ViewNode, in available: Size) -> Measured { measured(along: .vertical) }

  func place(_ node: ViewNode) {}
}

extension Measured {
  fileprivate func along(_ axis: StackLayout.Axis) -> Double {
    axis == .horizontal ? size.width : size.height
  }

  fileprivate func across(_ axis: StackLayout.Axis) -> Double {
    axis == .horizontal ? size.height : size.width
  }

  fileprivate func growsAlong(_ axis: StackLayout.Axis) -> Bool {
    axis == .horizontal ? growsWidth : growsHeight
  }

  fileprivate func growsAcross(_ axis: StackLayout.Axis) -> Bool {
    axis == .horizontal ? growsHeight : growsWidth
  }
}

internal import AccessibilityTree

/// The scroll position of a view.
final class ScrollPosition {
  /// Pixels from the start of the content.
  var offset = 0.0
  /// The maximum offset, in pixels.
  private(set) var maximum = 0.0
  /// The length of a page, in pixels.
  private(set) var page = 0.0

  /// Updates the limits for a content of `length` pixels, of which `page` are visible. Returns whether the
  /// view became scrollable or ceased to be.
  func fit(_ length: Double, page: Double) -> Bool {
    let couldScroll = maximum > 0
    self.page = page
    maximum = max(0, length - page)
    offset = min(offset, maximum)
    return couldScroll != (maximum > 0)
  }

  /// The current page and the number of pages: "Page 2 of 5".
  var pageInWords: String {
    guard page > 0 else { return "" }
    let last = ((maximum + page) / page).rounded(.up)
    // The end of the content counts as the last page, however short that page is.
    let shown = offset >= maximum ? last : (offset / page).rounded(.down) + 1
    return "Page \(shown.shortDescription) of \(last.shortDescription)"
  }
}

/// Scrolls the views inside it.
final class Scroller {
  private weak var node: ViewNode?
  let position = ScrollPosition()

  init(_ node: ViewNode) {
    self.node = node
  }

  /// Scrolls the minimum distance that makes a screen rectangle visible, in this view and in all enclosing
  /// ones. A rectangle that is too high is aligned at the top.
  func show(_ rect: Rect) {
    guard let node else { return }
    let top = rect.y - node.rect.y
    let bottom = top + rect.height - node.rect.height
    let wanted = position.offset + (bottom > 0 ? min(top, bottom) : top < 0 ? top : 0)
    var rect = rect
    rect.y += position.offset - scroll(to: wanted)
    node.environment.scroller?.show(rect)
  }

  /// Scrolls to an offset, clamped to the limits. Returns the new offset.
  @discardableResult
  func scroll(to offset: Double) -> Double {
    let offset = min(max(0, offset), position.maximum)
    guard offset != position.offset else { return offset }
    position.offset = offset
    node.map { $0.graph.add(unmeasured: $0) }
    return offset
  }
}

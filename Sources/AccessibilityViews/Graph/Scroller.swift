internal import AccessibilityTree

/// How far a view is scrolled.
final class ScrollPosition {
  /// From the beginning of the content, in pixels.
  var offset = 0.0
  /// How far it can be scrolled.
  private(set) var maximum = 0.0
  /// The length of a page.
  private(set) var page = 0.0

  /// Takes how long the content is, and how much of it is seen at once. Returns whether it can be
  /// scrolled now and could not before, or the other way round.
  func fit(_ length: Double, page: Double) -> Bool {
    let couldScroll = maximum > 0
    self.page = page
    maximum = max(0, length - page)
    offset = min(offset, maximum)
    return couldScroll != (maximum > 0)
  }

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

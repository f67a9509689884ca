internal import AccessibilityTree

extension Element {
  /// The least width and height of an area worth a line, in pixels.
  private static let minOpaqueSide = 48.0

  /// The least width and height of a canvas that nothing names.
  private static let minCanvasSide = 24.0

  /// The most elements that are looked at in an area.
  private static let maxInOpaqueArea = 16

  /// Whether the element scrolls what its application draws without an element for it, as the icons of Thunar and the lists of
  /// FileZilla: a large area of scroll bars and of nameless groups. A plane of colours is drawn so as well.
  func isOpaqueArea(in tree: Tree) -> Bool {
    if role == .canvas { return isOpaqueCanvas }
    guard role == .scrollArea || role == .region || role == .colorChooser,
      let rect = frame?.rect, min(rect.width, rect.height) >= Self.minOpaqueSide
    else { return false }
    if role == .colorChooser {
      return children.isEmpty && !actions.contains { $0.kind == .press }
    }
    guard (2...8).contains(children.count) else { return false }
    var hasScrollBar = false
    var left = Self.maxInOpaqueArea
    var pending = Array(children)
    while let id = pending.popLast() {
      left -= 1
      guard left >= 0, let part = tree[id] else { return false }
      switch part.role {
      case .scrollBar: hasScrollBar = true
      case .generic, .group, .unknown, .scrollArea, .embedded:
        guard !part.says else { return false }
        pending += part.children
      default: guard part.isWrittenInPlace(in: rect) else { return false }
      }
    }
    return hasScrollBar
  }

  /// Whether something is drawn in the element, as on the canvas of a page, that is more than an ornament, and nothing else in the
  /// tree says what.
  private var isOpaqueCanvas: Bool {
    guard children.isEmpty, value?.isBlank ?? true, range == nil, let rect = frame?.rect else {
      return false
    }
    let isNamed = hasLabel || hint?.isBlank == false
    return min(rect.width, rect.height) >= (isNamed ? Self.minOpaqueSide : Self.minCanvasSide)
  }

  /// Whether the element is the field in which people write the name of an entry in its place, as in the trees of wxWidgets.
  private func isWrittenInPlace(in area: Rect) -> Bool {
    guard role.isTextEntry, states.isSuperset(of: [.focused, .singleLine]), let rect = frame?.rect
    else { return false }
    return 2 * rect.height <= area.height
  }
}

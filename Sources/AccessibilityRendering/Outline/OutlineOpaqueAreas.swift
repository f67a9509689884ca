internal import AccessibilityTree

extension Element {
  /// The least width and height of an area worth a line, in pixels.
  private static let minOpaqueSide = 48.0

  /// The least width and height of a canvas that nothing names.
  private static let minCanvasSide = 24.0

  /// The least width and height of a control that its application draws, in pixels.
  private static let minDrawnSize = (width: 48.0, height: 16.0)

  /// The most levels above a drawn control that are looked at for the area that it is in.
  private static let drawnReach = 3

  /// The views of GTK 4 that draw what they show and have no objects for it. Those for a table have buttons above its columns.
  private static let drawnViews: Set<String> = [
    "GtkTreeView", "GtkIconView", "GtkDrawingArea", "GtkGLArea",
  ]

  /// The most elements that are looked at in an area.
  private static let maxInOpaqueArea = 16

  /// Whether the element scrolls what its application draws without an element for it, as the icons of Thunar and the lists of
  /// FileZilla: a large area of scroll bars and of nameless groups. A plane of colours is drawn so as well, and so are controls
  /// such as the tabs of FileZilla.
  func isOpaqueArea(in tree: Tree) -> Bool {
    if isDrawnControl(in: tree) { return !isInOpaqueArea(in: tree) }
    if isDrawnView { return !isInOpaqueArea(in: tree) }
    if role == .canvas { return isOpaqueCanvas }
    if role == .calendar { return children.isEmpty && isOpaqueSize }
    guard role == .scrollArea || role == .region || role == .colorChooser, isOpaqueSize,
      let rect = frame?.rect
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

  /// Whether people reach the element by the keyboard, and its application says neither what it is nor what is in it, but for
  /// scroll bars, as of a terminal. What only fills a layout takes no keys.
  private func isDrawnControl(in tree: Tree) -> Bool {
    guard role == .generic || role == .canvas, children.count <= 2,
      states.isSuperset(of: [.focusable, .showing]), !hasLabel, !says, hint?.isBlank != false,
      let rect = frame?.rect,
      children.allSatisfy({ id in tree.read(id) { $0.role == .scrollBar } == true })
    else { return false }
    return rect.width >= Self.minDrawnSize.width && rect.height >= Self.minDrawnSize.height
  }

  /// Whether the element is a view of GTK 4 that is drawn: one of its own, by its class, or one of the application's, which has a
  /// name and nothing in it, as the characters of gnome-characters.
  private var isDrawnView: Bool {
    guard nativeRole == "filler", isOpaqueSize else { return false }
    if role == .group {
      return children.isEmpty && value?.isBlank ?? true && range == nil
        && attribute("toolkit") == "GTK"
    }
    guard role == .generic, !says else { return false }
    return attribute("native-name").map(Self.drawnViews.contains) == true
  }

  private var isOpaqueSize: Bool {
    guard let rect = frame?.rect else { return false }
    return min(rect.width, rect.height) >= Self.minOpaqueSide
  }

  /// Whether the element is a list of a window, with nothing in it yet, that takes a place of its own. Pages lay out by lists.
  func isEmptyList(in tree: Tree) -> Bool {
    guard role == .list, children.isEmpty, let rect = frame?.rect else { return false }
    return min(rect.width, rect.height) >= Self.minOpaqueSide
      && !ReadingOrder(tree: tree).isInDocument(id)
  }

  /// Whether an area around the element says already that its application tells nothing of what is in it.
  private func isInOpaqueArea(in tree: Tree) -> Bool {
    var next = parent
    for _ in 0..<Self.drawnReach {
      guard let id = next, let around = tree[id] else { return false }
      if around.isOpaqueArea(in: tree) { return true }
      next = around.parent
    }
    return false
  }

  /// Whether the element is the field in which people write the name of an entry in its place, as in the trees of wxWidgets.
  private func isWrittenInPlace(in area: Rect) -> Bool {
    guard role.isTextEntry, states.isSuperset(of: [.focused, .singleLine]), let rect = frame?.rect
    else { return false }
    return 2 * rect.height <= area.height
  }
}

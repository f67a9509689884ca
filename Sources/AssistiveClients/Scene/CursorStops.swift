internal import AccessibilityQueries
internal import AccessibilityTree

/// The elements at which a cursor stops in a window, in order (S1, S4).
///
/// Elements with something to say are stops; the one to begin from is, unless it is a window, a dialog or an
/// application. Layout containers are not, nor are elements that only repeat the
/// stop that contains them: the text and picture of a button are part of the button.
struct CursorStops {
  private(set) var stops: [ElementID] = []

  private struct Visit {
    let id: ElementID
    /// Whether an ancestor scrolls.
    let scrolls: Bool
    /// The words of the enclosing stop; `nil` outside of stops.
    let said: String?
    /// Whether the enclosing stop is a control, so that its content is part of it.
    let isPart: Bool
  }

  init(of tree: Tree, from root: ElementID) {
    var shown = ShownElements(tree)
    var pending = [Visit(id: root, scrolls: false, said: nil, isPart: false)]
    while let visit = pending.popLast() {
      guard let element = tree[visit.id] else { continue }
      let isShown = visit.id == root || shown.contains(element, scrolls: visit.scrolls)
      var (said, isPart) = (visit.said, visit.isPart)
      if isShown, visit.id != root || !element.isFrame, element.isStop,
        !Self.isRepeated(element, visit)
      {
        stops.append(element.id)
        said = Self.words(of: element)
        isPart = element.role.isControl
      }
      for child in tree.childrenByPriority(of: element).reversed() {
        pending.append(
          Visit(id: child, scrolls: visit.scrolls || element.scrolls, said: said, isPart: isPart))
      }
    }
  }

  private static func isRepeated(_ element: Element, _ visit: Visit) -> Bool {
    if visit.isPart { return !(element.role.isControl && element.isActionable) }
    guard let said = visit.said, !element.isActionable, element.range == nil else { return false }
    let words = words(of: element)
    return words.isEmpty || said.contains(words)
  }

  private static func words(of element: Element) -> String {
    [element.label, element.value].compactMap { $0 }.filter { !$0.isBlank }
      .joined(separator: " ")
  }
}

extension Element {
  /// Whether the element is what a client works in, and not what it works on.
  fileprivate var isFrame: Bool {
    isWindow || role == .application || role == .desktop || states.contains(.modal)
      || traits.contains(.modal)
  }

  fileprivate var isStop: Bool {
    let says = [label, value, placeholder].contains { $0.map { !$0.isBlank } ?? false }
    switch role {
    case .scrollBar, .separator, .splitter, .listMarker, .titleBar: return false
    // GTK 3 gives the role of a menu to the item that opens it.
    case .menu: return says && (children.isEmpty || isPressed)
    case .scrollArea: return false
    case .window, .application, .desktop, .document, .menuBar, .toolBar, .internalFrame, .tabPanel:
      return says && children.isEmpty
    default: break
    }
    if role.isControl { return !isWrapper }
    if role.isContainer {
      let isLeaf = children.isEmpty
      return says && (isLeaf || isPressed) || role.isItem && says
    }
    return says || range != nil || isActionable && !role.isText
  }

  /// Whether the element can be used itself, as rows and combined elements can.
  private var isPressed: Bool {
    actions.contains { $0.kind == .press || $0.kind == .custom }
  }

  /// Whether the control only wraps the one that is used.
  private var isWrapper: Bool {
    actions.isEmpty && !states.contains(.focusable) && !children.isEmpty
  }
}

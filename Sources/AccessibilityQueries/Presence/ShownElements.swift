package import AccessibilityTree

/// Determines which elements a person can find on the screen. Stricter than the selectors' `:visible`, which
/// considers each element alone.
///
/// In an application that reports frames, an element without a frame is on a page that is not shown. Elements
/// that can be scrolled into view count as shown.
///
/// Use an instance for one state of a tree, and visit parents before children.
package struct ShownElements {
  private let tree: Tree
  private var presence = ScreenPresence()
  /// The applications that report frames.
  private let framed: Set<ElementID>

  package init(_ tree: Tree) {
    self.tree = tree
    var framed: Set<ElementID> = []
    tree.scan { element in
      if element.frame != nil { framed.insert(element.application) }
      return true
    }
    self.framed = framed
  }

  /// - Parameter scrolls: Whether the element is inside one that scrolls: see `Element.scrolls`.
  package mutating func contains(_ element: borrowing Element, scrolls: Bool) -> Bool {
    if element.parent == nil { return true }
    if element.frame == nil, framed.contains(element.application), !element.role.standsAlone {
      return false
    }
    if scrolls, element.states.contains(.visible), element.frame?.rect.isEmpty != true {
      return true
    }
    var steps = Int.max
    return presence.isOnScreen(element, in: tree, steps: &steps)
  }
}

extension Element {
  /// Whether the element's content can be scrolled into view.
  package var scrolls: Bool {
    role == .document || actions.contains { $0.kind == .scroll }
  }
}

extension Role {
  /// Whether elements of the role stand on the desktop independently.
  fileprivate var standsAlone: Bool {
    switch self {
    case .application, .window, .dialog, .alertDialog, .desktop, .internalFrame: true
    default: false
    }
  }
}

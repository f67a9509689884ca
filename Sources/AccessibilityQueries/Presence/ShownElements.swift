package import AccessibilityTree

/// Which elements a person finds on the screen: stricter than the selectors' `:visible`, which knows
/// only one element at a time.
///
/// An element without a frame, in an application that tells frames, is on a page that is not shown.
/// What could be scrolled to counts as shown.
///
/// Use one value for one state of a tree, from parents to children.
package struct ShownElements {
  private let tree: Tree
  private var presence = ScreenPresence()
  /// Applications that tell frames.
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

  /// - Parameter scrolls: whether what it stands in scrolls: see `Element.scrolls`.
  package mutating func contains(_ element: borrowing Element, scrolls: Bool) -> Bool {
    if element.parent == nil { return true }
    if element.frame == nil, framed.contains(element.application), !element.role.isWindow {
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
  /// Whether what it holds can be scrolled to.
  package var scrolls: Bool {
    role == .document || actions.contains { $0.kind == .scroll }
  }
}

extension Role {
  /// What stands on the desktop by itself.
  fileprivate var isWindow: Bool {
    switch self {
    case .application, .window, .dialog, .alertDialog, .desktop, .internalFrame: true
    default: false
    }
  }
}

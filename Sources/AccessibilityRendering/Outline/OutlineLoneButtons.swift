import AccessibilityTree

/// Toolbars with a name around one button without one, as those beside a document of LibreOffice. People name one thing, so the
/// line is that of the button, and says in which toolbar it is.
struct OutlineLoneButtons {
  let tree: Tree

  /// The most levels between a toolbar and its button.
  private static let maxDepth = 3

  /// Returns the button that is all there is in a toolbar, where nothing else names it.
  func button(in toolBar: borrowing Element) -> ElementID? {
    guard toolBar.isNamedBar else { return nil }
    var only = toolBar.children
    for _ in 0...Self.maxDepth {
      guard only.count == 1, let id = only.first, let part = tree[id] else { return nil }
      if part.isNamelessButton { return id }
      guard part.role.isFiller, !part.hasLabel, !part.saysMoreThanText else { return nil }
      only = part.children
    }
    return nil
  }

  /// Returns the name of the toolbar that a button stands for.
  func toolBarName(of button: borrowing Element) -> String? {
    guard button.isNamelessButton else { return nil }
    let id = button.id
    var next = button.parent
    for _ in 0...Self.maxDepth {
      guard let around = next, let part = tree[around] else { return nil }
      if part.role == .toolBar { return self.button(in: part) == id ? part.label : nil }
      guard part.children.count == 1 else { return nil }
      next = part.parent
    }
    return nil
  }
}

extension Element {
  /// Whether the element is a toolbar with a name and nothing else to it.
  fileprivate var isNamedBar: Bool {
    role == .toolBar && hasLabel && value?.isBlank ?? true && children.count == 1
      && !states.contains(.focused) && !actions.contains { $0.kind == .press }
  }

  /// Whether the element is a button that nothing of its own names.
  fileprivate var isNamelessButton: Bool {
    switch role {
    case .button, .toggleButton, .popUpButton: break
    default: return false
    }
    return !hasLabel && hint?.isBlank ?? true && value?.isBlank ?? true && children.isEmpty
      && labels.isEmpty
  }
}

internal import AccessibilityTree
internal import SafeText

/// What stands for nothing: empty pages and windows, and marks and gaps between others.
extension OutlineFolding {
  /// Whether the element is a page without a name and content, as browsers keep for windows that they do not show.
  func isBlankDocument(_ element: borrowing Element) -> Bool {
    element.role == .document && element.children.isEmpty && !element.hasLabel && !element.says
  }

  /// Whether a window without a name, in which nobody works, has nothing in it but what has no line.
  func isBlank(_ window: borrowing Element, _ left: inout Int) -> Bool {
    guard !window.children.isEmpty, window.states.isDisjoint(with: [.active, .modal]) else {
      return false
    }
    if case .nothing = content(of: window, &left) { return true }
    return false
  }

  /// Whether the element is such a page or window.
  func standsForNothing(_ element: borrowing Element) -> Bool {
    if isBlankDocument(element) { return true }
    guard element.role == .window, !element.hasLabel, !element.states.contains(.focused) else {
      return false
    }
    var left = Self.maxLookahead
    return isBlank(element, &left)
  }

  /// Whether the element is a mark between links, such as `|`, or the full stop behind one.
  func isSeparator(_ element: borrowing Element) -> Bool {
    guard element.isPlainText, element.children.isEmpty,
      let text = element.hasLabel ? element.label : element.value, text.isSeparator,
      let parent = element.parent
    else { return false }
    return tree.read(parent) { parent in
      parent.children.prefix(Self.maxLookahead).contains { child in
        tree.read(child) { $0.role == .link } ?? false
      }
    } ?? false
  }

  /// Whether the element stands between the items of a toolbar or menu, whatever it claims that can be done with it.
  func isGap(_ element: borrowing Element) -> Bool {
    element.role == .separator && element.children.isEmpty && !element.hasLabel
      && !element.states.isSuperset(of: [.enabled, .focusable])
  }
}

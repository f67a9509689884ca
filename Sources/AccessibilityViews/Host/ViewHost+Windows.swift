internal import AccessibilityTree

extension ViewHost {
  /// The window that was opened or used last.
  var frontWindow: ElementNode? {
    if let usedWindow, usedWindow.isCurrent { return usedWindow }
    return root?.element?.children.first
  }

  /// Whether an element is in the front window, or in none.
  func isInFrontWindow(_ element: ElementNode) -> Bool {
    guard let window = window(of: element) else { return true }
    return window === frontWindow
  }

  /// The window that contains an element, or is it.
  func window(of element: ElementNode) -> ElementNode? {
    var next: ElementNode? = element
    while let node = next {
      if node.holder === root?.element { return node }
      next = node.holder
    }
    return nil
  }

  /// Makes the window that contains an element the front window; `nil`: the first one.
  func bringToFront(windowOf element: ElementNode?) {
    let new = element.flatMap(window(of:)) ?? root?.element?.children.first
    let old = shownFrontWindow ?? root?.element?.children.first
    usedWindow = new
    guard old !== new else { return }
    shownFrontWindow = new
    old?.markContainersMoved()
    new?.markContainersMoved()
  }
}

extension ElementNode {
  /// Marks the element and the containers inside, such as dialogs, whose states depend on what is in front.
  func markContainersMoved() {
    var pending = [self]
    while let container = pending.popLast() {
      container.markMoved()
      pending += container.children.filter { $0.kind == .container }
    }
  }
}

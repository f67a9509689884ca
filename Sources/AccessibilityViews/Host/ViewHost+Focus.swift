internal import AccessibilityTree

/// An open dialog, menu or further window.
struct Overlay {
  let element: ElementNode
  /// The element that was acted on, or else had the focus, when it opened.
  weak var origin: ElementNode?
}

extension ViewHost {
  func focus(_ element: ElementNode?) {
    guard focused !== element else { return }
    let old = focused
    focused = element
    if let element { bringToFront(windowOf: element) }
    if touched !== element { activateTouch(of: nil) }
    old?.markMoved()
    element?.markMoved()
    old?.currentContent().focus?.wrappedValue = false
    element?.currentContent().focus?.wrappedValue = true
  }

  /// Moves the focus into dialogs and menus that opened, and back when they close (N5). Returns
  /// whether the focus moved.
  ///
  /// - Parameter origin: The element that had the focus before the update.
  func followOverlays(from origin: ElementNode?) -> Bool {
    let before = focused
    if usedWindow?.isCurrent != true {
      bringToFront(windowOf: overlays.last { $0.element.isCurrent }?.element)
    }
    let returned = leaveClosedOverlays()
    let opened = graph.rebuiltContainers.filter { element in
      element.isCurrent && element.isOverlay && !overlays.contains { $0.element === element }
    }
    for element in opened { enter(element, from: origin) }
    self.opened += opened
    overlays.removeAll { !$0.element.isCurrent }
    // An element that can no longer be used loses the focus.
    if let focused, focused.isCurrent, !focused.takesFocus { focus(nil) }
    if opened.isEmpty, let returned { post(.layoutChanged(focus: .element(returned))) }
    return focused !== before
  }

  /// Scrolls to menus that opened, which may be below what is on screen. Returns whether any did.
  func showOpened() -> Bool {
    defer { opened = [] }
    for element in opened where element.isCurrent {
      element.owner.environment.scroller?.show(element.scene.frame)
    }
    return !opened.isEmpty
  }

  /// Returns the open dialog that covers an element, which is therefore blocked; `nil` when there is none.
  func dialog(over element: ElementNode) -> ElementNode? {
    guard element !== root?.element,
      let dialog = overlays.last(where: { $0.element.isCurrent && $0.element.isModal })?.element,
      window(of: dialog) === window(of: element)
    else { return nil }
    return element.isInside(dialog) ? nil : dialog
  }

  /// Returns the element that has the focus again.
  private func leaveClosedOverlays() -> ElementNode? {
    var returned: ElementNode?
    while let overlay = overlays.last, !overlay.element.isCurrent {
      overlays.removeLast()
      if let focused, focused.isCurrent, !focused.isInside(overlay.element) { continue }
      returned = overlay.origin.flatMap { $0.isCurrent && $0.takesFocus ? $0 : nil }
      focus(returned)
    }
    return returned
  }

  func show(window: ElementNode) {
    bringToFront(windowOf: window)
    if let focused, focused.isInside(window) {
      // It stays where it is.
    } else if let first = window.firstToFocus {
      focus(first)
    }
    post(.screenChanged(focus: focused.map(FocusHint.element)))
  }

  private func enter(_ element: ElementNode, from origin: ElementNode?) {
    let acted = acting.flatMap { $0.isCurrent && $0.takesFocus ? $0 : nil }
    let known = [acted, focused, origin, acting].compactMap(\.self)
    overlays.append(
      Overlay(element: element, origin: known.first { $0.isCurrent && !$0.isInside(element) }))
    bringToFront(windowOf: element)
    if let focused, focused.isInside(element) { return }
    if let first = element.firstToFocus { focus(first) }
  }
}

extension ElementNode {
  fileprivate var takesFocus: Bool {
    currentContent().element.states.contains(.focusable)
  }

  /// Whether the focus moves into the element when it opens.
  fileprivate var isOverlay: Bool {
    isModal || currentContent().element.role == .menu || currentContent().takesFocusWhenOpened
  }

  fileprivate var isModal: Bool { currentContent().element.traits.contains(.modal) }

  /// The chosen element inside, or else the first one that can take the focus.
  fileprivate var firstToFocus: ElementNode? {
    var first: ElementNode?
    var pending = children
    pending.reverse()
    while let element = pending.popLast() {
      if element.kind == .container {
        pending += element.children.reversed()
      } else if element.takesFocus {
        if element.currentContent().element.states.contains(.checked) { return element }
        first = first ?? element
      }
    }
    return first
  }
}

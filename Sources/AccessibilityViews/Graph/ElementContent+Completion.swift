internal import AccessibilityTree

extension ElementContent {
  /// Lets the element take the keyboard focus (A9).
  mutating func offerFocus() {
    element.states.insert(.focusable)
    offer(
      ActionHandler(Action(.focus)) { _, scene in
        ViewGraph.running?.host?.focus(scene.element)
        scene.element.owner.environment.scroller?.show(scene.frame)
      })
  }

  /// Lets the element be scrolled to (A8).
  mutating func offerScrolling() {
    offer(
      ActionHandler(Action(.scrollIntoView)) { _, scene in
        scene.element.owner.environment.scroller?.show(scene.frame)
      })
  }

  /// Adds what follows from all that the views said: what can be used takes the focus, as full
  /// keyboard access has it, and what stands in something that scrolls can be scrolled to.
  mutating func complete(as kind: ElementNode.Kind, isScrolled: Bool) {
    if holdsButtons, offers(.press) {
      element.traits.insert(.button)
      chooseRole()
    }
    let isOne = kind == .leaf || kind == .absorbing
    if isOne, !isHosted, !handlers.isEmpty, element.states.contains(.enabled) { offerFocus() }
    if isScrolled { offerScrolling() }
  }
}

internal import AccessibilityTree

extension ElementContent {
  /// Makes the element focusable (A9).
  mutating func offerFocus() {
    element.states.insert(.focusable)
    offer(
      ActionHandler(Action(.focus)) { _, scene in
        ViewGraph.running?.host?.focus(scene.element)
        scene.element.owner.environment.scroller?.show(scene.frame)
      })
  }

  /// Lets clients scroll the element into view (A8).
  mutating func offerScrolling() {
    offer(
      ActionHandler(Action(.scrollIntoView)) { _, scene in
        scene.element.owner.environment.scroller?.show(scene.frame)
      })
  }

  /// Completes the content after all views have contributed: as with full keyboard access, elements with
  /// actions become focusable, and elements inside a scrolling view can be scrolled into view.
  mutating func complete(as kind: ElementNode.Kind, isScrolled: Bool) {
    let isOne = kind == .leaf || kind == .absorbing
    if isOne, !isHosted, takesInteraction ?? !handlers.isEmpty, element.states.contains(.enabled) {
      offerFocus()
    }
    if isScrolled { offerScrolling() }
  }
}

public import AccessibilityTree

/// How an element takes touches as they are.
public typealias AccessibilityDirectTouchOptions = DirectTouchOptions

extension View {
  /// Hands touches to the view as they are (A14): to its gestures.
  ///
  /// With `requiresActivation` they are taken only after the element was activated, until the focus
  /// leaves it. Offer actions as well: not everybody can touch.
  public func accessibilityDirectTouch(
    _ isDirectTouchArea: Bool = true, options: DirectTouchOptions = []
  ) -> some View {
    modifyElement(isEnabled: isDirectTouchArea) { content in
      content.element.traits.insert(.allowsDirectInteraction)
      content.element.directTouch = options
      if options.contains(.requiresActivation) {
        let inner = content.handlers.first { $0.action.kind == .press }
        content.offer(
          ActionHandler(Action(.press)) { command, scene in
            ViewGraph.running?.host?.activateTouch(of: scene.element)
            try inner?.perform(command, scene)
          })
      }
      content.offer(.touches(.directTouch))
    }
  }

  public func accessibilityDirectTouch(_ options: DirectTouchOptions) -> some View {
    accessibilityDirectTouch(true, options: options)
  }
}

public import AccessibilityTree

/// The options of an element that accepts touches passed to it unchanged.
public typealias AccessibilityDirectTouchOptions = DirectTouchOptions

extension View {
  /// Passes touches to the gestures of the view unchanged (A14).
  ///
  /// With `requiresActivation` touches are accepted only after the element was activated. The element is active
  /// and offers `escape` until it is escaped from, the focus moves, or another element of the application is used: a
  /// client escapes from it when its cursor moves on. Offer actions as well: not everybody can use touch.
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

extension View {
  /// Adds an action to the element that runs an intent.
  public func accessibilityAction(
    named name: some StringProtocol, intent: some AppIntent
  ) -> some View {
    let handler = intent.handler(named: String(name))
    return modifyElement { $0.offer(handler) }
  }

  /// Adds an action to the element that runs an intent, named by the text of a view.
  public func accessibilityAction<Side: View>(
    intent: some AppIntent, @ViewBuilder label: () -> Side
  ) -> some View {
    SideModifier(content: self, side: label()) { content, node in
      content.offer(intent.handler(named: node.sideTitle))
    }
  }

  /// Makes a standard action of the element run an intent. Where the element already offers the intent, the native name
  /// of the action is the name of that offer.
  public func accessibilityAction(
    _ kind: AccessibilityActionKind, intent: some AppIntent
  ) -> some View {
    let handler = intent.handler(named: nil)
    return modifyElement { content in
      let same = content.handlers.first { $0.isSame(as: handler) } ?? handler
      content.offer(kind, named: same.intent?.title) { try intent.run([:]) }
      content.offerBesides(handler)
    }
  }
}

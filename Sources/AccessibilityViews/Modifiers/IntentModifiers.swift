extension View {
  /// Adds an action to the element that runs an intent.
  public func accessibilityAction(
    named name: some StringProtocol, intent: some AppIntent
  ) -> some View {
    let handler = intent.handler(named: String(name))
    return modifyElement { $0.offer(handler) }
  }

  /// Makes a standard action of the element run an intent.
  public func accessibilityAction(
    _ kind: AccessibilityActionKind, intent: some AppIntent
  ) -> some View {
    modifyElement { content in
      content.offer(kind) { try intent.run([:]) }
      content.offerBesides(intent.handler(named: nil))
    }
  }
}

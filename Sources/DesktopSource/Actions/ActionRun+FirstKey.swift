internal import AccessibilityTree

extension ActionRun {
  /// Sees to it, before the first key, that an application keeps the modifiers that are locked for it. The X server hands
  /// the keyboard over to the one that keys are synthesised with at the first event of that, a key, which comes after the lock
  /// of its modifiers; an application that reads the keyboard again then has no modifiers. A key is released that is not
  /// down: the keyboard is handed over, and nobody gets a key.
  func takeKeyboard() async throws(ActionRefusal) {
    guard object.dialect.losesModifiersOfFirstKey, !isKeyboardTaken, let registry = host.registry
    else { return }
    isKeyboardTaken = true
    let event = InputEvent.key(Self.unusedKey, .release)
    // Where the registry does not, the key is typed all the same.
    _ = try? await registry.answer(
      to: event.request(of: registry), lane: .urgent,
      timeout: .nanoseconds(Int64(clamping: max(1, remaining))), read: Answer.nothing)
    try checkNotEnded()
  }

  /// A key code that every X keyboard has room for, and of which the kernel makes no known key (`KEY_UNKNOWN`).
  private static var unusedKey: Int32 { 248 }
}

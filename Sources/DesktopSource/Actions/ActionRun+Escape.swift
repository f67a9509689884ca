internal import AccessibilityMirror
internal import AccessibilityTree

/// The key Escape, which closes what is open.
extension ActionRun {
  /// Presses Escape. The key goes to the focused element, which must be in the application of this element.
  func escape() async throws(ActionRefusal) -> String {
    if let method = try await native(.escape) { return method }
    guard request.allowSynthesis else {
      throw unsupported(
        advice: "Run \"escape '\(element.id)' --synthesize\", which presses the key.")
    }
    try await awaitFocusInWindow()
    let store = host.store
    let focused = store.focused.flatMap({ store.tree[$0] })
    if try await takesKeysUnfocused(focused) {
      try await sendKey(Keysym.escape, to: element)
      return "synthesised Escape"
    }
    guard let focused, focused.application == element.application else {
      throw ActionRefusal(
        .notOnScreen, "The keyboard focus is not in the application of \(name)",
        advice: raisingAdvice(element))
    }
    try await sendKey(Keysym.escape, to: focused)
    return "synthesised Escape"
  }

  /// Waits for up to a second until the focus is in the element's window: it gets there some time after the window opened.
  private func awaitFocusInWindow() async throws(ActionRefusal) {
    guard element.id != element.application, let own = window(of: element)?.id else { return }
    for _ in 0..<20 {
      let focused = host.store.focused.flatMap { host.store.tree[$0] }
      guard focused.flatMap({ window(of: $0) })?.id != own else { return }
      if await isMenuHoldingKeys(focused) { return try checkNotEnded() }
      try await pause(milliseconds: 50)
    }
  }

  /// Whether keys go to the element's window, though nothing in its application has the focus.
  private func takesKeysUnfocused(_ focused: Element?) async throws(ActionRefusal) -> Bool {
    if await isMenuHoldingKeys(focused) { return true }
    // Nothing in an open menu of Chromium has the focus, and no program keeps the keys: the window of the menu is active.
    guard focused == nil, isWindowActive, windowInstead(of: element) == nil else { return false }
    try await checkKeyboard()
    return true
  }

  /// Whether a menu holds the keys of the element's window without having the focus.
  private func isMenuHoldingKeys(_ focused: Element?) async -> Bool {
    guard focused?.application != element.application, isWindowActive else { return false }
    return await isKeyboardHeld
  }

  private var isWindowActive: Bool { window(of: element)?.states.contains(.active) == true }
}

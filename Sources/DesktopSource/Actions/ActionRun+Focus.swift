internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Gives the element the keyboard focus and sees that it has it.
  @discardableResult
  func takeFocus() async throws(ActionRefusal) -> String {
    // What hands the focus on, and the current item of a view that does not have it, say that they have it.
    let saysSoInVain =
      object.dialect.handsFocusOn || object.dialect.currentItems.contains(element.role)
    if states.contains(.focused), !saysSoInVain || element.states.contains(.focused) {
      return "already focused"
    }
    if object.interfaces.contains(.component),
      try await askOptional("GrabFocus", of: "Component", read: Answer.bool) == true
    {
      return try await awaitFocus("Component.GrabFocus")
    }
    if let action = Self.best(for: .focus, of: try await nativeActions()) {
      _ = try await ask("DoAction", of: "Action", [.int32(action.index)], read: Answer.bool)
      return try await awaitFocus(action.method)
    }
    // A click focuses what people type into; of other things it does more than that.
    guard request.allowSynthesis, element.role.holdsTypedText else {
      throw lacks("its toolkit does not let it be focused")
    }
    try await click("b1c")
    return try await awaitFocus("synthesised click")
  }

  /// Toolkits answer before the focus has moved: looks for up to a second.
  private func awaitFocus(_ method: String) async throws(ActionRefusal) -> String {
    for triesLeft in (0...20).reversed() {
      let states = try await ask("GetState", of: "Accessible", read: Answer.states)
      if states.contains(.focused) { return method }
      if triesLeft > 0 { try await pause(milliseconds: 50) }
    }
    throw ActionRefusal(
      .rejected, "\(name) did not take the focus after \(method); its window may not be active")
  }
}

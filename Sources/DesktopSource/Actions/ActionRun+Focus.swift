internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Gives the element the keyboard focus, and checks that it has it.
  @discardableResult
  func takeFocus() async throws(ActionRefusal) -> String {
    // Toolkits do not put their windows in front of others.
    if request.allowSynthesis, element.isWindow, element.parent == element.application {
      return try await activateWindow()
    }
    try await checkOwnMenus()
    // An element that passes the focus on, the current item of a view without the focus, and one that had the focus report
    // that they are focused although they are not.
    let mayReportFalseFocus =
      object.dialect.delegatesFocus || object.dialect.currentItems.contains(element.role)
      || hasFocusElsewhere
    if states.contains(.focused), !mayReportFalseFocus || host.store.hasFocus(in: element.id) {
      return "already focused"
    }
    if object.interfaces.contains(.component),
      try await isTaken("GrabFocus", of: "Component")
    {
      return try await awaitFocus("Component.GrabFocus")
    }
    if let action = best(for: .focus, of: try await nativeActions()) {
      _ = try await call("DoAction", of: "Action", [.int32(action.index)], read: Answer.bool)
      return try await awaitFocus(action.method)
    }
    // A click focuses elements that people type into; on other elements it does more than that.
    guard request.allowSynthesis, element.role.holdsTypedText else {
      if hasFocusElsewhere { try checkInFront(element) }
      throw unsupported("its toolkit does not allow focusing it")
    }
    try await click("b1c", fromStart: placeOfNumber)
    return try await awaitFocus("synthesised click", mayActOtherwise: true)
  }

  /// Whether another element of the application has the focus, which is not in this one.
  private var hasFocusElsewhere: Bool {
    guard let focused = host.store.focused, !hasFocusInside(.text) else { return false }
    return host.store.tree.read(focused) { $0.application } == element.application
  }

  /// Whether the element does not tell of the focus of the text in it, which has it where nothing else of the application has.
  private func isFocusHidden(_ states: AtspiStates) -> Bool {
    object.dialect.hidesFocusOfTexts && states.hideFocus && !hasFocusElsewhere
  }

  /// Takes the focus again, which something else took meanwhile.
  func retakeFocus() async throws(ActionRefusal) {
    guard object.interfaces.contains(.component), try await isTaken("GrabFocus", of: "Component")
    else { throw unsupported("its toolkit does not allow focusing it") }
    _ = try await awaitFocus("Component.GrabFocus")
  }

  /// Has the window manager put the window in front.
  func activateWindow() async throws(ActionRefusal) -> String {
    do throws(ActionRefusal) {
      try await WindowLocator(windowQuery(of: element), on: host.display, loop: host.loop)
        .activate()
    } catch {
      if error.reason == .rejected, let dialog = dialogInFront {
        throw ActionRefusal(
          .rejected, "\(name) cannot be put in front of \(dialog.messageName)",
          advice: Self.closingAdvice(ofDialog: dialog))
      }
      throw ActionRefusal(
        error.reason, "\(name) cannot be put in front: \(error.message)",
        advice: "Run \"keys '\(element.application)' KEYS --synthesize\" if it is in front already."
      )
    }
    try checkNotEnded()
    return "_NET_ACTIVE_WINDOW"
  }

  /// The dialog that keeps the window of the element from the front.
  private var dialogInFront: Element? {
    if let other = windowInstead(of: element), other.application == element.application,
      other.isDialog
    {
      return other
    }
    let tree = host.store.tree
    return activeDialog
      ?? window(of: element).flatMap { tree.modalWindows(before: $0.id).first }.flatMap { tree[$0] }
  }

  /// Waits for the focus for up to a second, because toolkits answer before it has moved.
  ///
  /// - Parameter mayActOtherwise: Whether something may have been done also where the focus did not move.
  private func awaitFocus(
    _ method: String, mayActOtherwise: Bool = false
  ) async throws(ActionRefusal) -> String {
    for triesLeft in (0...20).reversed() {
      let states = try await call("GetState", of: "Accessible", read: Answer.states)
      if states.contains(.focused) || isFocusHidden(states) { return method }
      if triesLeft > 0 { try await pause(milliseconds: 50) }
    }
    let other = windowInstead(of: element)
    let isInFront = other == nil && window(of: element)?.states.contains(.active) == true
    let hint =
      other.map {
        "; \($0.messageName) is in front: close it, or bring the window of \(name) to the front, and try again"
      } ?? (isInFront ? ", though its window is in front" : "; its window may not be active")
    let advice =
      if isInFront { request.command.kind == .keys ? Self.otherKeysAdvice : nil } else {
        other.flatMap { closingAdvice($0, before: element) } ?? raisingAdvice(element)
      }
    if !mayActOtherwise { recordNothingDone() }
    throw ActionRefusal(
      .rejected, "\(name) did not take the focus after \(method)\(hint)", advice: advice)
  }
}

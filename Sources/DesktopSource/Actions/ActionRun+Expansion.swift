internal import AccessibilityMirror
internal import AccessibilityTree

/// Items of trees without an action that expands them (Qt): a click makes the item the current one, and the key of an arrow does it.
extension ActionRun {
  /// Whether only the keys of the arrows expand the element.
  var expandsByKeys: Bool {
    object.dialect.takesItemKeysOnly && element.role.isItem
      && (states.contains(.expandable) || states.contains(.expanded))
  }

  func expandByKey(_ expanded: Bool) async throws(ActionRefusal) -> String {
    let arrow: NamedKey = expanded ? .right : .left
    guard request.allowSynthesis else {
      throw unsupported(
        "its toolkit has no action for it",
        advice:
          "Run \"\(expanded ? "expand" : "collapse") '\(element.id)' --synthesize\", which clicks it and presses "
          + "\(arrow.name).")
    }
    let isCurrent = states.contains(.focused) && host.store.focused == element.id
    if !isCurrent {
      try await click("b1c", fromStart: placeOfText)
      try await awaitCurrent()
      // A view may expand what is clicked.
      if try await isExpanded(expanded) { return "synthesised click" }
    }
    try await checkKeyboard()
    guard let keysym = Keysym.of(.named(arrow)) else { throw unsupported() }
    try await sendKey(keysym)
    let method =
      isCurrent ? "synthesised key \(arrow.name)" : "synthesised click and key \(arrow.name)"
    for triesLeft in (0...10).reversed() {
      if try await isExpanded(expanded) { return method }
      if triesLeft > 0 { try await pause(milliseconds: 50) }
    }
    throw recordMiss(
      "\(name) is \(expanded ? "not" : "still") expanded after \(method)", by: method)
  }

  private func isExpanded(_ expanded: Bool) async throws(ActionRefusal) -> Bool {
    let states = try await call("GetState", of: "Accessible", read: Answer.states)
    return states.contains(.expanded) == expanded
  }

  /// Waits for up to a second until the element is the current item of its view, and nothing beside the view has the focus.
  /// Qt 5 tells of no focus in a tree, and only that the item is selected.
  private func awaitCurrent() async throws(ActionRefusal) {
    let view = element.parent ?? element.id
    for _ in 0..<20 {
      let states = try await call("GetState", of: "Accessible", read: Answer.states)
      let hasView = host.store.focused == nil || host.store.hasFocus(in: view)
      if hasView, !states.isDisjoint(with: [.focused, .selected]) { return }
      try await pause(milliseconds: 50)
    }
    throw ActionRefusal(
      .rejected,
      "\(name) is not the current item of its view after a click, and no key was pressed")
  }
}

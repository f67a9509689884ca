internal import AccessibilityMirror
internal import AccessibilityTree

/// Choosing an option of a combo box by its label.
extension ActionRun {
  /// How often it is looked whether the list has opened, every 50 ms.
  private static let maxLooks = 40

  /// Chooses an option of the combo box, in the list that opens where the toolkit has none before.
  func choose(_ label: String) async throws(ActionRefusal) -> String {
    let isOpen = states.contains(.expanded)
    if isOpen || !object.dialect.ignoresClosedOptions,
      let option = option(label, in: element.id, where: { _ in true })
    {
      return try await choose(option, hasActed: false)
    }
    guard try await !nativeActions().isEmpty else {
      throw unsupported(
        "it takes no text, but one of its options",
        advice: "Open its list, and press the option there.")
    }
    if !isOpen { _ = try await press() }
    for _ in 0..<Self.maxLooks {
      try await pause(milliseconds: 50)
      let option = option(label, in: element.application) { $0.states.contains(.showing) }
      if let option { return try await choose(option, hasActed: !isOpen) }
    }
    // The press that opened the list closes it.
    if !isOpen { _ = try await press() }
    throw ActionRefusal(
      .rejected, "\(name) has no option \(label.quoted(limit: 60))",
      advice: "Expand it, and look which options it has.")
  }

  private func choose(_ option: Element, hasActed: Bool) async throws(ActionRefusal) -> String {
    guard let object = host.actionObject(option.id) else {
      throw ActionRefusal(.stale, "\(option.messageName) is gone")
    }
    try await continueOn(option, object, hasActed: hasActed)
    return try await setSelected(true)
  }

  /// Returns the first option with a label that is in an element.
  private func option(
    _ label: String, in id: ElementID, where isMeant: (borrowing Element) -> Bool
  ) -> Element? {
    let tree = host.store.tree
    var found: ElementID?
    tree.walk(from: [id]) { element, _ in
      guard element.role.isOption, element.label == label, isMeant(element) else { return .descend }
      found = element.id
      return .stop
    }
    return found.flatMap { tree[$0] }
  }
}

extension Role {
  fileprivate var isOption: Bool {
    switch self {
    case .option, .menuItem, .menuItemRadio, .menuItemCheckBox, .listItem: true
    default: false
    }
  }
}

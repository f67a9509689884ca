internal import AccessibilityTree

extension Element {
  /// Refuses what the element does not offer, and everything while it is disabled (A16).
  func requireOffer(of command: ActionCommand) throws(ActionRefusal) {
    let name = label.map { "\(role.name) \"\($0)\"" } ?? role.name
    guard offers(command) else {
      throw ActionRefusal(.unsupported, "\(name) has no \(command.spoken); \(offer)")
    }
    guard !traits.contains(.notEnabled), states.contains(.enabled) else {
      throw ActionRefusal(.disabled, "\(name) is disabled; wait until it is enabled")
    }
  }

  private func offers(_ command: ActionCommand) -> Bool {
    actions.contains { action in
      if case .custom(let name) = command { return action.kind == .custom && action.name == name }
      return action.kind == command.kind
    }
  }

  private var offer: String {
    if actions.isEmpty { return "it has no actions" }
    return "its actions: "
      + actions.map { $0.kind == .custom ? "custom \"\($0.name)\"" : $0.name }
      .joined(separator: ", ")
  }
}

extension ActionCommand {
  fileprivate var spoken: String {
    if case .custom(let name) = self { return "custom action \"\(name)\"" }
    return "action \(kind.name)"
  }
}

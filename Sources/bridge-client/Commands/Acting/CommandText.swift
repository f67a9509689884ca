internal import AccessibilityTree

/// An action as written on the command line: its name, and its argument as text.
struct CommandText {
  let action: String
  let value: String?
  /// The point that `@` stands for in a gesture.
  var activationPoint: Point?

  init(_ action: String, _ value: String?) {
    self.action = action
    self.value = value
  }

  private var kind: ActionKind? { ActionKind(name: action) }

  /// Whether the element's activation point must be read, because the gesture contains `@`.
  var needsActivationPoint: Bool {
    (kind == .passThroughGesture || kind == .directTouch) && value?.contains("@") == true
  }

  /// Returns the command. A name that is not a standard action is one of the element's own actions.
  func command() throws -> ActionCommand {
    guard let kind else {
      guard let value else { return .custom(action) }
      throw BadCommand(
        "\(action.quoted(limit: 60)) is not a standard action, and custom actions do not take a value: "
          + "omit \(value.quoted(limit: 60))")
    }
    return try ActionText.command(kind, value, activationPoint: activationPoint)
  }
}

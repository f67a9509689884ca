public import AccessibilityTree

/// An action on its way to the source that owns the element.
public struct ActionRequest: Sendable {
  public var element: ElementID
  public var command: ActionCommand
  /// When to give up, in nanoseconds of the mirror's clock.
  public var deadline: UInt64
  /// Whether a click or key press may stand in where the element has no action of its own.
  public var allowSynthesis: Bool

  public init(
    element: ElementID, command: ActionCommand, deadline: UInt64, allowSynthesis: Bool = false
  ) {
    self.element = element
    self.command = command
    self.deadline = deadline
    self.allowSynthesis = allowSynthesis
  }
}

/// How an action ended, as far as its source knows (A16). Whether it had an effect is for the
/// receipt to say.
public enum ActionOutcome: Hashable, Sendable {
  /// The application took it. `means` says how: "Action.DoAction(click)", "synthesised click".
  case performed(means: String)
  /// It was sent, and the application has not answered it by the deadline: it may have acted, or may still.
  case unanswered(means: String)
  case refused(ActionRefusal)
}

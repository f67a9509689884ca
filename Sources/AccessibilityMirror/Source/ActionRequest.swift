public import AccessibilityTree

/// An action request for the source that owns the element.
public struct ActionRequest: Sendable {
  public var element: ElementID
  public var command: ActionCommand
  /// The time at which to give up, in nanoseconds of the mirror's clock.
  public var deadline: UInt64
  /// Whether a synthesised click or key press may be used where the element has no such action.
  public var allowSynthesis: Bool
  /// The client that acts and follows the mirror meanwhile, such as a screen reader; 0 for one that does not follow.
  /// The source is told when it is gone.
  public var client: UInt64

  public init(
    element: ElementID, command: ActionCommand, deadline: UInt64, allowSynthesis: Bool = false,
    client: UInt64 = 0
  ) {
    self.element = element
    self.command = command
    self.deadline = deadline
    self.allowSynthesis = allowSynthesis
    self.client = client
  }
}

/// How an action ended, as reported by its source (A16). The receipt tells whether it had an effect.
public enum ActionOutcome: Hashable, Sendable {
  /// The application accepted the action. `method` names the method: "Action.DoAction(click)", "synthesised click".
  case performed(method: String)
  /// It was sent, and the application has not answered it by the deadline: it may have acted, or may still.
  case unanswered(method: String)
  case refused(ActionRefusal)
}

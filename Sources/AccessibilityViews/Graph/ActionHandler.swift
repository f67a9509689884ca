internal import AccessibilityTree

/// An action that an element offers, with its implementation.
struct ActionHandler {
  let action: Action
  let perform: (ActionCommand, ActionScene) throws -> Void
  /// Whether the action commits its own revisions, step by step.
  var isStepwise = false
  /// Checks a command and returns the touches that perform the action, each in a revision of its own; `nil` for
  /// actions that are performed at once.
  var touches: ((ActionCommand, ActionScene) throws -> [GesturePoint])?
  /// The intent that the action runs.
  var intent: IntentOffer?

  init(
    _ action: Action, perform: @escaping (ActionCommand, ActionScene) throws -> Void
  ) {
    self.action = action
    self.perform = perform
  }

  init(_ kind: ActionKind, _ body: @escaping () throws -> Void) {
    self.init(Action(kind)) { _, _ in try body() }
  }
}

/// The context of an action.
struct ActionScene {
  /// The frame of the element, in screen pixels.
  let frame: Rect
  let activationPoint: Point
  let element: ElementNode

  /// Converts a screen point to pixels from the top left corner of the frame.
  func local(_ point: Point) -> Point {
    Point(x: point.x - frame.x, y: point.y - frame.y)
  }
}

extension ActionHandler {
  /// Whether both handlers are for the same action. Custom actions are compared by name, intents by command.
  func isSame(as other: ActionHandler) -> Bool {
    guard action.kind == other.action.kind else { return false }
    switch action.kind {
    case .custom: return action.name == other.action.name
    case .intent: return intent?.command == other.intent?.command
    default: return true
    }
  }
}

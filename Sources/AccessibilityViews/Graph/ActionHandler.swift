internal import AccessibilityTree

/// An action that an element offers, and what it does.
struct ActionHandler {
  let action: Action
  let perform: (ActionCommand, ActionScene) throws -> Void
  /// Whether it makes revisions of its own, step by step.
  var isStepwise = false
  /// The intent that it runs.
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

/// Where an action takes place.
struct ActionScene {
  /// The element's frame, in pixels of the screen.
  let frame: Rect
  let activationPoint: Point
  let element: ElementNode

  /// A point of the screen in pixels from the top left corner of the frame.
  func local(_ point: Point) -> Point {
    Point(x: point.x - frame.x, y: point.y - frame.y)
  }
}

extension ActionHandler {
  /// Custom actions are told apart by their names, intents by what they do.
  func isSame(as other: ActionHandler) -> Bool {
    guard action.kind == other.action.kind else { return false }
    switch action.kind {
    case .custom: return action.name == other.action.name
    case .intent: return intent?.command == other.intent?.command
    default: return true
    }
  }
}

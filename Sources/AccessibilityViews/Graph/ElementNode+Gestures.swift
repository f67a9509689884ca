internal import AccessibilityTree

extension ElementNode {
  /// The views whose gestures receive the element's touches: those inside its view, and the enclosing ones
  /// that contain no other element.
  var gestureNodes: [ViewNode] {
    guard kind == .leaf || kind == .absorbing else { return [] }
    var result: [ViewNode] = []
    var inside = [owner]
    while let node = inside.popLast() {
      if node.gesture != nil { result.append(node) }
      inside += node.children
    }
    var next = owner.parent
    while let node = next, node !== holder?.owner, node.elementItems().count == 1 {
      if node.gesture != nil { result.append(node) }
      next = node.parent
    }
    return result
  }
}

extension ActionHandler {
  /// Returns an action that sends touches to the gestures of the element's view. Each point is a separate
  /// step: its changes are committed before the next point.
  static func touches(_ kind: ActionKind) -> ActionHandler {
    var handler = ActionHandler(Action(kind)) { _, _ in }
    handler.touches = { command, scene in
      let points: [GesturePoint]
      switch command {
      case .passThroughGesture(let path):
        try scene.requireStart(path)
        points = path
      case .directTouch(let path):
        try scene.requireActivation()
        points = path
      default: points = []
      }
      if let problem = GestureRules.problem(in: points) {
        throw ActionRefusal(.invalidArgument, "the gesture \(problem)")
      }
      return points
    }
    return handler
  }

  /// Returns the action that ends direct touch, which an element offers as long as it is active.
  static var endOfDirectTouch: ActionHandler {
    ActionHandler(.escape) { ViewGraph.running?.host?.activateTouch(of: nil) }
  }
}

extension ActionScene {
  /// The maximum distance between the start of a gesture and the activation point, in pixels.
  private static let slack = 1.0

  fileprivate func requireStart(_ points: [GesturePoint]) throws(ActionRefusal) {
    if let problem = GestureRules.problem(in: points) {
      throw ActionRefusal(.invalidArgument, "the gesture \(problem)")
    }
    guard let first = points.first, first.position.distance(to: activationPoint) > Self.slack
    else { return }
    throw ActionRefusal(
      .outOfRange,
      "the gesture begins at \(first.position.x.shortDescription), "
        + "\(first.position.y.shortDescription); begin at the activation point "
        + "\(activationPoint.x.shortDescription), \(activationPoint.y.shortDescription)")
  }

  fileprivate func requireActivation() throws(ActionRefusal) {
    let content = element.currentContent().element
    guard content.directTouch?.contains(.requiresActivation) == true, !element.isTouched
    else { return }
    throw ActionRefusal(
      .rejected,
      "\(content.shortName) takes touches only after it was activated; press it")
  }
}

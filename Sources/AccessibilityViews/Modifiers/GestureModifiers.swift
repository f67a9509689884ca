internal import AccessibilityTree

private struct GestureView<Content: View>: BuiltInView {
  let content: Content
  let gesture: any Gesture
  var tap: (() throws -> Void)?

  func render(in node: ViewNode) {
    node.gesture = gesture
    if let tap {
      // Activating an element touches its view.
      node.shape(.modify(creates: false, groups: true)) { content in
        if !content.handlers.contains(where: { $0.action.kind == .press }) {
          content.offer(ActionHandler(.press, tap))
        }
      }
    }
    node.renderChild(content, at: 0)
  }
}

extension View {
  /// Does something with touches that come to the view.
  public func gesture(_ gesture: some Gesture) -> some View {
    GestureView(content: self, gesture: gesture)
  }

  /// Does something when the view is tapped, or its element activated.
  public func onTapGesture(count: Int = 1, perform action: @escaping () throws -> Void) -> some View
  {
    GestureView(
      content: self, gesture: TapGesture(count: count).onEnded(action),
      tap: count == 1 ? action : nil)
  }
}

extension ElementNode {
  /// The views whose gestures the element's touches go to: those inside its view, and those around
  /// it that hold nothing else.
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
  /// Hands touches to the gestures of the element's view, each point a step of its own: what it
  /// changes is told before the next one comes.
  static func touches(_ kind: ActionKind) -> ActionHandler {
    var handler = ActionHandler(Action(kind)) { command, scene in
      guard let host = ViewContext.current?.host else { return }
      switch command {
      case .passThroughGesture(let points):
        try scene.requireStart(points)
        try host.touch(scene, points)
      case .directTouch(let points):
        try scene.requireActivation(host)
        try host.touch(scene, points)
      default: return
      }
    }
    handler.isStepwise = true
    return handler
  }
}

extension ActionScene {
  /// How far from the activation point a gesture may begin, in pixels.
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

  fileprivate func requireActivation(_ host: ViewHost) throws(ActionRefusal) {
    let content = element.currentContent().element
    guard content.directTouch?.contains(.requiresActivation) == true, host.touched !== element
    else { return }
    throw ActionRefusal(
      .rejected,
      "\(content.shortName) takes touches only after it was activated; press it")
  }
}

extension ViewHost {
  /// Hands points of the screen to the gestures of an element, at the time that they say.
  fileprivate func touch(_ scene: ActionScene, _ points: [GesturePoint]) throws {
    if let problem = GestureRules.problem(in: points) {
      throw ActionRefusal(.invalidArgument, "the gesture \(problem)")
    }
    let begin = store.time
    defer { gestureTime = nil }
    let views = scene.element.gestureNodes.compactMap { node in
      node.gesture.map { (node: node, recognizer: $0.makeRecognizer()) }
    }
    guard !views.isEmpty else {
      throw ActionRefusal(.unsupported, "the view has no gestures; use its actions")
    }
    for point in points {
      gestureTime = begin &+ point.time
      try transaction {
        for (node, recognizer) in views where node.isMounted {
          let origin = node.frame ?? scene.frame
          try recognizer.take(
            Touch(
              phase: point.phase, finger: point.touch,
              location: Point(x: point.position.x - origin.x, y: point.position.y - origin.y),
              time: point.time))
        }
      }
    }
  }
}

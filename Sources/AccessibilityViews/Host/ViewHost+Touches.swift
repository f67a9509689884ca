internal import AccessibilityTree

extension ViewHost {
  /// Sends direct touches to the element until another one is used.
  func activateTouch(of element: ElementNode?) {
    guard touched !== element else { return }
    touched?.markMoved()
    element?.markMoved()
    touched = element
  }

  func touch(_ scene: ActionScene, _ points: [GesturePoint]) throws {
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

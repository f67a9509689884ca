internal import AccessibilityMirror
internal import AccessibilityTree

/// Sends the points of a gesture to the views below it. Each point is sent at its time where the mirror has a timer,
/// so that what the application announces meanwhile is heard in time; without a timer all are sent at once.
final class TouchPlayback {
  private let element: ElementNode
  private let origin: Rect
  private let views: [(node: ViewNode, recognizer: GestureRecognizer)]
  private var points: ArraySlice<GesturePoint>
  private let began: UInt64
  /// The client that moves the fingers; 0 when it is not known.
  let client: UInt64
  private var isStopped = false
  private var isFirst = true
  /// The last task that a step started and that waits for something.
  private(set) var task: HostTask?

  /// Refuses a gesture that no view receives, or that does not end by the deadline.
  init(
    _ points: [GesturePoint], on scene: ActionScene, of host: ViewHost, for request: ActionRequest
  ) throws(ActionRefusal) {
    element = scene.element
    origin = scene.frame
    self.points = points[...]
    began = host.store.time
    client = request.client
    views = scene.element.gestureNodes.compactMap { node in
      node.gesture.map { (node: node, recognizer: $0.makeRecognizer()) }
    }
    guard !views.isEmpty else {
      throw ActionRefusal(.unsupported, "the view has no gestures; use its actions")
    }
    let (length, left) = (points.last?.time ?? 0, request.deadline - min(began, request.deadline))
    guard host.store.timer == nil || length < left else {
      throw ActionRefusal(
        .outOfRange,
        "the gesture takes \(length / 1_000_000) ms and \(left / 1_000_000) ms are left; "
          + "give it longer")
    }
  }

  /// Sends the points, and calls `completion` once after the last, or with the error of the application.
  func play(on host: ViewHost, completion: @escaping ((any Error)?) -> Void) {
    while let point = points.first {
      let time = began &+ point.time
      if let timer = host.store.timer, time > host.store.time {
        return timer(time) { [self, weak host] in
          guard let host, host.status.phase == .running else {
            return completion(
              ActionRefusal(.applicationEnded, "the application ended during the gesture")
                .afterActing)
          }
          guard !isStopped else {
            return completion(ActionRefusal(.rejected, "the client left during the gesture"))
          }
          play(on: host, completion: completion)
        }
      }
      points.removeFirst()
      do {
        let started = try host.step(of: element, at: time) { try send(point, to: host) }
        task = started ?? task
      } catch {
        return completion(error)
      }
    }
    completion(nil)
  }

  /// Sends no further points: the fingers are gone with the client.
  func stop() { isStopped = true }

  private func send(_ point: GesturePoint, to host: ViewHost) throws {
    for (node, recognizer) in views where node.isMounted {
      let origin = node.frame ?? origin
      try recognizer.take(
        Touch(
          phase: point.phase, finger: point.touch,
          location: Point(x: point.position.x - origin.x, y: point.position.y - origin.y),
          time: point.time))
    }
    if isFirst { host.didUse(element, by: .directTouch([point])) }
    isFirst = false
  }
}

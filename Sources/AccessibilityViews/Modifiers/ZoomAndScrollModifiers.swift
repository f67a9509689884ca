public import AccessibilityTree

/// A requested zoom (A4).
public struct AccessibilityZoomGestureAction: Hashable, Sendable {
  public enum Direction: Hashable, Sendable {
    case zoomIn, zoomOut
  }

  public let direction: Direction
  /// The centre of the zoom, relative to the element's frame.
  public let location: UnitPoint
  /// The centre of the zoom, in pixels from the top left corner of the frame.
  public let point: Point
}

extension View {
  /// Makes the element zoomable. The handler returns whether it zoomed (A4).
  public func accessibilityZoomAction(
    _ handler: @escaping (AccessibilityZoomGestureAction) throws -> Bool
  ) -> some View {
    modifyElement { content in
      content.element.traits.insert(.supportsZoom)
      let name = content.element.shortName
      for kind in [ActionKind.zoomIn, .zoomOut] {
        content.offer(
          ActionHandler(Action(kind)) { command, scene in
            guard try handler(command.zoom(in: scene)) else {
              throw ActionRefusal(
                .rejected, "\(name) does not \(kind == .zoomIn ? "zoom in" : "zoom out") further")
            }
          })
      }
    }
  }

  /// Makes the element zoomable (A4).
  public func accessibilityZoomAction(
    _ handler: @escaping (AccessibilityZoomGestureAction) throws -> Void
  ) -> some View {
    accessibilityZoomAction { action -> Bool in
      try handler(action)
      return true
    }
  }

  /// Makes the element scroll by pages (A7). Throw an `ActionRefusal` at the end of the content.
  public func accessibilityScrollAction(
    _ handler: @escaping (ScrollDirection) throws -> Void
  ) -> some View {
    modifyElement { content in
      content.offer(
        ActionHandler(Action(.scroll)) { command, _ in
          if case .scroll(let direction) = command { try handler(direction) }
        })
    }
  }
}

extension ActionCommand {
  fileprivate func zoom(in scene: ActionScene) -> AccessibilityZoomGestureAction {
    var place: Point?
    var direction = AccessibilityZoomGestureAction.Direction.zoomIn
    switch self {
    case .zoomIn(let point): place = point
    case .zoomOut(let point):
      place = point
      direction = .zoomOut
    default: break
    }
    let local = scene.local(place ?? scene.activationPoint)
    return AccessibilityZoomGestureAction(
      direction: direction, location: scene.unit(local), point: local)
  }
}

extension ActionScene {
  fileprivate func unit(_ local: Point) -> UnitPoint {
    UnitPoint(
      x: frame.width > 0 ? local.x / frame.width : 0.5,
      y: frame.height > 0 ? local.y / frame.height : 0.5)
  }
}

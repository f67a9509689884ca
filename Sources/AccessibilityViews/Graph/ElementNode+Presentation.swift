internal import AccessibilityTree

extension ElementNode {
  /// Returns the current attributes of the element, including its position on screen. Id and links are not set.
  func presentation(on host: (any ElementHost)?) -> Element {
    present(currentContent(), on: host)
  }

  func present(_ content: ElementContent, on host: (any ElementHost)?) -> Element {
    var element = content.element
    element.actions = content.handlers.map(\.action)
    element.intents += content.handlers.compactMap(\.intent)
    element.sortPriority = priority
    element.states.insert(.visible)
    if owner.isShowing { element.states.insert(.showing) }
    if let host, !host.isInFront {
      element.states.subtract([.active, .focused])
    } else if host?.focused === self {
      element.states.insert(.focused)
    }
    if let host, element.states.contains(.active), !host.isInFrontWindow(self) {
      element.states.remove(.active)
    }
    if host?.touched === self { element.states.insert(.active) }
    if let own = content.ownFrame {
      element.frame = own
      return element
    }
    guard element.role != .application, let rect = owner.frame else { return element }
    element.frame = Frame(rect: rect, space: .screen)
    if let place = content.activation { element.activationPoint = place.point(in: rect) }
    if let shape = content.contentShape { element.contentPath = shape.path(in: rect) }
    element.dragPoints = content.dragPoints.map { NamedPoint($0.name, $0.point.point(in: rect)) }
    element.dropPoints = content.dropPoints.map { NamedPoint($0.name, $0.point.point(in: rect)) }
    return element
  }

  var scene: ActionScene {
    let rect = owner.frame ?? Rect(x: 0, y: 0, width: 0, height: 0)
    let point = currentContent().activation?.point(in: rect) ?? rect.center
    return ActionScene(frame: rect, activationPoint: point, element: self)
  }
}

extension ActivationPlace {
  func point(in rect: Rect) -> Point {
    switch self {
    case .unit(let unit): unit.point(in: rect)
    case .offset(let point): Point(x: rect.x + point.x, y: rect.y + point.y)
    }
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Input synthesised by the registry: the last resort, where it is allowed.
extension ActionRun {
  /// Clicks the middle of the element, after checking that the click would reach its application.
  ///
  /// - Parameters:
  ///   - event: The event's name in AT-SPI: `b1c` is a click of the left button.
  ///   - fromStart: How far from the left end it is clicked instead, if it is so wide.
  func click(
    _ event: String, times: Int = 1, fromStart: Double? = nil
  ) async throws(ActionRefusal) {
    try await checkOwnMenus(for: "click")
    let point = try await screenPoint(
      of: element, object, fromStart: fromStart, isClicked: true)
    try await click(event, times: times, at: point)
  }

  /// Clicks a point of the screen, and notes what that has deselected.
  func click(_ event: String, times: Int = 1, at point: Point) async throws(ActionRefusal) {
    let click = MouseEvent(point, event)
    let others = mayDeselect(event) ? try await itemsSelected() : []
    try await sendMouseEvents(Array(repeating: click, count: times))
    let lost = try await noteLoss(of: others)
    // One that is deselected alone is switched by the click.
    if !lost.isEmpty || others.isEmpty && states.contains(.selected) {
      reservations.insert(.mayHaveMissed)
    }
  }

  /// Whether a click may select the element alone. One of the right button leaves what is selected as it is on one of them.
  private func mayDeselect(_ event: String) -> Bool {
    event == "b1c" || event == "b3c" && !states.contains(.selected)
  }

  /// Drags from the middle of `source` to the middle of the element.
  func drop(_ source: ElementID) async throws(ActionRefusal) -> String {
    guard request.allowSynthesis else { throw unsupported() }
    guard let sourceElement = host.store.tree[source], let sourceObject = host.actionObject(source)
    else { throw ActionRefusal(.stale, "The dragged element \(source) is gone") }
    _ = try await screenPoint(of: sourceElement, sourceObject)
    let end = try await screenPoint(of: element, object)
    // What brought the one into sight may have moved the other.
    let start = try await pointStillInSight(of: sourceElement, sourceObject)
    var events = [MouseEvent(start, MouseEvent.press)]
    // Drag and drop begins after a movement of some pixels.
    for step in 1...8 {
      let part = Double(step) / 8
      let point = Point(
        x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
      events.append(MouseEvent(point, MouseEvent.move, after: 20))
    }
    events.append(MouseEvent(end, MouseEvent.release, after: 20))
    try await sendMouseEvents(events)
    return "synthesised drag"
  }

  /// Returns the middle of what is dragged, after where it is dropped was brought into sight.
  private func pointStillInSight(
    of source: Element, _ sourceObject: ActionObject
  ) async throws(ActionRefusal) -> Point {
    let shown = try await extents(of: source, sourceObject).center
    if try await areaHiding(shown, of: source) != nil {
      throw ActionRefusal(
        .notOnScreen, "\(source.messageName) is out of sight where \(name) is in sight",
        advice: "Make the window larger, or the page smaller, so that both are shown at once.")
    }
    return try await screenPoint(of: source, sourceObject, mayScroll: false)
  }

  /// Draws a gesture of one finger with the pointer. Points keep their position on the element, even when it
  /// was scrolled into view meanwhile.
  func drawGesture(_ points: [GesturePoint]) async throws(ActionRefusal) -> String {
    guard request.allowSynthesis else { throw unsupported("its toolkit does not support touches") }
    guard points.allSatisfy({ $0.touch == 0 }) else {
      throw unsupported("the pointer can replace only one finger")
    }
    guard let center = element.frame?.rect.center else {
      throw ActionRefusal(.notOnScreen, "\(name) has no position on the screen")
    }
    let length = (points.last?.time ?? 0) / 1_000_000
    guard length < remaining / 1_000_000 else {
      throw ActionRefusal(
        .outOfRange,
        "The gesture takes \(length) ms, but only \(remaining / 1_000_000) ms are left; allow more time"
      )
    }
    let middle = try await screenPoint(of: element, object)
    var time: UInt64 = 0
    let events = points.map { point in
      let pause = (point.time - min(time, point.time)) / 1_000_000
      time = point.time
      let position = Point(
        x: middle.x + point.position.x - center.x, y: middle.y + point.position.y - center.y)
      return MouseEvent(position, MouseEvent.name(of: point.phase), after: pause)
    }
    try await sendMouseEvents(events)
    return "synthesised pointer gesture"
  }

  /// Synthesises events one after another, each after its pause.
  private func sendMouseEvents(_ events: [MouseEvent]) async throws(ActionRefusal) {
    if let first = events.first, first.isOfMainButton {
      let delay = host.lastPress?.timeUntilOther(at: first.point) ?? .zero
      if delay > .zero { try await pause(for: delay) }
    }
    for event in events {
      if event.pause > 0 { try await pause(milliseconds: event.pause) }
      trackButton(event)
      if event.isOfMainButton { host.lastPress = PointerPress(at: event.point) }
      try await synthesize(event.input)
    }
  }

  /// Records which button is held, so that it is released however the action ends.
  private func trackButton(_ event: MouseEvent) {
    switch event.name {
    case MouseEvent.release: pendingRelease = nil
    case MouseEvent.press: pendingRelease = MouseEvent(event.point, MouseEvent.release).input
    default:
      if pendingRelease != nil {
        pendingRelease = MouseEvent(event.point, MouseEvent.release).input
      }
    }
  }

  /// Asks the registry to synthesise an event.
  func synthesize(_ event: InputEvent) async throws(ActionRefusal) {
    guard let registry = host.registry else {
      throw ActionRefusal(
        .unsupported, "There is no accessibility registry to generate input events")
    }
    isSynthesised = true
    do throws(BusError) {
      try await answer(
        to: event.request(of: registry), what: event.member, on: registry, read: Answer.nothing)
    } catch {
      if error == .timeout { throw refusal(error) }
      throw ActionRefusal(
        .unsupported, "The accessibility registry cannot generate input events: \(error)")
    }
  }
}

/// When and where the main button was last pressed, so that the clicks of two actions are no double click.
struct PointerPress {
  private let point: Point
  private let time = MonotonicTime.now()

  /// How long after a click another one may be a double click: GTK and Qt take 400 ms, browsers 500 ms.
  private static let doubleClick = Duration.milliseconds(600)
  /// How far apart the clicks are at most, in pixels: toolkits take up to 10.
  private static let distance = 12.0

  init(at point: Point) { self.point = point }

  /// Returns how long to wait for a click at a point that is not to be a second one.
  func timeUntilOther(at other: Point) -> Duration {
    let isNear =
      abs(point.x - other.x) <= Self.distance && abs(point.y - other.y) <= Self.distance
    return isNear ? Self.doubleClick - MonotonicTime.now().since(time) : .zero
  }
}

/// An event for the registry's device event controller to synthesise.
struct InputEvent {
  var member: String
  var arguments: [BusValue]

  func request(of registry: CallQueue) -> CallRequest {
    CallRequest(
      registry.destination, "/org/a11y/atspi/registry/deviceeventcontroller",
      "org.a11y.atspi.DeviceEventController", member, arguments, startsService: true)
  }
}

/// An event of the pointer with its AT-SPI name, and the pause before it in milliseconds.
private struct MouseEvent {
  static let press = "b1p"
  static let move = "abs"
  static let release = "b1r"

  let point: Point
  let name: String
  let pause: UInt64

  init(_ point: Point, _ name: String, after pause: UInt64 = 0) {
    self.point = point
    self.name = name
    self.pause = pause
  }

  var isOfMainButton: Bool { name.hasPrefix("b1") }

  var input: InputEvent {
    let (x, y) = (Int32(saturating: point.x), Int32(saturating: point.y))
    return InputEvent(
      member: "GenerateMouseEvent", arguments: [.int32(x), .int32(y), .string(name)])
  }

  static func name(of phase: GesturePoint.Phase) -> String {
    switch phase {
    case .down: press
    case .move: move
    case .up, .cancel: release
    }
  }
}

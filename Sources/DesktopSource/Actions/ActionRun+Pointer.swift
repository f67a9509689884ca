internal import AccessibilityMirror
internal import AccessibilityTree

/// Input that the registry makes as if a person did: the last resort, where it is allowed.
extension ActionRun {
  private static let controllerPath = "/org/a11y/atspi/registry/deviceeventcontroller"
  private static let controller = "org.a11y.atspi.DeviceEventController"

  /// Clicks the middle of the element, after looking that it is what would be clicked.
  ///
  /// - Parameter event: as AT-SPI names it: `b1c` is a click of the left button.
  func click(_ event: String, times: Int = 1, means: String) {
    click(event, times: times) { self.performed(means) }
  }

  func click(_ event: String, times: Int = 1, then: @escaping () -> Void) {
    screenPoint(of: element, object) { point in
      self.mouse(Array(repeating: MouseEvent(point, event), count: times), then: then)
    }
  }

  /// Drags from the middle of `source` to the middle of the element.
  func drop(_ source: ElementID) {
    guard request.allowSynthesis else { return unsupported() }
    guard let sourceElement = host.store.tree[source], let sourceObject = host.actionObject(source)
    else { return refuse(.stale, "The dragged element \(source) is gone") }
    screenPoint(of: sourceElement, sourceObject) { start in
      self.screenPoint(of: self.element, self.object) { end in
        var events = [MouseEvent(start, MouseEvent.press)]
        // Drag and drop begins with a movement of some pixels.
        for step in 1...8 {
          let part = Double(step) / 8
          let place = Point(
            x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
          events.append(MouseEvent(place, MouseEvent.move, after: 20))
        }
        events.append(MouseEvent(end, MouseEvent.release, after: 20))
        self.mouse(events) { self.performed("synthesised drag") }
      }
    }
  }

  /// Draws a gesture of one finger with the pointer. Points keep their place on the element, also when
  /// it was scrolled into view meanwhile.
  func passThrough(_ points: [GesturePoint]) {
    guard request.allowSynthesis else { return unsupported("its toolkit takes no touches") }
    guard points.allSatisfy({ $0.touch == 0 }) else {
      return unsupported("the pointer stands in for one finger, not for several")
    }
    guard let center = element.frame?.rect.center else {
      return refuse(.notOnScreen, "\(name) has no place on the screen")
    }
    let length = (points.last?.time ?? 0) / 1_000_000
    guard length < remaining / 1_000_000 else {
      return refuse(
        .outOfRange,
        "The gesture takes \(length) ms and \(remaining / 1_000_000) ms are left; give it longer")
    }
    screenPoint(of: element, object) { middle in
      var time: UInt64 = 0
      let events = points.map { point in
        let pause = (point.time - min(time, point.time)) / 1_000_000
        time = point.time
        let place = Point(
          x: middle.x + point.position.x - center.x, y: middle.y + point.position.y - center.y)
        return MouseEvent(place, MouseEvent.name(of: point.phase), after: pause)
      }
      self.mouse(events) { self.performed("synthesised gesture of the pointer") }
    }
  }

  private func mouse(_ events: [MouseEvent], then: @escaping () -> Void) {
    mouse(events[...], then: then)
  }

  /// Makes events one after the other, each after its pause.
  private func mouse(_ events: ArraySlice<MouseEvent>, then: @escaping () -> Void) {
    guard let event = events.first else { return then() }
    let make = {
      self.controller(
        "GenerateMouseEvent",
        event.arguments
      ) {
        self.mouse(events.dropFirst(), then: then)
      }
      self.keepTrack(event)
    }
    if event.pause > 0 { after(milliseconds: event.pause, make) } else { make() }
  }

  /// A button that is held when the action ends, however it ends, is let go.
  private func keepTrack(_ event: MouseEvent) {
    switch event.name {
    case MouseEvent.press:
      heldAt = event.point
      atEnd {
        guard let place = self.heldAt, let registry = self.host.registry else { return }
        _ = registry.enqueue(
          Self.mouseRequest(registry, MouseEvent(place, MouseEvent.release)), lane: .urgent
        ) { _ in }
      }
    case MouseEvent.release: heldAt = nil
    default: if heldAt != nil { heldAt = event.point }
    }
  }

  private static func mouseRequest(_ registry: CallQueue, _ event: MouseEvent) -> CallRequest {
    CallRequest(
      registry.destination, controllerPath, controller, "GenerateMouseEvent",
      event.arguments, startsService: true)
  }

  /// Calls the registry's device event controller.
  func controller(_ member: String, _ arguments: [BusValue], then: @escaping () -> Void) {
    guard let registry = host.registry else {
      return refuse(.unsupported, "There is no accessibility registry to make input events")
    }
    send(
      CallRequest(
        registry.destination, Self.controllerPath, Self.controller, member, arguments,
        startsService: true),
      what: member, on: registry, read: Answer.nothing,
      otherwise: { error in
        if error == .timeout { return self.refuse(error) }
        self.refuse(.unsupported, "The registry cannot make input events here: \(error)")
      }, then: then)
  }

  /// Calls the registry's device event controller.
  func controller(_ member: String, _ arguments: [BusValue]) async throws(ActionRefusal) {
    let _: Bool = try await step { then in controller(member, arguments) { then(true) } }
  }
}

/// An event of the pointer, as AT-SPI names them, so many milliseconds after the one before.
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

  /// What `GenerateMouseEvent` takes.
  var arguments: [BusValue] {
    [.int32(Int32(saturating: point.x)), .int32(Int32(saturating: point.y)), .string(name)]
  }

  static func name(of phase: GesturePoint.Phase) -> String {
    switch phase {
    case .down: press
    case .move: move
    case .up, .cancel: release
    }
  }
}

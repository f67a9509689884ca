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
      self.mouse(Array(repeating: (point, event), count: times), then: then)
    }
  }

  /// Drags from the middle of `source` to the middle of the element.
  func drop(_ source: ElementID) {
    guard request.allowSynthesis else { return unsupported() }
    guard let sourceElement = host.store.tree[source], let sourceObject = host.actionObject(source)
    else { return refuse(.stale, "The dragged element #\(source.rawValue) is gone") }
    screenPoint(of: sourceElement, sourceObject) { start in
      self.screenPoint(of: self.element, self.object) { end in
        var events = [(start, "b1p")]
        // Drag and drop begins with a movement of some pixels.
        for step in 1...8 {
          let part = Double(step) / 8
          let place = Point(
            x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)
          events.append((place, "abs"))
        }
        events.append((end, "b1r"))
        self.mouse(events, pause: 20) { self.performed("synthesised drag") }
      }
    }
  }

  /// Makes events one after the other, with pauses in milliseconds between.
  private func mouse(
    _ events: [(Point, String)], pause: UInt64 = 0, then: @escaping () -> Void
  ) {
    guard let (point, event) = events.first else { return then() }
    let rest = Array(events.dropFirst())
    controller(
      "GenerateMouseEvent", [.int32(point.pixelX), .int32(point.pixelY), .string(event)]
    ) {
      if pause > 0, !rest.isEmpty {
        self.after(milliseconds: pause) { self.mouse(rest, pause: pause, then: then) }
      } else {
        self.mouse(rest, pause: pause, then: then)
      }
    }
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
}

extension Point {
  fileprivate var pixelX: Int32 { Int32(clamping: Int(x.rounded(.down))) }
  fileprivate var pixelY: Int32 { Int32(clamping: Int(y.rounded(.down))) }
}

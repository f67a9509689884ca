internal import AccessibilitySpeech
internal import AccessibilityTree

extension VoiceOver {
  /// Holds and moves a finger from the activation point.
  mutating func passThrough(_ text: String, in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    guard let start = element.effectiveActivationPoint else {
      return .refuse("It is not known where this is.")
    }
    guard let stroke = Gesture.stroke(text, beginningAt: start) else {
      return .refuse(
        Gesture.problem(in: text)
          ?? "Offsets are pairs of numbers, and times follow a plus: pass through 0,-10 0,-40 +200")
    }
    return perform(.passThroughGesture(stroke), ActionInProgress(isGesture: true), in: scene)
  }

  /// Touches the element at the cursor, at its activation point or at points of its frame, or moves the finger
  /// to the element of a name.
  mutating func touch(_ text: String, in scene: Scene) -> [ClientEffect] {
    if !text.isEmpty, !Gesture.isPath(text) { return touch(named: text, in: scene) }
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    guard let frame = element.frame else { return .refuse("It is not known where this is.") }
    if let point = Gesture.start(of: text, outside: frame.rect) {
      let size = "\(frame.rect.width.shortDescription) × \(frame.rect.height.shortDescription)"
      return .refuse("\(point) is outside of \(scene.name(of: element)), which is \(size).")
    }
    guard let stroke = stroke(text, on: element, frame.rect) else {
      return .refuse(
        Gesture.problem(in: text)
          ?? "Points are pairs of numbers from the corner of the element: touch 10,10 40,10 +200")
    }
    // A finger on an element that takes no touches reads it.
    guard element.takesTouchAtOnce || element.isTouchActive else {
      return move(to: element.id, in: scene)
    }
    let spoken: [ClientEffect] =
      element.speaksAtTouch
      ? .say(.element, scene.name(of: element), element.id) : []
    return spoken + touch(element, with: stroke, in: scene)
  }

  /// Moves the cursor to an element, as a finger that explores the screen does. An element that takes touches
  /// at any time is touched.
  private mutating func touch(named text: String, in scene: Scene) -> [ClientEffect] {
    let named = scene.stops.first {
      Speech.name(of: $0, in: scene.tree)?.lowercased() == text.lowercased()
    }
    guard let id = named ?? next(saying: text, in: scene), let element = scene[id] else {
      return .refuse("Nothing says \(text).")
    }
    guard element.takesTouchAtOnce, let frame = element.frame,
      let stroke = stroke("", on: element, frame.rect)
    else { return move(to: id, in: scene) }
    let moved = element.speaksAtTouch ? move(to: id, in: scene) : place(at: id, in: scene)
    return moved + touch(element, with: stroke, in: scene)
  }

  private mutating func touch(
    _ element: Element, with stroke: [GesturePoint], in scene: Scene
  ) -> [ClientEffect] {
    let isSilent = element.directTouch?.contains(.silentOnTouch) == true
    let action = ActionInProgress(repeats: !isSilent, isSilent: isSilent, isGesture: true)
    return perform(.directTouch(stroke), action, in: scene)
  }

  /// Returns the points of a touch; without a text, a tap at the activation point.
  private func stroke(_ text: String, on element: Element, _ frame: Rect) -> [GesturePoint]? {
    guard text.isEmpty else {
      return Gesture.points(text, from: Point(x: frame.x, y: frame.y))
    }
    return element.effectiveActivationPoint.flatMap { Gesture.points("0,0", from: $0) }
  }
}

extension Element {
  /// Whether touches are passed to the element without activating it first.
  fileprivate var takesTouchAtOnce: Bool {
    directTouch.map { !$0.contains(.requiresActivation) } ?? false
  }

  /// Whether touches are passed to the element since it was activated.
  fileprivate var isTouchActive: Bool { directTouch != nil && states.contains(.active) }

  /// Whether the element is named whenever it is touched.
  fileprivate var speaksAtTouch: Bool {
    takesTouchAtOnce && directTouch?.contains(.silentOnTouch) == false
  }
}

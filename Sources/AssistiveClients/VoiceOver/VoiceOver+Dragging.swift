internal import AccessibilityTree

extension VoiceOver {
  /// The element that was picked up, if it is of the application of the element at the cursor.
  func dragged(in scene: Scene) -> ElementID? { dragging.source(over: element(in: scene)) }

  mutating func drag(_ point: String, in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    return begin(dragging.pickUp(element, at: point, in: scene))
  }

  mutating func drop(_ point: String, in scene: Scene) -> [ClientEffect] {
    guard let element = element(in: scene) else { return .refuse("There is nothing here.") }
    return begin(dragging.drop(on: element, at: point, in: scene))
  }
}

internal import AccessibilityTree

/// An element and what was around it, to go on at its neighbour when it is gone.
struct KeptPlace: Hashable, Sendable {
  let element: ElementID
  private let order: [ElementID]

  init(_ element: ElementID, in scene: Scene) {
    self.element = element
    order = scene.allStops
  }

  /// Returns the element, or else the next one that is there, or the one before it.
  func nearest(where isThere: (ElementID) -> Bool) -> ElementID? {
    guard let place = order.firstIndex(of: element) else { return isThere(element) ? element : nil }
    return order[place...].first(where: isThere) ?? order[..<place].last(where: isThere)
  }
}

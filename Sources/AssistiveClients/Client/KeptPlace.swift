internal import AccessibilityTree

/// An element and what was around it, to go on at its neighbour when it is gone.
struct KeptPlace: Hashable, Sendable {
  let element: ElementID
  private let order: [ElementID]
  /// The other rows, of a row of a list.
  private let siblings: [ElementID]

  init(_ element: ElementID, in scene: Scene) {
    self.element = element
    order = scene.allStops
    let list = scene[element]?.parent.flatMap { scene[$0] }
    siblings =
      list?.role == .list
      ? order.filter { scene.tree.read($0) { $0.parent } == list?.id } : []
  }

  /// Returns the element, or else the next one that is there, or the one before it; in a list, other rows first.
  func nearest(where isThere: (ElementID) -> Bool) -> ElementID? {
    if isThere(element) { return element }
    return siblings.nearest(to: element, where: isThere)
      ?? order.nearest(to: element, where: isThere)
  }
}

extension [ElementID] {
  /// Returns the next element from one on that is there, or else the last one before it.
  func nearest(to id: ElementID, where isThere: (ElementID) -> Bool) -> ElementID? {
    guard let place = firstIndex(of: id) else { return nil }
    return self[place...].first(where: isThere) ?? self[..<place].last(where: isThere)
  }
}

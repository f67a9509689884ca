internal import AccessibilityTree

/// Remembers the element whose menu people opened, to return to it when the menu has closed.
struct MenuOrigin: Hashable, Sendable {
  private(set) var kept: KeptPlace?

  /// The element; `nil` when an action was performed since that was not of its menu.
  var element: ElementID? { kept?.element }

  /// Remembers the element whose menu an action opens. What is done in the menu does not count.
  mutating func begin(_ effects: [ClientEffect], in scene: Scene) {
    for case .perform(let id, let command) in effects {
      guard let acted = scene[id], !acted.role.isMenuItem, command != .escape else { continue }
      let opensMenu = command == .showMenu || acted.role == .popUpButton
      kept = opensMenu ? KeptPlace(id, in: scene) : nil
    }
  }

  /// Remembers where people were before they came to a menu that somebody else opened. Forgets the element when they have
  /// gone elsewhere than to the menu.
  mutating func move(to place: Element, from last: Element?, in scene: Scene) {
    kept = placeKept(after: place, from: last, in: scene)
  }

  /// Forgets the element when no menu is open any more.
  mutating func forgetIfClosed(in scene: Scene) {
    if kept != nil, scene.openMenu == nil { kept = nil }
  }

  /// Returns where people go on when the menu has closed: at the element, or at its neighbour when the menu has
  /// removed it. `nil` while a menu is open, or when they were at the element itself.
  func placeToReturn(
    from place: ElementID?, in scene: Scene, where isThere: (ElementID) -> Bool
  ) -> ElementID? {
    guard scene.openMenu == nil, place != element else { return nil }
    return kept?.nearest(where: isThere)
  }

  private func placeKept(after place: Element, from last: Element?, in scene: Scene) -> KeptPlace? {
    if !place.role.isMenuItem { return place.id == element ? kept : nil }
    if kept == nil, let last, !last.role.isMenuItem { return KeptPlace(last.id, in: scene) }
    return kept
  }
}

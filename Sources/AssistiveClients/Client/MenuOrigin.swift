internal import AccessibilityTree

/// Remembers the element whose menu people opened, to return to it when the menu has closed.
struct MenuOrigin: Hashable, Sendable {
  /// The element; `nil` when an action was performed since that was not of its menu.
  private(set) var element: ElementID?

  /// Remembers the element whose menu an action opens. What is done in the menu does not count.
  mutating func begin(_ effects: [ClientEffect], in scene: Scene) {
    for case .perform(let id, let command) in effects {
      guard let acted = scene[id], !acted.role.isMenuItem, command != .escape else { continue }
      element = command == .showMenu || acted.role == .popUpButton ? id : nil
    }
  }

  /// Remembers where people were before they came to a menu that somebody else opened. Forgets the element when they have
  /// gone elsewhere than to the menu.
  mutating func move(to place: Element, from last: Element?) {
    if !place.role.isMenuItem {
      if place.id != element { element = nil }
    } else if element == nil, let last, !last.role.isMenuItem {
      element = last.id
    }
  }

  /// Forgets the element when no menu is open any more.
  mutating func forgetIfClosed(in scene: Scene) {
    if element != nil, scene.openMenu == nil { element = nil }
  }
}

extension Role {
  var isMenuItem: Bool {
    self == .menuItem || self == .menuItemRadio || self == .menuItemCheckBox
  }
}

internal import AccessibilityTree

/// The focus of items of open menus, in toolkits where an event tells of it and no state does (GTK 3): the item that keys go to
/// says that it is selected.
extension MirroredObject {
  /// Whether the object is the item of an open menu that keys go to: the last that is selected, of one in another.
  private func isCurrentMenuItem(_ states: AtspiStates) -> Bool {
    peer.dialect.tellsMenuFocusBySelection && isSelectedMenuItem(states)
      && !children.contains { $0.isSelectedMenuItem($0.facts.states) }
  }

  /// Whether the object has the focus, which no state of it tells.
  func hasUntoldFocus(_ states: AtspiStates) -> Bool {
    hasSilentFocus(states) || isCurrentMenuItem(states) || hasHiddenFocus(states)
  }

  private func isSelectedMenuItem(_ states: AtspiStates) -> Bool {
    states.isSuperset(of: [.selected, .showing]) && isItemOfMenu
  }

  /// Whether the object is an item of a menu or a menu bar, or a menu in one.
  var isItemOfMenu: Bool {
    guard let parent, let role = AtspiRole.entry(facts.role)?.role,
      role == .menu || role.isMenuItem
    else { return false }
    return AtspiRole.entry(parent.facts.role).map { $0.role == .menu || $0.role == .menuBar }
      ?? false
  }
}

internal import AccessibilityTree

/// What says that it is on screen in something that is not.
extension MirroredObject {
  /// Whether the object is not on screen, though it says so: what it is in is not, and either of them has no place.
  var isHiddenWithParent: Bool {
    guard facts.mayBeHiddenWithParent(peer.dialect), let parent, !parent.isRoot else {
      return false
    }
    if parent.facts.states.contains(.showing) { return parent.isHiddenWithParent }
    // In what was scrolled out and has a place, only what has no size is known not to be seen.
    return parent.hasNoPlace || hidesChildren
  }
}

extension AtspiFacts {
  /// Whether the object says that it is on screen, which follows from what it is in as well. A menu is a window of its own.
  func mayBeHiddenWithParent(_ dialect: AtspiDialect) -> Bool {
    dialect.showsInsideHidden && states.contains(.showing)
      && AtspiRole.entry(role)?.role != .menu
  }
}

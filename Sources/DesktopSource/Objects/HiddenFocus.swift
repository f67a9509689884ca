internal import AccessibilityTree

/// The focus of entries that applications of GTK 4 made of a text and other things, as the search bars of GNOME: the text has the
/// focus, and is in no tree, and the entry never says that it has it.
///
/// GTK 4 sends an event of the entry whenever the text gets or loses the focus, which tells the entry's own state: that it has
/// not the focus, each time (`gtk_accessible_platform_changed` in `gtkaccessible.c`). There is none for a text that gets the
/// focus before it is drawn for the first time. What had the focus then tells that it lost it, and nothing that it got it.
extension MirroredObject {
  /// Whether the object is such an entry.
  func hidesFocus(_ states: AtspiStates) -> Bool {
    peer.dialect.hidesFocusOfTexts && states.hideFocus
  }

  /// Whether the text in such an entry has the focus, as far as events tell.
  func hasHiddenFocus(_ states: AtspiStates) -> Bool {
    guard hidesFocus(states), isPlacedInActiveWindow else { return false }
    return application.focus.isHidden(in: self)
  }

  fileprivate var isPlacedInActiveWindow: Bool {
    window.facts.states.contains(.active) && !hasNoPlace && !isCovered
  }
}

extension AtspiStates {
  /// Whether they are the states of an entry that does not tell of the focus of the text in it.
  var hideFocus: Bool { contains(.editable) && isDisjoint(with: [.focusable, .focused]) }
}

extension FocusHistory {
  /// Whether the focus is hidden in an entry: an event said so last, or the focus left for nothing that tells of it what is in the
  /// window of the entry, and the window has no other such entry.
  fileprivate func isHidden(in entry: MirroredObject) -> Bool {
    guard let holder, holder.stage == .shown else { return false }
    if holder === entry { return true }
    return awaitedPath == nil && holder.window === entry.window
      && !holder.hidesFocus(holder.facts.states)
      && objects.allSatisfy { $0.stage != .shown || !$0.facts.states.contains(.focused) }
      && hidingEntries.allSatisfy {
        $0 === entry || $0.stage != .shown || $0.window !== entry.window
          || !$0.isPlacedInActiveWindow
      }
  }
}

internal import AccessibilityTree

/// Which of several objects that report the focus has it, outside of Qt.
///
/// An application has one element with the focus. LibreOffice leaves the state behind: the panel around its text reports it
/// wherever the focus is, and so does each tool button that was pressed by its action, for which the text keeps the focus.
extension MirroredObject {
  /// Whether another object of the application has the focus that this one reports as well. What is in the other one has it
  /// too, and a view has it with its item.
  var leavesFocusToRival: Bool {
    guard let winner = application.focus.winner, winner !== self, !isDescendant(winner) else {
      return false
    }
    return onlyHoldsOthers || !winner.isDescendant(self)
  }

  /// Whether the object can have the focus, as far as is known, so that others leave it to this one.
  fileprivate var isFocusCandidate: Bool {
    stage == .shown && facts.states.contains(.focused) && !isItemOfView && !isInInactiveFrame
  }

  /// Whether the object only holds others, and nothing is used by having the focus itself.
  fileprivate var onlyHoldsOthers: Bool {
    AtspiRole.entry(facts.role).map { Self.holders.contains($0.role) } ?? false
  }

  private static let holders: Set<Role> = [
    .generic, .group, .toolBar, .menuBar, .statusBar, .splitter,
  ]

  /// Whether people press the object, for which the focus need not move to it, and another one in its window holds text that
  /// people type.
  fileprivate func isPressed(beside other: MirroredObject) -> Bool {
    other.facts.states.contains(.editable)
      && AtspiRole.entry(facts.role).map { Self.pressed.contains($0.role) } ?? false
      && other.window === window
  }

  private static let pressed: Set<Role> = [.button, .toggleButton, .popUpButton]
}

extension FocusHistory {
  /// The object that has the focus, of those that report it: the one that an event named last, or else the last that reported
  /// it. What only holds others leaves it to what can have the focus, and to what is in it, and a button to a text in
  /// its window.
  fileprivate var winner: MirroredObject? {
    let candidates = objects.filter(\.isFocusCandidate)
    guard candidates.count > 1 else { return candidates.first }
    let able = candidates.filter { $0.facts.states.contains(.focusable) || !$0.onlyHoldsOthers }
    let named = able.last { $0 === holder } ?? able.last ?? candidates[candidates.count - 1]
    let chosen =
      named.onlyHoldsOthers ? able.last { $0.isDescendant(named) } ?? named : named
    return able.last { chosen.isPressed(beside: $0) } ?? chosen
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Notes which elements of an application become enabled, selected, checked, expanded or the like during an action, or cease to
/// be.
struct StateChanges {
  private let target: ElementID
  private let store: TreeStore
  private let former: FormerValues<States>

  /// What people see of an element, and what it is set to.
  private static let told: States = [
    .enabled, .selected, .checked, .mixed, .pressed, .expanded, .collapsed, .readOnly, .required,
    .invalid, .isCurrent,
  ]

  /// - Parameter showsPress: Whether a push button of the application says that it is pressed while it is held down.
  init(
    of application: ElementID, target: ElementID, showsPress: Bool, _ store: TreeStore,
    _ rhythm: ChangeRhythm
  ) {
    (self.target, self.store) = (target, store)
    former = FormerValues(
      of: application, limit: 8 * StateChange.maxCount, alsoOf: target, store, rhythm
    ) { Self.states(of: $0, showsPress: showsPress) }
  }

  /// Ends the notes, and returns what is other now, but not by itself; the target first.
  func end() -> [StateChange] {
    let changes = former.end().map { id, before, now in
      StateChange(id, gained: now.subtracting(before), lost: before.subtracting(now))
    }
    let ofTarget = changes.filter { $0.element == target }
    let others = changes.filter { $0.element != target }
    return ofTarget
      + store.shownFirst(others, limit: StateChange.maxCount - ofTarget.count, of: \.element)
  }

  /// The states that are told of an element.
  private static func states(of element: borrowing Element, showsPress: Bool) -> States {
    var told = Self.told
    // The texts of a part that is disabled are, too.
    if !element.role.isControl { told.remove(.enabled) }
    // It goes down and up with each press. One that stays down may be a button as well (GTK 4).
    if element.role == .button, showsPress { told.remove(.pressed) }
    return element.states.intersection(told)
  }
}

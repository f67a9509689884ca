internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// Whether the target of an action was checked, selected or expanded since the request, or the opposite, and whether it
/// is so at the end: its application may take that back.
struct TargetChoice {
  private let target: ElementID
  private let before: Element?
  private let store: TreeStore
  /// Whether it was another choice at some time since the request, and whether it is one now.
  private(set) var wasOther = false
  private(set) var isOther = false
  /// Since when it is checked or unchecked, which it was not before.
  private var checkedSince: MonotonicTime?
  /// What the application took back; `nil`: nothing, or it was checked or unchecked once more.
  private(set) var takenBack: TakenBack?

  /// - Parameter before: The target before the action.
  init(of target: ElementID, _ before: Element?, in store: TreeStore) {
    (self.target, self.before, self.store) = (target, before, store)
  }

  /// Notes what the target is now.
  mutating func update() {
    guard let before,
      let now = store.tree.read(target, { ($0.states, $0.isChosen(asWith: before.states)) })
    else { return }
    isOther = !now.1
    if isOther { wasOther = true }
    // Chromium's own buttons are checked while they are down.
    guard before.role != .button, !before.states.contains(.mixed) else { return }
    let isToggle = before.role == .toggleButton
    // One of Qt is pressed while it is down.
    let on: States = isToggle ? [.checked, .pressed] : .checked
    let wasOn = !before.states.isDisjoint(with: on)
    if now.0.isDisjoint(with: on) == wasOn {
      checkedSince = checkedSince ?? .now()
      takenBack = nil
    } else if let since = checkedSince {
      takenBack = TakenBack(
        wasChecked: wasOn, isToggle: isToggle, after: MonotonicTime.now().since(since))
      checkedSince = nil
    }
  }
}

/// That an application has checked a box and unchecked it again, or the opposite, or has switched a toggle button so.
struct TakenBack {
  /// Whether it was checked before the action.
  let wasChecked: Bool
  /// Whether it is a toggle button.
  let isToggle: Bool
  /// How long it was otherwise.
  let after: Duration

  /// What happened to an element with this name.
  func description(of name: String) -> String {
    let (first, then) =
      switch (isToggle, wasChecked) {
      case (false, false): ("checked", "unchecked again")
      case (false, true): ("unchecked", "checked again")
      case (true, false): ("switched on", "off again")
      case (true, true): ("switched off", "on again")
      }
    return "\(name) was \(first), and \(then) after \(after.millisecondsRoundedUp) ms"
  }
}

extension Element {
  /// Whether the element is checked, selected and expanded as it was with other states, and a toggle button pressed. Buttons of
  /// Chromium are checked while they are down.
  func isChosen(asWith other: States) -> Bool {
    let choices: States =
      switch role {
      case .button: [.selected, .expanded]
      case .toggleButton: [.checked, .selected, .expanded, .pressed]
      default: [.checked, .selected, .expanded]
      }
    return states.symmetricDifference(other).isDisjoint(with: choices)
  }
}

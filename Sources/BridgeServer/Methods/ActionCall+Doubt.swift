internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Synthesised clicks that may have reached what is around their target.
extension ActionCall {
  /// Returns what is known of an effect, and notes why that is less where a click may have reached something else.
  func doubted(_ effect: Receipt.Effect, _ isSynthesised: Bool) -> Receipt.Effect {
    guard effect == .seen || effect == .uncertain, isSynthesised, let item = unselectedItem else {
      return effect
    }
    switch request.command {
    // A click of the right button selects the item whose menu it shows.
    case .showMenu:
      note =
        "\(item.messageName) is not selected behind the click: the menu may be that of what is around it; close it, "
        + "select the item, and try again"
      return .uncertain
    case .press where !isAnswered(by: item):
      if let other = itemFocused(beside: item) {
        note.addNote(
          "the focus went to \(other.messageName): the click may have reached that instead")
      } else if reservations.contains(.mayHaveMissed) {
        note.addNote(
          "\(item.messageName) is not selected behind the click, which may have missed it")
      } else {
        return effect
      }
      return .uncertain
    default: return effect
    }
  }

  /// The item of the same view that got the focus in the place of the target.
  private func itemFocused(beside item: Element) -> Element? {
    guard let focused = service.store.focused, focused != element,
      let other = service.store.tree[focused], other.role.isItem, other.parent == item.parent,
      hasNotified({ if case .focusMoved(_, focused) = $0 { true } else { false } })
    else { return nil }
    return other
  }

  /// The target, where it is an item that can be selected and is not.
  private var unselectedItem: Element? {
    guard let item = service.store.tree[element], item.role.isItem,
      item.states.contains(.selectable), !item.states.contains(.selected)
    else { return nil }
    return item
  }

  /// Whether something has happened that a click beside the item does not do: it says something else of itself, or what a click on it
  /// opens has come.
  private func isAnswered(by item: Element) -> Bool {
    guard let before = settler.evidence.before else { return false }
    let states = item.states.symmetricDifference(before.states)
    if item.role != before.role || item.label != before.label || item.value != before.value
      || !states.isDisjoint(with: Self.statesOfItem)
    {
      return true
    }
    return settler.appeared.contains { id in
      service.store.tree.read(id) { $0.isWindow || $0.states.contains(.modal) || $0.role == .menu }
        == true
    }
  }

  /// What a click on an item may change besides selecting it.
  private static let statesOfItem: States = [.checked, .mixed, .expanded, .collapsed, .enabled]

  /// Has the mirror say whether an item is selected that a click may have missed: its application may not tell of that, and handles the
  /// click only a moment after it was synthesised.
  func checkMiss(_ body: @escaping () -> Void) {
    guard reservations.contains(.mayHaveMissed), request.command == .press, !isGone else {
      return body()
    }
    let end = MonotonicTime.now().advanced(by: Self.patienceWithClick)
    func check() {
      target.source.readAgain(element) { [self] _ in
        guard unselectedItem != nil, .now() < end else { return body() }
        // The call keeps this object alive.
        guardTimer = service.loop.schedule(after: Self.clickCheckInterval, check)
      }
    }
    check()
  }

  /// How long an application may take to handle a click behind its first effect.
  private static var patienceWithClick: Duration { .milliseconds(250) }
  private static var clickCheckInterval: Duration { .milliseconds(40) }
}

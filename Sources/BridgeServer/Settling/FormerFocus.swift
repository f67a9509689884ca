internal import AccessibilityMirror
internal import AccessibilityTree

/// What had the focus at the request of an action, which may lose it by what the action does.
///
/// `Focusing` tells what an action changes that gives its target the focus first.
struct FormerFocus {
  private let store: TreeStore
  private let target: ElementID
  /// As it was at the request.
  private let element: Element?
  /// Whether the focus was moved since, by more than what happens by itself.
  private(set) var hasMoved = false

  init(beside target: ElementID, _ store: TreeStore) {
    (self.store, self.target) = (store, target)
    element = store.focused.flatMap { store.tree[$0] }
  }

  mutating func move() { hasMoved = true }

  /// Whether the focus was moved and is elsewhere now: it may go back at once. Browsers tell of two or three moves where the press gives
  /// its target the focus, the second one back to where it was.
  var isElsewhere: Bool {
    hasMoved && store.focused != element?.id && store.focused != target
  }

  /// Whether an element is no longer selected only because it no longer has the focus: browsers take an item for selected as long
  /// as it has that, where the page does not say which one is.
  func isUnselectedWithoutFocus(_ id: ElementID) -> Bool {
    guard id != target, var former = element, former.id == id, let now = store.tree[id],
      former.states.contains(.selected), now.states.isDisjoint(with: [.selected, .focused])
    else { return false }
    former.states.remove(.selected)
    former.traits.remove(.selected)
    former.actions = now.actions
    return former.isSame(as: now, exceptPlace: true)
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree

/// What an action before was on, where that ended just before: what becomes late of it is no effect of the next action.
struct FormerTarget {
  let id: ElementID
  /// Whether it has not had the focus yet, which browsers tell late.
  let isUnfocused: Bool
  /// A push button at the request of the next action, which may go up late. Of one that was switched, that it goes up is
  /// what something else does.
  private let button: Element?

  init(_ action: WatchedAction, in store: TreeStore) {
    (id, isUnfocused) = (action.target, action.isUnfocused)
    button = action.mayGoUpLate ? store.tree[action.target] : nil
  }

  /// What has become of the button since; `nil` where it is none.
  func change(in tree: Tree) -> HeldButton.Change? {
    guard let button, let now = tree[id] else { return nil }
    return HeldButton.Change(from: button, to: now)
  }
}

extension HeldButton {
  /// What has become of a push button.
  enum Change {
    /// It is down or up, or has the focus.
    case press
    /// It is elsewhere as well.
    case place
    case more

    init(from former: Element, to now: Element) {
      let (former, now) = (HeldButton.withoutPress(former), HeldButton.withoutPress(now))
      if former == now {
        self = .press
      } else {
        self = former.isSame(as: now, exceptPlace: true) ? .place : .more
      }
    }
  }
}

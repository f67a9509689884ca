internal import AccessibilityMirror
internal import AccessibilityTree

/// Which windows became active a moment ago, and what had the focus in them before.
///
/// A window that becomes active, as when a dialog in front of it is closed, gives the focus back to what had it. That takes a
/// while: the window manager decides on it, and toolkits hand it on within the window, as from a list of tabs to one
/// of them. It belongs to the action that closed the dialog, and not to the next.
final class FocusReturns {
  private struct Activation {
    let time: UInt64
    let revision: Revision
    /// What had the focus in the window before, or else the first that had it since; `nil` until there is one.
    var focus: ElementID?
  }

  private let store: TreeStore
  /// What had the focus last, by window.
  private var focuses: [ElementID: ElementID] = [:]
  private var activations: [ElementID: Activation] = [:]

  /// How long after a window became active the focus may go back, in nanoseconds.
  private static let duration: UInt64 = 2_000_000_000
  private static let maxWindows = 1024

  init(_ store: TreeStore) { self.store = store }

  /// Notes which windows a commit makes active, and where it moves the focus.
  func note(_ commit: Commit) {
    for id in commit.removed where focuses[id] != nil || activations[id] != nil {
      (focuses[id], activations[id]) = (nil, nil)
    }
    if commit.notifications.isEmpty { return }
    for case .screenChanged(let id, _) in commit.notifications
    where store.tree.read(id, { $0.isWindow && $0.states.contains(.active) }) == true {
      if activations.count >= Self.maxWindows { activations = [:] }
      activations[id] = Activation(
        time: store.time, revision: commit.revision,
        focus: focuses[id].flatMap { store.tree.contains($0) ? $0 : nil })
    }
    for case .focusMoved(_, let id?) in commit.notifications {
      guard let window = window(around: id) else { continue }
      if focuses.count >= Self.maxWindows { focuses = [:] }
      focuses[window] = id
      if let activation = activations[window], activation.focus == nil {
        activations[window]?.focus = id
      }
    }
  }

  /// Whether an element gets the focus since its window became active: any that does after a request, where it became
  /// active since that, and else what had the focus in it, what that is in, or what is in that.
  func isReturn(to id: ElementID, since request: Revision) -> Bool {
    guard let window = window(around: id), let activation = activations[window],
      store.time - min(store.time, activation.time) <= Self.duration
    else { return false }
    if activation.revision > request { return true }
    guard let focus = activation.focus else { return true }
    return id == focus || store.tree.isAncestor(focus, of: id)
      || store.tree.isAncestor(id, of: focus)
  }

  private func window(around id: ElementID) -> ElementID? {
    ([id] + store.tree.ancestors(of: id)).first(where: store.isWindow)
  }
}

internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree

/// The windows of an application that it keeps and does not show. What is told of one that was hidden before is no effect.
struct HiddenWindows {
  private let application: ElementID
  /// The windows that are hidden now.
  private var hidden: Set<ElementID> = []
  /// Those that were hidden already when they changed or were removed.
  private var outdated: Set<ElementID> = []

  private static let presenceSteps = 40_000

  init(of application: ElementID) { self.application = application }

  /// Remembers which of the windows that a commit changed or removed were hidden, while the store still knows it.
  mutating func remember(_ commit: Commit, in store: TreeStore) {
    let unmarked = (commit.removed + commit.changed).filter { id in
      store.former[id].map { $0.parent == application && ScreenPresence.isUnmarked($0) } == true
    }
    guard !unmarked.isEmpty, marksWindows(in: store.tree) else { return }
    for id in unmarked where store.tree.read(id, { ScreenPresence.isUnmarked($0) }) ?? true {
      outdated.insert(id)
    }
  }

  /// Finds the windows that are hidden now, whatever is said of what is in them: that it is hidden, too, is told later.
  mutating func update(in tree: Tree) {
    let windows = tree.read(application) { $0.children } ?? []
    hidden = Set(
      windows.filter { id in tree.read(id) { ScreenPresence.isUnmarked($0) } == true })
    guard !hidden.isEmpty, !marksWindows(in: tree) else { return }
    hidden = []
  }

  /// Whether nothing said of a window means that it is hidden.
  private func marksWindows(in tree: Tree) -> Bool {
    var presence = ScreenPresence()
    var steps = Self.presenceSteps
    return presence.marksWindows(ofApplication: application, in: tree, steps: &steps)
  }

  /// Whether an element was removed with a window that was hidden before.
  func hadRemoved(_ id: ElementID) -> Bool { outdated.contains(id) }

  /// Whether an element is in a window that is hidden, or is one that was hidden before.
  ///
  /// - Parameter path: What is acted on, and what that is in: it is no hidden window.
  func contains(_ id: ElementID, besides path: Set<ElementID>, in tree: Tree) -> Bool {
    guard !hidden.isEmpty else { return false }
    if hidden.contains(id) { return outdated.contains(id) }
    guard let window = tree.ancestors(of: id).first(where: hidden.contains) else { return false }
    return !path.contains(window)
  }
}

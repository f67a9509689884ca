internal import AccessibilityMirror
internal import AccessibilityTree

/// The elements that were there at a request, hidden, and have been shown since: what an expander holds, the page of a tab, a
/// menu that its application keeps.
struct RevealedElements {
  private let application: ElementID
  /// Whether elements were showing when they changed first.
  private var wasShowing: [ElementID: Bool] = [:]

  /// The maximum number of elements that are remembered. More than these are another page.
  private static let limit = 4096

  init(of application: ElementID) { self.application = application }

  /// Remembers which elements a commit showed or hid, while the store still knows it.
  mutating func remember(_ commit: Commit, in store: TreeStore) {
    guard wasShowing.count + commit.changed.count <= Self.limit else { return }
    for id in commit.changed where wasShowing[id] == nil && !commit.added.contains(id) {
      guard let old = store.former[id], old.application == application,
        let states = store.tree.read(id, { $0.states })
      else { continue }
      let wasShowing = old.states.contains(.showing)
      if wasShowing != states.contains(.showing) { self.wasShowing[id] = wasShowing }
    }
  }

  /// The elements that were hidden, but for those in documents, which are shown and hidden as their page is scrolled.
  func ids(in tree: Tree) -> [ElementID] {
    wasShowing.compactMap { $0.value ? nil : $0.key }.filter { id in
      tree.read(id) { $0.states.contains(.showing) } == true
        && !tree.ancestors(of: id).contains { tree.read($0) { $0.role } == .document }
    }
  }
}

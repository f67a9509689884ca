internal import AccessibilityMirror
internal import AccessibilityTree

/// A tab that is switched to, and the pages that its window showed before. Browsers select the tab first, and show its
/// page later.
struct PageSwitch {
  private let tab: ElementID
  private let window: ElementID
  private let before: Set<ElementID>
  private let store: TreeStore

  /// How long the page of a tab may take to be shown.
  static let limit = Duration.seconds(2)
  /// The most elements of a window that are looked at: those around its pages.
  private static let maxElements = 5000

  /// Returns `nil` when the element is no tab of a window with pages, or is selected already.
  init?(_ id: ElementID, in store: TreeStore) {
    guard
      store.tree.read(id, { $0.role == .tab && !$0.states.contains(.selected) }) == true,
      let window = store.tree.ancestors(of: id).first(where: { above in
        store.tree.read(above) { $0.role.isWindow || $0.role == .document } ?? false
      }), store.tree.read(window, { $0.role.isWindow }) == true
    else { return nil }
    (tab, self.window, self.store) = (id, window, store)
    before = Set(Self.shownPages(in: window, store.tree).map(\.id))
    if before.isEmpty { return nil }
  }

  /// Whether the tab was selected, and its page is not there yet.
  var isAwaited: Bool {
    guard store.tree.read(tab, { $0.states.contains(.selected) }) == true else { return false }
    let shown = Self.shownPages(in: window, store.tree)
    // Another page beside it, such as a sidebar, may stay.
    return !shown.contains { !$0.isEmpty && !before.contains($0.id) }
      || before.isSubset(of: shown.map(\.id))
  }

  private static func shownPages(
    in window: ElementID, _ tree: Tree
  ) -> [(id: ElementID, isEmpty: Bool)] {
    var pages: [(id: ElementID, isEmpty: Bool)] = []
    var left = maxElements
    tree.walk(from: [window]) { element, depth in
      left -= 1
      guard left > 0 else { return .stop }
      guard depth > 0, element.role == .document else { return .descend }
      // The documents of office programs show other pages by themselves.
      if element.states.contains(.showing), element.nativeRole == "document web" {
        pages.append((element.id, element.children.isEmpty))
      }
      return .skip
    }
    return pages
  }
}

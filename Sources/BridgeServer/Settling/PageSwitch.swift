internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// A tab that is switched to, and what tells that its page is shown. Browsers and pages select the tab first, and show
/// what belongs to it later.
struct PageSwitch {
  private enum Sign {
    /// Other pages are shown in the browser's window than those before.
    case pages(window: ElementID, before: Set<ElementID>)
    /// Something besides the tabs changes in the page or window that they are in.
    case content(page: ElementID, list: ElementID, since: Revision, until: MonotonicTime)
  }

  private let tab: ElementID
  private let sign: Sign
  private let store: TreeStore

  /// How long the page of a browser's tab, and the content of any other, may take to be shown.
  static let limit = Duration.seconds(2)
  private static let contentLimit = Duration.milliseconds(500)
  /// The most elements of a window that are looked at: those around its pages.
  private static let maxElements = 5000

  /// Returns `nil` when the element is no tab, or is selected already.
  init?(_ id: ElementID, in store: TreeStore) {
    guard
      store.tree.read(id, { $0.role == .tab && !$0.states.contains(.selected) }) == true,
      let list = store.tree.read(id, { $0.parent }) ?? nil
    else { return nil }
    (tab, self.store) = (id, store)
    let page = store.tree.ancestors(of: id).first { above in
      store.tree.read(above) { $0.isWindow || $0.role == .document } ?? false
    }
    guard let page else { return nil }
    if store.tree.read(page, { $0.isWindow }) == true {
      let before = Set(Self.shownPages(in: page, store.tree).map(\.id))
      if !before.isEmpty {
        sign = .pages(window: page, before: before)
        return
      }
    }
    sign = .content(
      page: page, list: list, since: store.revision,
      until: .now().advanced(by: Self.contentLimit))
  }

  /// How long the switch may take.
  var limit: Duration? { if case .pages = sign { Self.limit } else { nil } }

  /// Whether the tab was selected, and its page is not there yet.
  var isAwaited: Bool {
    guard store.tree.read(tab, { $0.states.contains(.selected) }) == true else { return false }
    switch sign {
    case .pages(let window, let before):
      let shown = Self.shownPages(in: window, store.tree)
      // Another page beside it, such as a sidebar, may stay.
      return !shown.contains { !$0.isEmpty && !before.contains($0.id) }
        || before.isSubset(of: shown.map(\.id))
    case .content(let page, let list, let revision, let end):
      return .now() < end && !hasOtherContent(in: page, than: list, since: revision)
    }
  }

  /// Whether elements came, went or changed in the same page or window, other than tabs and what is around them. That
  /// elements moved, or have the focus, tells nothing.
  private func hasOtherContent(in page: ElementID, than list: ElementID, since revision: Revision)
    -> Bool
  {
    guard let commits = store.commits(since: revision) else { return true }
    let around = Set(store.tree.ancestors(of: list))
    func isWithin(_ id: ElementID) -> Bool {
      let path = [id] + store.tree.ancestors(of: id)
      return path.contains(page) && !path.contains(list)
    }
    return commits.contains { commit in
      commit.removed.contains { commit.formerParents[$0].flatMap { $0 }.map(isWithin) ?? false }
        || commit.changed.contains { id in
          !commit.refocused.contains(id) && !commit.moved.contains(id) && !around.contains(id)
            && isWithin(id)
        }
    }
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

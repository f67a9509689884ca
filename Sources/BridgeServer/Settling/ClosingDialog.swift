internal import AccessibilityMirror
internal import AccessibilityTree

/// The dialog that the target of an action is in: a modal one of a page, or one that no page shows. That it closes is an
/// effect also while something is still being read, as large pages are read again behind each dialog, unless it was
/// only drawn again.
struct ClosingDialog {
  let dialog: ElementID
  private let identity: ElementIdentity
  /// The page of the dialog; `nil`: it is in none.
  private let page: ElementID?
  private let parent: ElementID
  private let application: ElementID
  /// Whether it was shown: Qt hides dialogs and keeps them, and Firefox says that they are gone, and takes them away later.
  private let wasShown: Bool
  /// What was beside a dialog that no page shows.
  private let siblings: Set<ElementID>
  private let store: TreeStore

  /// Returns `nil` when the target is in no such dialog.
  init?(around target: ElementID, _ store: TreeStore) {
    let tree = store.tree
    page = tree.page(of: target)
    let around =
      page == nil
      ? tree.ancestors(of: target).first { tree.read($0) { $0.isDialog } == true }
      : tree.pageDialog(around: target)
    guard let dialog = around, let element = tree[dialog], let parent = element.parent else {
      return nil
    }
    (self.dialog, self.parent, self.store) = (dialog, parent, store)
    identity = ElementIdentity(element)
    application = element.application
    wasShown = Self.isShown(element)
    siblings = page == nil ? Set(tree.read(parent) { $0.children } ?? []) : []
  }

  /// Whether a page shows the dialog, and says nothing of what that has covered before it is closed.
  var isOfPage: Bool { page != nil }

  /// Whether the dialog was closed, and what it was in is still there.
  var isClosed: Bool {
    let tree = store.tree
    guard let page else { return isClosedWithoutPage }
    guard !tree.isPageDialog(dialog), tree.contains(page) else { return false }
    return !tree.index.modal.contains { other in
      tree.isPageDialog(other) && tree.page(of: other) == page
        && tree.read(other) { ElementIdentity($0) } == identity
    }
  }

  private var isClosedWithoutPage: Bool {
    if let isShown = store.tree.read(dialog, Self.isShown) { return wasShown && !isShown }
    // Firefox has a frame for each dialog, which goes with it.
    guard let beside = store.tree.read(parent, { $0.children }) else {
      return store.tree.contains(application)
    }
    return !beside.contains { other in
      !siblings.contains(other) && store.tree.read(other) { ElementIdentity($0) } == identity
    }
  }

  private static func isShown(_ element: borrowing Element) -> Bool {
    !element.states.isDisjoint(with: [.showing, .visible]) && !element.states.contains(.defunct)
  }
}

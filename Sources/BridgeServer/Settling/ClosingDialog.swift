internal import AccessibilityMirror
internal import AccessibilityTree

/// The modal dialog of a page that the target of an action is in. That it closes is an effect also while the page is still
/// being read, as large ones are read again behind each dialog, unless the page has only drawn it again.
struct ClosingDialog {
  private let dialog: ElementID
  private let identity: ElementIdentity
  private let page: ElementID
  private let store: TreeStore

  /// Returns `nil` when the target is in no such dialog.
  init?(around target: ElementID, _ store: TreeStore) {
    guard let dialog = store.tree.pageDialog(around: target),
      let page = store.tree.page(of: dialog),
      let identity = store.tree.read(dialog, { ElementIdentity($0) })
    else { return nil }
    (self.dialog, self.identity, self.page, self.store) = (dialog, identity, page, store)
  }

  /// Whether the dialog was closed, and its page is still there.
  var isClosed: Bool {
    let tree = store.tree
    guard !tree.isPageDialog(dialog), tree.contains(page) else { return false }
    return !tree.index.modal.contains { other in
      tree.isPageDialog(other) && tree.page(of: other) == page
        && tree.read(other) { ElementIdentity($0) } == identity
    }
  }
}

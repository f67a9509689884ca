internal import AccessibilityMirror
internal import AccessibilityTree

extension TreeStore {
  /// Returns the window that an element is in.
  func window(of target: Element) -> Element? {
    for id in [target.id] + tree.ancestors(of: target.id) {
      guard let element = tree[id] else { return nil }
      if element.parent == element.application { return element }
    }
    return nil
  }

  /// Returns what is known of the window that an element is in.
  func windowQuery(of target: Element) -> WindowQuery {
    let window = window(of: target)
    return WindowQuery(
      processID: applications[target.application]?.processID, title: window?.label,
      size: window?.frame.map { ($0.rect.width, $0.rect.height) })
  }

  /// Whether the mirror has a window with a title, of any application.
  func hasWindow(titled title: String) -> Bool {
    tree.roots.contains { root in
      (tree[root]?.children ?? []).contains { id in tree.read(id) { $0.label == title } == true }
    }
  }
}

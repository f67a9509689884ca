internal import AccessibilityMirror
internal import AccessibilityTree

/// Tabs that may be greyed out, of which their toolkit does not tell.
extension ActionRun {
  /// Notes that the page of the tab is disabled, as Qt disables that of a tab which is greyed out (`QTabWidget::setTabEnabled`). The
  /// application may have disabled the page alone, so the tab is not refused.
  func noteDisabledPage() {
    guard object.dialect.omitsDisabledTabs, element.role == .tab,
      !element.states.contains(.selected), element.states.contains(.enabled), isPageDisabled
    else { return }
    note = "its page is disabled; the tab may be greyed out, so that a click would not open it"
  }

  /// Whether the page with the place of the tab, in the stack beside its bar, is disabled.
  private var isPageDisabled: Bool {
    let tree = host.store.tree
    guard let bar = element.parent.flatMap({ tree[$0] }),
      let siblings = bar.parent.flatMap({ tree.read($0) { $0.children } })
    else { return false }
    let tabs = bar.children.filter { tree.read($0) { $0.role } == .tab }
    guard let place = tabs.firstIndex(of: element.id) else { return false }
    return siblings.contains { id in
      guard id != bar.id, let stack = tree[id], stack.states.contains(.enabled),
        stack.children.count == tabs.count
      else { return false }
      return tree.read(stack.children[place]) { !$0.states.contains(.enabled) } ?? false
    }
  }
}

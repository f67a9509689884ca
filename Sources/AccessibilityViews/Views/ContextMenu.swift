internal import AccessibilityTree

extension View {
  /// Adds a context menu to the view, which opens below it (A10). Its buttons are the entries; pressing one
  /// closes the menu, as does escape.
  public func contextMenu<Items: View>(@ViewBuilder menuItems: @escaping () -> Items) -> some View {
    ContextMenu(content: self, items: menuItems)
  }
}

private struct ContextMenu<Content: View, Items: View>: View {
  @State private var isOpen = false
  let content: Content
  let items: () -> Items

  var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      content.accessibilityAction(.showMenu) { isOpen = true }
      if isOpen { OpenMenu(isOpen: $isOpen, items: items()) }
    }
  }
}

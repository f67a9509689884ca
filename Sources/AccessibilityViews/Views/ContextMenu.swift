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

private struct OpenMenu<Items: View>: BuiltInView {
  let isOpen: Binding<Bool>
  let items: Items

  func render(in node: ViewNode) {
    let isOpen = isOpen
    let menu = node.kept { MenuBox() }
    menu.close = { isOpen.wrappedValue = false }
    var environment = node.environment
    environment.menu = menu
    node.shape(.element(.container)) { content in
      content.element.role = .menu
      content.offer(ActionHandler(.escape, menu.close))
    }
    node.renderChild(
      VStack(alignment: .leading, spacing: 0) { items }, at: 0, environment: environment)
  }
}

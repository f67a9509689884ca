internal import AccessibilityTree

/// A button that opens a menu below it (A10). Pressing an entry closes the menu, as does escape.
public struct Menu<Label: View, Items: View>: View {
  @State private var isOpen = false
  let label: Label
  let items: () -> Items

  public init(@ViewBuilder content: @escaping () -> Items, @ViewBuilder label: () -> Label) {
    self.label = label()
    items = content
  }

  public var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      MenuButton(isOpen: $isOpen, label: label)
      if isOpen { OpenMenu(isOpen: $isOpen, items: items()) }
    }
  }
}

extension Menu where Label == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: @escaping () -> Items) {
    self.init(content: content) { Text(title) }
  }
}

private struct MenuButton<Label: View>: BuiltInView {
  let isOpen: Binding<Bool>
  let label: Label

  func render(in node: ViewNode) {
    let isOpen = isOpen
    let isExpanded = isOpen.wrappedValue
    let isEntry = node.environment.menu != nil
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 44, height: 44)))
    node.describeControl(isEntry ? .menuItem : .popUpButton, .button) { content in
      content.element.states.formUnion([.hasPopup, .expandable])
      content.element.states.insert(isExpanded ? .expanded : .collapsed)
      content.offer(ActionHandler(.press) { isOpen.wrappedValue.toggle() })
    }
    node.renderChild(label, at: 0)
  }
}

/// The entries of an open menu.
struct OpenMenu<Items: View>: BuiltInView {
  let isOpen: Binding<Bool>
  let items: Items

  func render(in node: ViewNode) {
    let isOpen = isOpen
    let outer = node.environment.menu
    let menu = node.kept { MenuBox() }
    // Choosing an entry closes the menus around as well; escape closes this one only.
    menu.close = {
      isOpen.wrappedValue = false
      outer?.close()
    }
    var environment = node.environment
    environment.menu = menu
    node.shape(.element(.container)) { content in
      content.element.role = .menu
      content.offer(ActionHandler(.escape) { isOpen.wrappedValue = false })
    }
    node.renderChild(
      VStack(alignment: .leading, spacing: 0) { items }, at: 0, environment: environment)
  }
}

internal import AccessibilityTree

/// A heading that shows and hides the content below it.
public struct DisclosureGroup<Label: View, Content: View>: View {
  @State private var isOpen = false
  let isExpanded: Binding<Bool>?
  let label: Label
  let content: () -> Content

  public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
    isExpanded = nil
    self.label = label()
    self.content = content
  }

  public init(
    isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content,
    @ViewBuilder label: () -> Label
  ) {
    self.isExpanded = isExpanded
    self.label = label()
    self.content = content
  }

  public var body: some View {
    let state = isExpanded ?? $isOpen
    VStack(alignment: .leading) {
      DisclosureButton(isExpanded: state, label: label)
      if state.wrappedValue { content() }
    }
  }
}

extension DisclosureGroup where Label == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: @escaping () -> Content) {
    self.init(content: content) { Text(title) }
  }

  public init(
    _ title: some StringProtocol, isExpanded: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Content
  ) {
    self.init(isExpanded: isExpanded, content: content) { Text(title) }
  }
}

private struct DisclosureButton<Label: View>: BuiltInView {
  let isExpanded: Binding<Bool>
  let label: Label

  func render(in node: ViewNode) {
    let isExpanded = isExpanded
    let isOpen = isExpanded.wrappedValue
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 100, height: 44), growsWidth: true))
    node.describeControl(.button, .button) { content in
      content.element.states.formUnion([.expandable, isOpen ? .expanded : .collapsed])
      content.offer(ActionHandler(.press) { isExpanded.wrappedValue.toggle() })
      content.offer(
        ActionHandler(isOpen ? .collapse : .expand) { isExpanded.wrappedValue = !isOpen })
    }
    node.renderChild(label, at: 0)
  }
}

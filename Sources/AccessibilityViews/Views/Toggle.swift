internal import AccessibilityTree

/// A switch that is on or off; read as "switch button" (T2).
public struct Toggle<Label: View>: BuiltInView {
  let isOn: Binding<Bool>
  let label: Label

  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
    self.isOn = isOn
    self.label = label()
  }

  public func render(in node: ViewNode) {
    let isOn = isOn
    let isChecked = isOn.wrappedValue
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 100, height: 44), growsWidth: true))
    node.describeControl(.switch, [.button, .toggle]) { content in
      content.element.states.insert(.checkable)
      if isChecked { content.turnOn() }
      content.offer(ActionHandler(.press) { isOn.wrappedValue.toggle() })
    }
    if let style = node.environment.toggleStyle as? ToggleStyleBox {
      style.render(ToggleStyleConfiguration(label: AnyView(label), isOn: isOn), in: node)
    } else {
      node.renderChild(label, at: 0)
    }
  }
}

extension Toggle where Label == Text {
  public init(_ title: some StringProtocol, isOn: Binding<Bool>) {
    self.init(isOn: isOn) { Text(title) }
  }
}

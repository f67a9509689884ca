/// Hands an environment of its own to what is inside.
struct EnvironmentModifier<Content: View>: BuiltInView {
  let content: Content
  let change: (ViewNode, inout Environment) -> Void

  func render(in node: ViewNode) {
    var environment = node.environment
    change(node, &environment)
    node.renderChild(content, at: 0, environment: environment)
  }
}

extension View {
  /// Takes the controls inside out of use, when `disabled` is true. What is disabled around a view
  /// stays disabled.
  public func disabled(_ disabled: Bool) -> some View {
    EnvironmentModifier(content: self) { _, environment in
      environment.isEnabled = environment.isEnabled && !disabled
    }
  }
}

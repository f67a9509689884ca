/// Changes the environment of the content.
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
  /// Disables the controls inside when `disabled` is true. A view inside a disabled one stays disabled.
  public func disabled(_ disabled: Bool) -> some View {
    EnvironmentModifier(content: self) { _, environment in
      environment.isEnabled = environment.isEnabled && !disabled
    }
  }
}

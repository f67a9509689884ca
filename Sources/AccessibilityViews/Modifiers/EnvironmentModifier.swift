/// Changes the environment of the content.
struct EnvironmentModifier<Content: View>: BuiltInView {
  let content: Content
  let change: (ViewNode, inout NodeEnvironment) -> Void

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

  /// Sets a value of the environment of the view.
  public func environment<Value>(
    _ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View {
    EnvironmentModifier(content: self) { _, environment in
      environment.values[keyPath: path] = value
    }
  }

  /// Passes a model to the views inside, which read it by `@Environment(Model.self)`.
  public func environment<Model: AnyObject>(_ model: Model?) -> some View {
    EnvironmentModifier(content: self) { _, environment in
      environment.values[model: Model.self] = model
    }
  }

  /// Passes a model to the views inside, which read it by `@EnvironmentObject`.
  public func environmentObject(_ model: some ObservableObject) -> some View {
    environment(model)
  }
}

private struct AppearModifier<Content: View>: BuiltInView {
  let content: Content
  let onAppear: (() -> Void)?
  let onDisappear: (() -> Void)?

  private final class Appeared {}

  func render(in node: ViewNode) {
    if node.storage.isEmpty {
      node.storage.append(Appeared())
      if let onAppear { node.graph.after(onAppear) }
    }
    if let onDisappear {
      node.onUnmount = { [unowned graph = node.graph] in graph.after(onDisappear) }
    }
    node.renderChild(content, at: 0)
  }
}

private struct ChangeModifier<Content: View, Value: Equatable>: BuiltInView {
  let content: Content
  let value: Value
  let isInitial: Bool
  let action: (Value, Value) -> Void

  private final class Kept {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  func render(in node: ViewNode) {
    if let kept = node.storage.first as? Kept {
      let old = kept.value
      kept.value = value
      if old != value { node.graph.after { action(old, value) } }
    } else {
      node.storage.append(Kept(value))
      if isInitial { node.graph.after { action(value, value) } }
    }
    node.renderChild(content, at: 0)
  }
}

extension View {
  /// Runs an action when the view has appeared.
  public func onAppear(perform action: @escaping () -> Void) -> some View {
    AppearModifier(content: self, onAppear: action, onDisappear: nil)
  }

  /// Runs an action when the view has disappeared.
  public func onDisappear(perform action: @escaping () -> Void) -> some View {
    AppearModifier(content: self, onAppear: nil, onDisappear: action)
  }

  /// Runs an action when a value has changed, with the old and the new value.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View {
    ChangeModifier(content: self, value: value, isInitial: initial, action: action)
  }

  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping () -> Void
  ) -> some View {
    ChangeModifier(content: self, value: value, isInitial: initial) { _, _ in action() }
  }
}

private struct FocusedView<Content: View>: BuiltInView {
  let content: Content
  let isFocused: Binding<Bool>

  func render(in node: ViewNode) {
    let isFocused = isFocused
    node.shape(.modify(creates: true, groups: false)) { content in
      content.focus = isFocused
      content.offerFocus()
    }
    node.renderChild(content, at: 0)
    let wanted = isFocused.wrappedValue
    node.graph.after { [unowned node] in
      // Determines the target, which depends on the elements inside.
      _ = node.elementItems()
      guard let host = ViewGraph.running?.host, let target = node.target else { return }
      if wanted {
        host.focus(target)
      } else if host.focused === target {
        host.focus(nil)
      }
    }
  }
}

/// Sets a focus state when the view appears.
private struct DefaultFocusView<Content: View>: BuiltInView {
  let content: Content
  let isFocused: Binding<Bool>

  private final class Appeared {}

  func render(in node: ViewNode) {
    if node.storage.isEmpty {
      node.storage.append(Appeared())
      node.graph.after { [isFocused] in isFocused.wrappedValue = true }
    }
    node.renderChild(content, at: 0)
  }
}

extension View {
  /// Binds the focus of the element to a state, in both directions (N5).
  public func accessibilityFocused(
    _ condition: AccessibilityFocusState<Bool>.Binding
  ) -> some View {
    FocusedView(content: self, isFocused: condition.isEqual(to: true))
  }

  /// Binds the focus of the element to a value of a state, in both directions (N5).
  public func accessibilityFocused<Value: Hashable>(
    _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
  ) -> some View {
    FocusedView(content: self, isFocused: binding.isEqual(to: value))
  }

  /// Gives the element that is bound to a value of a state the focus when the view appears (N5).
  public func accessibilityDefaultFocus<Value: Hashable>(
    _ binding: AccessibilityFocusState<Value>.Binding, _ value: Value
  ) -> some View {
    DefaultFocusView(content: self, isFocused: binding.isEqual(to: value))
  }

  public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
    accessibilityFocused(condition)
  }

  public func focused<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, equals value: Value
  ) -> some View {
    accessibilityFocused(binding, equals: value)
  }

  public func defaultFocus<Value: Hashable>(
    _ binding: FocusState<Value>.Binding, _ value: Value
  ) -> some View {
    accessibilityDefaultFocus(binding, value)
  }
}

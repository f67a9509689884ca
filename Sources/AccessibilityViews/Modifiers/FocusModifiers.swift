private struct FocusedView<Content: View>: BuiltInView {
  let content: Content
  let isFocused: Binding<Bool>
  /// How often the focus was asked for again.
  let requests: () -> Int

  private final class Requests {
    var seen: Int

    init(seen: Int) { self.seen = seen }
  }

  func render(in node: ViewNode) {
    let isFocused = isFocused
    let count = self.requests()
    let requests = node.kept { Requests(seen: count) }
    let isAskedAgain = requests.seen != count
    requests.seen = count
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
        if isAskedAgain, host.focused === target {
          host.post(.layoutChanged(focus: .element(target)))
        }
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
    FocusedView(
      content: self, isFocused: condition.isEqual(to: true), requests: condition.requests)
  }

  /// Binds the focus of the element to a value of a state, in both directions (N5).
  public func accessibilityFocused<Value: Hashable>(
    _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
  ) -> some View {
    FocusedView(
      content: self, isFocused: binding.isEqual(to: value), requests: binding.requests)
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

/// The focus state of an element. Setting it moves the focus.
@propertyWrapper
public struct AccessibilityFocusState: DynamicProperty {
  @State private var isFocused = false

  public init() {}

  public var wrappedValue: Bool {
    get { isFocused }
    nonmutating set { isFocused = newValue }
  }

  public var projectedValue: Binding<Bool> { $isFocused }
}

extension AccessibilityFocusState: StoredProperty {
  func connect(to kept: AnyObject?, in context: StateContext) -> AnyObject {
    _isFocused.connect(to: kept, in: context)
  }
}

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

extension View {
  /// Binds the focus of the element to a state, in both directions (N5).
  public func accessibilityFocused(_ isFocused: Binding<Bool>) -> some View {
    FocusedView(content: self, isFocused: isFocused)
  }
}

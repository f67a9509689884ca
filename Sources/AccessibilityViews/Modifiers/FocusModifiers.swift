internal import AccessibilityTree

/// Whether an element has the focus: set it, and the focus moves.
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
  func connect(to kept: AnyObject?, in graph: ViewGraph) -> AnyObject {
    _isFocused.connect(to: kept, in: graph)
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
      // Which element it is, the elements inside say.
      _ = node.elementItems()
      guard let host = ViewContext.current?.host, let target = node.target else { return }
      if wanted {
        host.focus(target)
      } else if host.focused === target {
        host.focus(nil)
      }
    }
  }
}

extension View {
  /// Ties the focus of the element to a state, both ways (N5).
  public func accessibilityFocused(_ isFocused: Binding<Bool>) -> some View {
    FocusedView(content: self, isFocused: isFocused)
  }
}

extension ElementContent {
  /// Lets the element take the keyboard focus (A9).
  mutating func offerFocus() {
    element.states.insert(.focusable)
    offer(
      ActionHandler(Action(.focus)) { _, scene in
        ViewContext.current?.host?.focus(scene.element)
        scene.element.owner.environment.scroller?.show(scene.frame)
      })
  }

  /// Adds what follows from all that the views said: what can be used takes the focus, as full
  /// keyboard access has it, and what stands in something that scrolls can be scrolled to.
  mutating func complete(as kind: ElementNode.Kind, isScrolled: Bool) {
    if holdsButtons, offers(.press) {
      element.traits.insert(.button)
      chooseRole()
    }
    let isOne = kind == .leaf || kind == .absorbing
    if isOne, !isHosted, !handlers.isEmpty, element.states.contains(.enabled) { offerFocus() }
    if isScrolled { offerScrolling() }
  }
}

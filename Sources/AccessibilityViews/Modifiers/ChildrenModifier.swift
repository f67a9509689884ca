internal import AccessibilityTree

/// An element with the content of a view, and children made of other views.
private struct SyntheticChildren<Content: View, Children: View>: BuiltInView {
  let content: Content
  let children: Children

  func render(in node: ViewNode) {
    node.lay(LayeredLayout(followsFirst: true))
    node.shape(.element(.container)) { [unowned node] content in
      guard let own = node.children.first?.element?.children.first else { return }
      content = own.currentContent()
      // The children have their own actions; the focus is offered anew for a container.
      content.handlers.removeAll { $0.action.kind == .focus || $0.action.kind == .scrollIntoView }
      content.element.states.remove(.focusable)
    }
    node.renderChild(ReplacedContent(content: content), at: 0)
    node.renderChild(children, at: 1)
  }
}

/// A view that is shown, whose elements belong to another one.
private struct ReplacedContent<Content: View>: BuiltInView {
  let content: Content

  func render(in node: ViewNode) {
    node.shape(.element(.side))
    node.isShownAside = true
    node.renderChild(content, at: 0)
  }
}

extension View {
  /// Replaces the children of the element by those that other views would have. They lie over the view.
  public func accessibilityChildren<Children: View>(
    @ViewBuilder children: () -> Children
  ) -> some View {
    SyntheticChildren(content: self, children: children())
  }
}

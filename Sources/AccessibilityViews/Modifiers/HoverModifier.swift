internal import AccessibilityTree

private struct HoverView<Content: View>: BuiltInView {
  let content: Content
  let action: (Bool) -> Void

  func render(in node: ViewNode) {
    node.onHover = action
    node.shape(.modify(creates: false, groups: false)) { [unowned node] content in
      content.offer(
        ActionHandler(Action(.hover)) { _, scene in
          ViewGraph.running?.host?.point(at: scene.element)
        })
      guard node.graph.host?.isPointed(at: node) == true else { return }
      content.offerBesides(
        ActionHandler(.escape) { ViewGraph.running?.host?.point(at: nil) })
    }
    node.renderChild(content, at: 0)
  }
}

extension View {
  /// Runs an action with `true` when the pointer comes over the view, and with `false` when it leaves.
  ///
  /// The action `hover` of the view's element puts the pointer over it; `hover` of another element or `escape`
  /// moves it away. Offer what appears by actions as well (S7): not everybody has a pointer. The audit checks for it.
  public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
    HoverView(content: self, action: action)
  }
}

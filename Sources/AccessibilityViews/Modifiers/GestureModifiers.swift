internal import AccessibilityTree

private struct GestureView<Content: View>: BuiltInView {
  let content: Content
  let gesture: any Gesture
  var tap: (() throws -> Void)?

  func render(in node: ViewNode) {
    node.gesture = gesture
    if let tap {
      // Activating the element performs the tap.
      node.shape(.modify(creates: false, groups: true)) { content in
        if !content.handlers.contains(where: { $0.action.kind == .press }) {
          content.offer(ActionHandler(.press, tap))
        }
      }
    }
    node.renderChild(content, at: 0)
  }
}

extension View {
  /// Adds a gesture to the view.
  public func gesture(_ gesture: some Gesture) -> some View {
    GestureView(content: self, gesture: gesture)
  }

  /// Performs an action when the view is tapped or its element is activated.
  public func onTapGesture(count: Int = 1, perform action: @escaping () throws -> Void) -> some View
  {
    GestureView(
      content: self, gesture: TapGesture(count: count).onEnded(action),
      tap: count == 1 ? action : nil)
  }
}

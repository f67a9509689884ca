internal import AccessibilityTree

private struct GestureView<Content: View>: BuiltInView {
  let content: Content
  let gesture: any Gesture
  var tap: (() throws -> Void)?

  func render(in node: ViewNode) {
    node.gesture = gesture
    if let tap {
      // Activating an element touches its view.
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
  /// Does something with touches that come to the view.
  public func gesture(_ gesture: some Gesture) -> some View {
    GestureView(content: self, gesture: gesture)
  }

  /// Does something when the view is tapped, or its element activated.
  public func onTapGesture(count: Int = 1, perform action: @escaping () throws -> Void) -> some View
  {
    GestureView(
      content: self, gesture: TapGesture(count: count).onEnded(action),
      tap: count == 1 ? action : nil)
  }

  /// Runs when the pointer comes and goes. What appears then should be reachable by actions as well
  /// (S7); the audit looks for it.
  public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
    modifyFirstElement { $0.element.states.insert(.hasPopup) }
  }
}

/// Depends on the state that an attribute's block reads.
final class LazyReader: Reader {
  private unowned let node: ViewNode

  init(_ node: ViewNode) {
    self.node = node
  }

  override func invalidate() -> StateContext? {
    guard node.isMounted else { return nil }
    node.describedElement?.markStale()
    return node.graph
  }
}

private struct LazyModifier<Content: View>: BuiltInView {
  let content: Content
  let block: () -> String?
  let set: (inout ElementContent, String?) -> Void

  func render(in node: ViewNode) {
    let reader = node.kept { LazyReader(node) }
    node.graph.lazyNodes[ObjectIdentifier(node)] = node
    node.shape(.modify(creates: true, groups: true)) { [unowned node, set, block] content in
      var value: String?
      node.graph.evaluating(reader) { value = reader.observing(block) }
      set(&content, value)
    }
    node.renderChild(content, at: 0)
  }
}

/// Attributes specified as blocks (E10), as in UIKit's block-based setters. A block runs when the element is
/// read, and when state that it read has changed. A result that equals the last one causes no change.
extension View {
  public func accessibilityLabelBlock(_ block: @escaping () -> String?) -> some View {
    LazyModifier(content: self, block: block) { content, label in
      if let label { content.setLabel(label) }
    }
  }

  public func accessibilityValueBlock(_ block: @escaping () -> String?) -> some View {
    LazyModifier(content: self, block: block) { $0.element.value = $1 }
  }

  public func accessibilityHintBlock(_ block: @escaping () -> String?) -> some View {
    LazyModifier(content: self, block: block) { $0.element.hint = $1 }
  }
}

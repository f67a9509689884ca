private struct LazyModifier<Content: View>: BuiltInView {
  let content: Content
  let block: () -> String?
  let set: (inout ElementContent, String?) -> Void

  func render(in node: ViewNode) {
    let attribute = node.kept { LazyAttribute(node) }
    attribute.specify(block)
    node.shape(.modify(creates: true, groups: true)) { [set] content in
      set(&content, attribute.value())
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

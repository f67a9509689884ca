internal import AccessibilityTree

/// Modifies the element of a view, or creates one (S1). For a view with several elements it creates a group.
struct ElementModifier<Content: View>: BuiltInView {
  let content: Content
  var isEnabled = true
  var creates = true
  var groups = true
  let describe: (inout ElementContent, ViewNode) -> Void

  func render(in node: ViewNode) {
    if isEnabled {
      node.shape(.modify(creates: creates, groups: groups)) { [unowned node] in describe(&$0, node)
      }
    } else {
      node.shape(.pass)
    }
    node.renderChild(content, at: 0)
  }
}

/// Modifies the element of a view according to other views, which are not shown.
struct SideModifier<Content: View, Side: View>: BuiltInView {
  let content: Content
  let side: Side
  let describe: (inout ElementContent, ViewNode) -> Void

  func render(in node: ViewNode) {
    node.shape(.modify(creates: true, groups: true)) { [unowned node] in describe(&$0, node) }
    node.renderChild(content, at: 0)
    node.renderChild(SideContent(content: side), at: 1)
  }
}

/// Views that are evaluated but not shown.
struct SideContent<Content: View>: BuiltInView {
  let content: Content

  func render(in node: ViewNode) {
    node.shape(.element(.side))
    node.renderChild(content, at: 0)
  }
}

extension ViewNode {
  /// The contents of the side views, in order.
  var sideContents: [ElementContent] {
    children.filter { $0.shaping == .element(.side) }
      .flatMap { $0.element?.children ?? [] }
      .map { $0.currentContent() }
  }

  /// The text of the side views, as a name.
  var sideTitle: String {
    sideContents.compactMap(\.title).filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

extension View {
  func modifyElement(
    isEnabled: Bool = true, _ describe: @escaping (inout ElementContent) -> Void
  ) -> some View {
    ElementModifier(content: self, isEnabled: isEnabled) { content, _ in describe(&content) }
  }

  /// Modifies the first element of a view, if any.
  func modifyFirstElement(_ describe: @escaping (inout ElementContent) -> Void) -> some View {
    ElementModifier(content: self, creates: false, groups: false) { content, _ in
      describe(&content)
    }
  }
}

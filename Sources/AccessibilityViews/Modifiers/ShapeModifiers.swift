/// What becomes of the elements inside a view (S2).
public enum AccessibilityChildBehavior: Hashable, Sendable {
  /// They are left out.
  case ignore
  /// They stay, in a group.
  case contain
  /// They become one: labels in order, what controls do as actions.
  case combine
}

extension View {
  /// Makes the view one element.
  public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    GroupedElement(content: self, children: children)
  }

  /// Hides the elements of a view (S3).
  public func accessibilityHidden(_ isHidden: Bool, isEnabled: Bool = true) -> some View {
    HiddenElements(content: self, isHidden: isHidden && isEnabled)
  }

  /// Shows the elements of other views in place of this one's.
  public func accessibilityRepresentation<Other: View>(
    @ViewBuilder representation: () -> Other
  ) -> some View {
    accessibilityHidden(true).overlay(representation)
  }

  /// How much is seen. What is not seen at all is no element (S3).
  public func opacity(_ opacity: Double) -> some View {
    HiddenElements(content: self, isHidden: opacity <= 0)
  }

  /// Neither seen nor heard; its place stays.
  public func hidden() -> some View {
    HiddenElements(content: self, isHidden: true)
  }

  /// Where in the order of its container the view is read: highest first (S4).
  public func accessibilitySortPriority(_ priority: Double) -> some View {
    PrioritizedElements(content: self, priority: priority)
  }
}

private struct GroupedElement<Content: View>: BuiltInView {
  let content: Content
  let children: AccessibilityChildBehavior

  func render(in node: ViewNode) {
    switch children {
    case .contain: node.shape(.element(.container)) { _ in }
    case .ignore: node.shape(.element(.leaf)) { _ in }
    case .combine:
      node.shape(.element(.absorbing)) { [unowned node] content in
        content.combine(node.element?.children ?? [])
      }
    }
    node.renderChild(content, at: 0)
  }
}

private struct HiddenElements<Content: View>: BuiltInView {
  let content: Content
  let isHidden: Bool

  func render(in node: ViewNode) {
    node.shape(isHidden ? .hidden : .pass)
    node.renderChild(content, at: 0)
  }
}

private struct PrioritizedElements<Content: View>: BuiltInView {
  let content: Content
  let priority: Double

  func render(in node: ViewNode) {
    node.shape(.priority(priority))
    node.renderChild(content, at: 0)
  }
}

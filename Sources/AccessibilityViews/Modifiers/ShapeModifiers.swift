/// What happens to the elements inside a view (S2).
public enum AccessibilityChildBehavior: Hashable, Sendable {
  /// They are omitted.
  case ignore
  /// They remain, inside a group.
  case contain
  /// They are merged into one: labels in order, and the actions of controls.
  case combine
}

extension View {
  /// Makes the view a single element.
  public func accessibilityElement(
    children: AccessibilityChildBehavior = .ignore
  ) -> some View {
    GroupedElement(content: self, children: children)
  }

  /// Hides the elements of a view (S3).
  public func accessibilityHidden(_ isHidden: Bool, isEnabled: Bool = true) -> some View {
    HiddenElements(content: self, isHidden: isHidden && isEnabled)
  }

  /// Replaces the elements of the view with those of other views.
  public func accessibilityRepresentation<Other: View>(
    @ViewBuilder representation: () -> Other
  ) -> some View {
    accessibilityHidden(true).overlay(representation)
  }

  /// Sets the opacity. A fully transparent view has no element (S3).
  public func opacity(_ opacity: Double) -> some View {
    HiddenElements(content: self, isHidden: opacity <= 0)
  }

  /// Hides the view and its elements; it still takes up space.
  public func hidden() -> some View {
    HiddenElements(content: self, isHidden: true)
  }

  /// Sets the sort priority of the view within its container: the highest is read first (S4).
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

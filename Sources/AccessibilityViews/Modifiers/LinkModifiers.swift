/// The role of an element in a labelled pair.
public enum AccessibilityLabeledPairRole: Hashable, Sendable {
  /// The element that labels the other.
  case label
  /// The element that is labelled.
  case content
}

extension View {
  /// Links an element with its label; both remain elements (E7).
  public func accessibilityLabeledPair(
    role: AccessibilityLabeledPairRole, id: some Hashable, in namespace: Namespace.ID
  ) -> some View {
    let link = LabelLink(
      role: role == .label ? .label : .content, id: AnyHashable(id), namespace: namespace)
    return modifyFirstElement { $0.links.append(link) }
  }

  /// Links the element with others of the application that have the same id: each has the relation `member-of`
  /// to the others.
  public func accessibilityLinkedGroup(
    id: some Hashable, in namespace: Namespace.ID
  ) -> some View {
    let link = LabelLink(role: .member, id: AnyHashable(id), namespace: namespace)
    return modifyFirstElement { $0.links.append(link) }
  }
}

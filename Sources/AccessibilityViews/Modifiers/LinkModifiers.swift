/// Which end of a pair an element is.
public enum AccessibilityLabeledPairRole: Hashable, Sendable {
  /// The one that names.
  case label
  /// The one that is named.
  case content
}

extension View {
  /// Links an element with the one that labels it; both stay elements (E7).
  public func accessibilityLabeledPair(
    role: AccessibilityLabeledPairRole, id: some Hashable, in namespace: Namespace.ID
  ) -> some View {
    let link = LabelLink(
      role: role == .label ? .label : .content, id: AnyHashable(id), namespace: namespace)
    return modifyFirstElement { $0.links.append(link) }
  }
}

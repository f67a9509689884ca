internal import AccessibilityTree

extension View {
  /// Names the element.
  ///
  /// - Parameter isEnabled: When false, the element keeps the label that it has by itself (E9).
  public func accessibilityLabel(
    _ label: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let label = String(label)
    return modifyElement(isEnabled: isEnabled) { $0.setLabel(label) }
  }

  /// Names the element by the texts of other views. The placeholder stands for the label that the
  /// element has by itself (E8).
  public func accessibilityLabel<Side: View>(
    @ViewBuilder content: (PlaceholderContentView) -> Side
  ) -> some View {
    SideModifier(content: self, side: content(PlaceholderContentView())) { content, node in
      let parts = node.sideContents.compactMap { part in
        part.isPlaceholder ? content.element.label : part.element.label
      }
      content.setLabel(parts.filter { !$0.isEmpty }.joined(separator: ", "))
    }
  }

  /// What the element holds, in words.
  public func accessibilityValue(
    _ value: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let value = String(value)
    return modifyElement(isEnabled: isEnabled) { $0.element.value = value }
  }

  /// What happens when the element is used.
  public func accessibilityHint(_ hint: some StringProtocol, isEnabled: Bool = true) -> some View {
    let hint = String(hint)
    return modifyElement(isEnabled: isEnabled) { $0.element.hint = hint }
  }

  /// A name for programs.
  public func accessibilityIdentifier(
    _ identifier: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let identifier = String(identifier)
    return modifyElement(isEnabled: isEnabled) { $0.element.identifier = identifier }
  }

  /// Names that people may say for the element besides its label.
  public func accessibilityInputLabels(_ labels: [String], isEnabled: Bool = true) -> some View {
    modifyElement(isEnabled: isEnabled) { $0.element.inputLabels = labels }
  }
}

/// Stands for the label that an element had before.
public struct PlaceholderContentView: BuiltInView {
  static let attribute = "placeholder-content"

  public func render(in node: ViewNode) {
    node.shape(.element(.leaf)) { $0.setAttribute(Self.attribute, "") }
  }
}

extension ElementContent {
  fileprivate var isPlaceholder: Bool {
    element.attributes.contains { $0.name == PlaceholderContentView.attribute }
  }

  /// A label in words takes the place of a name that nobody should hear.
  mutating func setLabel(_ label: String) {
    element.label = label
    isLabelOfSymbol = false
    element.attributes.removeAll { $0.name == "label-source" }
  }
}

internal import AccessibilityTree

extension View {
  /// Sets the label of the element.
  ///
  /// - Parameter isEnabled: When `false`, the element keeps its own label (E9).
  public func accessibilityLabel(
    _ label: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let label = String(label)
    return modifyElement(isEnabled: isEnabled) { $0.setLabel(label) }
  }

  /// Sets the label of the element from the texts of other views. The placeholder stands for the
  /// element's own label (E8).
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

  /// Sets the value of the element, in words.
  public func accessibilityValue(
    _ value: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let value = String(value)
    return modifyElement(isEnabled: isEnabled) { $0.element.value = value }
  }

  /// Sets the hint, which tells what using the element does.
  public func accessibilityHint(_ hint: some StringProtocol, isEnabled: Bool = true) -> some View {
    let hint = String(hint)
    return modifyElement(isEnabled: isEnabled) { $0.element.hint = hint }
  }

  /// Sets the identifier, by which programs refer to the element.
  public func accessibilityIdentifier(
    _ identifier: some StringProtocol, isEnabled: Bool = true
  ) -> some View {
    let identifier = String(identifier)
    return modifyElement(isEnabled: isEnabled) { $0.element.identifier = identifier }
  }

  /// Sets alternative names that people may say for the element, besides its label.
  public func accessibilityInputLabels(_ labels: [String], isEnabled: Bool = true) -> some View {
    modifyElement(isEnabled: isEnabled) { $0.element.inputLabels = labels }
  }
}

/// Stands for the previous label of the element.
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

  /// Sets a label in words, which also replaces an asset or symbol name.
  mutating func setLabel(_ label: String) {
    element.label = label
    isLabelOfSymbol = false
    element.attributes.removeAll { $0.name == "label-source" }
  }
}

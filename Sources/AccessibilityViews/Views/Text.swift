internal import AccessibilityTree

/// Static text.
public struct Text: BuiltInView {
  let content: String
  var speech: SpeechAttributes?

  public init(_ content: some StringProtocol) {
    self.content = String(content)
  }

  /// Creates text that is not localised; here the same as any other text.
  public init(verbatim content: String) {
    self.content = content
  }

  /// Joins two texts, without their speech attributes.
  public static func + (left: Text, right: Text) -> Text { Text(left.content + right.content) }

  public func render(in node: ViewNode) {
    node.lay(TextLayout(letters: content.count))
    // An empty text has no element.
    if content.isEmpty { return node.shape(.hidden) }
    node.shape(.element(.leaf)) { [content, speech] element in
      element.element.role = .text
      element.element.traits.insert(.staticText)
      element.element.label = content
      element.element.speech = speech
    }
  }
}

extension View {
  public func accessibilityLabel(_ label: Text, isEnabled: Bool = true) -> some View {
    accessibilityLabel(label.content, isEnabled: isEnabled)
  }

  public func accessibilityValue(_ value: Text, isEnabled: Bool = true) -> some View {
    accessibilityValue(value.content, isEnabled: isEnabled)
  }
}

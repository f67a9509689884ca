internal import AccessibilityTree

/// A text field whose text stays in the application: clients see only whether there is any.
public struct SecureField: BuiltInView {
  private let title: String
  private let text: Binding<String>
  private let prompt: Text?

  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
    self.title = String(title)
    self.text = text
    self.prompt = prompt
  }

  public func render(in node: ViewNode) {
    node.describeTextField(title, text, prompt) { content in
      content.element.role = .passwordField
      // The store keeps the length of the text to itself. An element that this one is combined into has none.
      content.element.value = content.element.text.map { $0.length > 0 ? Element.redactedText : "" }
    }
  }
}

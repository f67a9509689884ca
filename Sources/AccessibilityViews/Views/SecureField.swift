internal import AccessibilityTree

/// A text field whose text stays in the application: clients see a bullet for each character.
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
      content.element.value = content.element.text.map { bullets in
        String(repeating: "•", count: min(bullets.length, Self.maxBullets))
      }
    }
  }

  /// The number of bullets at most; the element's text state has the real length.
  private static let maxBullets = 1024
}

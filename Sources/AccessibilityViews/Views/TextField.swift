internal import AccessibilityTree

/// A line of text to write in. The title names it; the prompt is shown while it is empty.
public struct TextField: BuiltInView {
  let title: String
  let text: Binding<String>
  let prompt: String?
  var role = Role.textField

  public init(_ title: some StringProtocol, text: Binding<String>, prompt: String? = nil) {
    self.title = String(title)
    self.text = text
    self.prompt = prompt
  }

  public func render(in node: ViewNode) {
    let text = text
    let written = text.wrappedValue
    node.lay(LeafLayout(120, 34, growsWidth: true))
    node.shape(.element(.leaf)) { [title, prompt, role] content in
      content.element.role = role
      content.element.label = title
      content.element.value = written
      content.element.placeholder = prompt
      content.element.states.formUnion([.editable, .singleLine, .focusable])
      let length = written.unicodeScalars.count
      content.element.text = TextState(length: length, caret: length)
      content.offer(
        ActionHandler(Action(.setText)) { command, _ in
          if case .setText(let new) = command { text.wrappedValue = new }
        })
      content.offer(
        ActionHandler(Action(.insertText)) { command, _ in
          guard case .insertText(let new, let offset) = command else { return }
          text.wrappedValue = try text.wrappedValue.inserting(new, at: offset)
        })
      content.offerFocus()
    }
  }
}

extension String {
  /// - Parameter offset: In Unicode scalars; `nil` is the end.
  fileprivate func inserting(_ new: String, at offset: Int?) throws(ActionRefusal) -> String {
    let length = unicodeScalars.count
    guard let offset else { return self + new }
    guard (0...length).contains(offset) else {
      throw ActionRefusal(
        .outOfRange, "offset \(offset) is not within 0 and \(length); read the text anew")
    }
    var scalars = unicodeScalars
    scalars.insert(
      contentsOf: new.unicodeScalars, at: scalars.index(scalars.startIndex, offsetBy: offset))
    return String(scalars)
  }
}

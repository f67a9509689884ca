internal import AccessibilityTree

/// A line of text to write in. The title names it; the prompt is shown while it is empty.
///
/// Actions may write up to `maxLength` bytes into it; what would make it longer is refused. The app
/// itself may show any text.
public struct TextField: BuiltInView {
  /// How long a text actions may write, in bytes of UTF-8.
  public static let maxLength = 1_048_576

  let title: String
  let text: Binding<String>
  let prompt: String?

  public init(_ title: some StringProtocol, text: Binding<String>, prompt: String? = nil) {
    self.title = String(title)
    self.text = text
    self.prompt = prompt
  }

  public func render(in node: ViewNode) {
    let text = text
    let written = text.wrappedValue
    let cursor = node.kept { TextCursor() }
    cursor.follow(written)
    node.lay(LeafLayout(120, 34, growsWidth: true))
    node.shape(.element(.leaf)) { [title, prompt] content in
      content.element.role = .textField
      content.element.label = title
      content.element.value = written
      content.element.placeholder = prompt
      content.element.states.formUnion([.editable, .singleLine, .selectableText])
      content.element.text = cursor.state
      content.offer(
        ActionHandler(Action(.setText)) { command, _ in
          guard case .setText(let new) = command else { return }
          try cursor.write(new)
          text.wrappedValue = new
        })
      content.offer(
        ActionHandler(Action(.insertText)) { command, scene in
          guard case .insertText(let new, let offset) = command else { return }
          try cursor.insert(new, at: offset)
          text.wrappedValue = cursor.text
          scene.element.markStale()
        })
      content.offer(
        ActionHandler(Action(.setSelection)) { command, scene in
          guard case .setSelection(let range) = command else { return }
          try cursor.select(range)
          scene.element.markStale()
        })
    }
  }
}

/// Where in a text is written next, and what of it is selected. Offsets count Unicode scalars.
private final class TextCursor {
  private(set) var text = ""
  /// In Unicode scalars. Counted once a text: it takes a look at every byte.
  private var length = 0
  /// What is selected; empty is the caret alone.
  private var selection = 0..<0

  var state: TextState {
    TextState(
      length: length, caret: selection.upperBound,
      selections: selection.isEmpty ? [] : [selection])
  }

  /// A text that was changed by something else is a new one.
  func follow(_ new: String) {
    guard !text.hasSameBytes(as: new) else { return }
    replace(with: new)
  }

  /// Writes the text anew: the caret goes to its end.
  func write(_ new: String) throws(ActionRefusal) {
    try check(new.utf8.count)
    replace(with: new)
  }

  private func replace(with new: String) {
    text = new
    length = new.scalarCount
    selection = length..<length
  }

  func select(_ range: Range<Int>) throws(ActionRefusal) {
    guard range.lowerBound >= 0, range.upperBound <= length else {
      throw ActionRefusal(
        .outOfRange,
        "\(range.lowerBound) to \(range.upperBound) is not within 0 and \(length); read the text anew"
      )
    }
    selection = range
  }

  /// - Parameter offset: `nil` writes over the selection, or at the caret.
  func insert(_ new: String, at offset: Int?) throws(ActionRefusal) {
    let range = offset.map { $0..<$0 } ?? selection
    guard (0...length).contains(range.lowerBound) else {
      throw ActionRefusal(
        .outOfRange,
        "offset \(range.lowerBound) is not within 0 and \(length); read the text anew")
    }
    let scalars = text.unicodeScalars
    let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
    let end = scalars.index(start, offsetBy: range.count)
    let before = text[..<start]
    let after = text[end...]
    let bytes = before.utf8.count + new.utf8.count + after.utf8.count
    try check(bytes)
    var joined = ""
    joined.reserveCapacity(bytes)
    joined += before
    joined += new
    joined += after
    let inserted = new.scalarCount
    text = joined
    length += inserted - range.count
    let caret = range.lowerBound + inserted
    selection = caret..<caret
  }

  private func check(_ bytes: Int) throws(ActionRefusal) {
    guard bytes <= TextField.maxLength else {
      throw ActionRefusal(
        .outOfRange,
        "the text would have \(bytes) bytes, a text field holds \(TextField.maxLength); write less")
    }
  }
}

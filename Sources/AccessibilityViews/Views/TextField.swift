internal import AccessibilityTree

/// An editable line of text. The title labels it; the prompt is shown while it is empty.
///
/// Actions can write up to `maxLength` bytes; longer texts are refused. The application itself can
/// set a text of any length.
public struct TextField: BuiltInView {
  /// The maximum length of a text that actions write, in UTF-8 bytes.
  public static let maxLength = 1_048_576

  let title: String
  let text: Binding<String>
  let prompt: Text?

  public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
    self.title = String(title)
    self.text = text
    self.prompt = prompt
  }

  public func render(in node: ViewNode) {
    node.describeTextField(title, text, prompt) { _ in }
  }
}

extension ViewNode {
  /// Makes the view an editable line of text.
  ///
  /// - Parameter change: Changes the element, whose text must not be seen as it is.
  func describeTextField(
    _ title: String, _ text: Binding<String>, _ prompt: Text?,
    _ change: @escaping (inout ElementContent) -> Void
  ) {
    let written = text.wrappedValue
    let cursor = kept { TextCursor() }
    cursor.follow(written)
    lay(LeafLayout(120, 34, growsWidth: true))
    shape(.element(.leaf)) { content in
      content.element.role = .textField
      content.element.label = title
      content.element.value = written
      content.element.placeholder = prompt?.content
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
      change(&content)
    }
  }
}

/// The caret and selection in a text. Offsets count Unicode scalars.
private final class TextCursor {
  private(set) var text = ""
  /// In Unicode scalars. Counted only once for each text, because that reads every byte.
  private var length = 0
  /// The selected range; an empty range is the caret.
  private var selection = 0..<0

  var state: TextState {
    TextState(
      length: length, caret: selection.upperBound,
      selections: selection.isEmpty ? [] : [selection])
  }

  /// Replaces the text and resets the caret if the text was changed elsewhere.
  func follow(_ new: String) {
    guard !text.hasSameBytes(as: new) else { return }
    replace(with: new)
  }

  /// Replaces the text and moves the caret to its end.
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
        "\(range.lowerBound) to \(range.upperBound) is not within 0 and \(length); read the text again"
      )
    }
    selection = range
  }

  /// - Parameter offset: The offset to insert at; `nil` replaces the selection or inserts at the caret.
  func insert(_ new: String, at offset: Int?) throws(ActionRefusal) {
    let range = offset.map { $0..<$0 } ?? selection
    guard (0...length).contains(range.lowerBound) else {
      throw ActionRefusal(
        .outOfRange,
        "offset \(range.lowerBound) is not within 0 and \(length); read the text again")
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
        "the text would have \(bytes) bytes, the maximum is \(TextField.maxLength); write less")
    }
  }
}

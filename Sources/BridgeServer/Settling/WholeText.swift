internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree

/// A text that was entered into an element of whose text the mirror has only the beginning: the rest is
/// compared with what the application has.
struct WholeText {
  /// What became of the text.
  enum Check: Equatable {
    /// The element has it.
    case same
    /// The element has the same text, apart from blanks, line ends, and upper and lower case.
    case rewritten
    /// The element has another text: what it has.
    case other(String)
    /// The application did not tell.
    case unknown
  }

  private let text: String
  private let isInserted: Bool

  /// The most characters of a text that is read.
  private static let maxLength = 4 << 20
  /// The number of bytes up to which a text may be written in another way.
  private static let maxRewritten = 1 << 18
  /// The steps that a search for an inserted text may take.
  private static let budget = WorkBudget(steps: 1_000_000)

  /// Returns `nil` for an action that enters no text.
  init?(_ command: ActionCommand) {
    switch command {
    case .setText(let text): (self.text, isInserted) = (text, false)
    case .insertText(let text, _): (self.text, isInserted) = (text, true)
    default: return nil
    }
  }

  /// The number of characters up to which the element's text is worth reading: a longer one is another text.
  var limit: Int { isInserted ? Self.maxLength : min(text.scalarCount, Self.maxLength) }

  /// - Parameters:
  ///   - whole: The text that the application has; `nil`: it is not known, or is longer than `limit`.
  ///   - element: The element now.
  func check(_ whole: String?, now element: Element?) -> Check {
    guard let element else { return .unknown }
    guard let whole else {
      guard let length = element.text?.length, length > limit, !isInserted else { return .unknown }
      return .other(lengths(length, element))
    }
    if isInserted ? isContained(in: whole) : whole.hasSameBytes(as: text) { return .same }
    if isInserted {
      return .other("\(element.messageName) does not have all of what was entered")
    }
    if isRewritten(whole) { return .rewritten }
    let length = whole.scalarCount
    if length != text.scalarCount { return .other(lengths(length, element)) }
    return .other(
      "\(element.messageName) has other text than what was entered, from character "
        + "\(commonLength(whole) + 1) on")
  }

  private func lengths(_ length: Int, _ element: Element) -> String {
    "\(element.messageName) has \(length) characters, not the \(text.scalarCount) that were entered"
  }

  /// Whether the beginning and the end of an inserted text are in another one.
  private func isContained(in whole: String) -> Bool {
    var budget = Self.budget
    let ends = [text.prefix(bytes: TextComparison.maxLength), suffix]
    return ends.allSatisfy { TextComparison.contains($0).holds(for: whole, budget: &budget) }
  }

  /// The end of the text, as many code points as fit into a comparison.
  private var suffix: String {
    String(String.UnicodeScalarView(text.unicodeScalars.suffix(TextComparison.maxLength / 4)))
  }

  private func isRewritten(_ whole: String) -> Bool {
    guard text.utf8.count <= Self.maxRewritten, whole.utf8.count <= Self.maxRewritten else {
      return false
    }
    func words(_ text: String) -> some Sequence<Unicode.Scalar> {
      text.lowercased().unicodeScalars.lazy.filter { !$0.properties.isWhitespace }
    }
    return words(whole).elementsEqual(words(text))
  }

  private func commonLength(_ whole: String) -> Int {
    zip(whole.unicodeScalars, text.unicodeScalars).prefix { $0 == $1 }.count
  }
}

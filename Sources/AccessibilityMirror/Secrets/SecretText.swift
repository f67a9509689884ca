internal import AccessibilityTree
internal import SafeText

/// A text that a secret element contained, to be found where it is repeated.
struct SecretText: Hashable {
  let text: String
  private let whole: ByteSearch
  private let beginning: ByteSearch
  /// Whether it is bullets.
  let isMask: Bool

  /// How many characters are looked for.
  static let maxLength = 256
  /// A shorter text may be in others by chance.
  static let minLength = 4
  private static let minMaskLength = 2

  /// Returns `nil` for a text that cannot be told from others.
  init?(_ text: String) {
    let text = text.prefix(scalars: Self.maxLength)
    isMask = Self.isMask(text)
    // One bullet is that of a list, too, and tells next to nothing.
    let minLength = isMask ? Self.minMaskLength : Self.minLength
    guard text != Element.redactedText, text.scalarCount >= minLength else {
      return nil
    }
    self.text = text
    whole = ByteSearch(Array(text.utf8))
    beginning = ByteSearch(Array(text.prefix(scalars: Self.minLength).utf8))
  }

  /// - Parameter isNew: Whether the other text appeared just now. Then the beginning of this one is enough.
  func isRepeated(in text: String, isNew: Bool) -> Bool {
    (isNew ? beginning : whole).isFound(in: text.utf8.span)
  }

  /// Whether a text is bullets, whose number tells the length. An asterisk marks a required field.
  static func isMask(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, !first.properties.isAlphabetic,
      first.properties.numericType == nil, first != " ", scalars.allSatisfy({ $0 == first })
    else { return false }
    return first != "*" || scalars.count > 1
  }
}

extension String {
  func prefix(scalars count: Int) -> String {
    utf8.count <= count ? self : String(UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}

extension String {
  /// Whether there is nothing to read: only white space and placeholders of embedded objects.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{FFFC}" }
  }

  /// The text without white space at its ends.
  package var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop(while: \.isWhitespace))
  }
}

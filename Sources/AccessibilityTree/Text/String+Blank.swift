extension String {
  /// Nothing to be read: spaces, and the characters that stand for embedded objects.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{FFFC}" }
  }
}

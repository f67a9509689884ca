extension String {
  /// Whether there is nothing to read: only white space and placeholders of embedded objects.
  package var isBlank: Bool {
    unicodeScalars.allSatisfy { $0.properties.isWhitespace || $0 == "\u{FFFC}" }
  }
}

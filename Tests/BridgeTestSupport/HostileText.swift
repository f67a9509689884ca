import SafeText

/// Texts that would harm whoever shows them as they are.
public enum HostileText {
  /// Sets the title, clears the screen by C0 and C1, hides, moves, turns round, breaks lines, rings.
  public static let label =
    "Save\u{1B}]0;owned\u{7}\u{1B}[8m\u{9B}2J\u{9D}52;c;YQ==\u{9C}\u{8}\u{0B}\r\nfake: line\u{85}"
    + "\u{202E}gnp\u{2066}x\u{2028}y\u{2029}\u{200B}\u{FEFF}\u{E0041}\u{7F}\t"

  /// The scalars of a text that must not reach a terminal, a log or a line of JSON, by number.
  public static func raw(in text: String) -> [String] {
    text.unicodeScalars.filter { $0.isUnsafeToPrint }.map { "U+" + String($0.value, radix: 16) }
  }
}

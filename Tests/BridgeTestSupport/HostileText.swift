import SafeText

/// Texts that do harm when a program shows them unchanged.
public enum HostileText {
  /// Sets the title, clears the screen with C0 and C1 controls, hides, moves and reverses text, breaks
  /// lines, rings the bell.
  public static let label =
    "Save\u{1B}]0;owned\u{7}\u{1B}[8m\u{9B}2J\u{9D}52;c;YQ==\u{9C}\u{8}\u{0B}\r\nfake: line\u{85}"
    + "\u{202E}gnp\u{2066}x\u{2028}y\u{2029}\u{200B}\u{FEFF}\u{E0041}\u{7F}\t"

  /// Returns the scalars of a text, as numbers, that must not reach a terminal, a log or a line of JSON.
  public static func raw(in text: String) -> [String] {
    text.unicodeScalars.filter { $0.isUnsafeToPrint }.map { "U+" + String($0.value, radix: 16) }
  }
}

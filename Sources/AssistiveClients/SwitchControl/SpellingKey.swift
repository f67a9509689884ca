internal import AccessibilityTree

/// A key with which a switch user types into a field.
enum SpellingKey: Hashable, Sendable {
  case text(Character)
  case deleteLast

  /// What is said when the key is presented.
  var name: String {
    switch self {
    case .text(" "): "Space"
    case .text(let character): Self.names[character] ?? String(character)
    case .deleteLast: "Delete the last letter"
    }
  }

  private static let names: [Character: String] = [
    ".": "period", ",": "comma", "-": "hyphen", "'": "apostrophe", "?": "question mark",
    "!": "exclamation mark", "@": "at", "/": "slash", ":": "colon",
  ]

  /// The keys in rows. A row with a single key is that key.
  static let rows: [[SpellingKey]] =
    ["abcdef", "ghijkl", "mnopqr", "stuvwxyz"].map { $0.map(Self.text) }
    + [[.text(" ")], [.deleteLast]]
    + ["ABCDEF", "GHIJKL", "MNOPQR", "STUVWXYZ", "01234", "56789", ".,-'?!@/:"].map {
      $0.map(Self.text)
    }

  /// The command that types the key into a field; `nil` when there is nothing to delete.
  func command(for field: Element) -> ActionCommand? {
    switch self {
    case .text(let character):
      return .insertText(String(character), at: nil)
    case .deleteLast:
      guard let text = field.value, !text.isEmpty else { return nil }
      return .setText(String(text.dropLast()))
    }
  }
}

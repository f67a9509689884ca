internal import AccessibilityTree

extension SpeechAttributes {
  /// The maximum length of a text that is spelled out, in characters.
  private static let maxSpelledLength = 200

  /// Returns the text as spoken: spelled out, or with punctuation in words.
  func applied(to text: String) -> String {
    if spellsOut, text.count <= Self.maxSpelledLength {
      return text.filter { !$0.isWhitespace }.map { Self.name(of: $0) ?? String($0) }
        .joined(separator: " ")
    }
    guard includesPunctuation else { return text }
    var spoken = ""
    for character in text {
      if let name = Self.name(of: character) {
        if let last = spoken.last, last != " " { spoken += " " }
        spoken += name + " "
      } else if !(character == " " && spoken.last == " ") {
        spoken.append(character)
      }
    }
    while spoken.last == " " { spoken.removeLast() }
    return spoken
  }

  private static func name(of character: Character) -> String? { names[character] }

  private static let names: [Character: String] = [
    ".": "period", ",": "comma", ";": "semicolon", ":": "colon", "!": "exclamation mark",
    "?": "question mark", "-": "dash", "_": "underscore", "(": "left paren", ")": "right paren",
    "[": "left bracket", "]": "right bracket", "{": "left brace", "}": "right brace",
    "/": "slash", "\\": "backslash", "'": "apostrophe", "\"": "quote", "@": "at", "#": "number",
    "&": "and", "*": "star", "=": "equals", "+": "plus", "%": "percent", "…": "ellipsis",
  ]
}

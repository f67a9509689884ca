extension StringProtocol {
  /// The number of columns that the text takes on a terminal: 2 for wide characters and emoji, 0 for
  /// combining marks, control characters and colour sequences.
  package var displayWidth: Int {
    var width = 0
    var isEscape = false
    for character in self {
      if isEscape {
        if let letter = character.asciiValue, letter >= 0x40, letter != 0x5B { isEscape = false }
      } else if character == "\u{1B}" {
        isEscape = true
      } else {
        width += character.displayWidth
      }
    }
    return width
  }

  /// Returns the text, padded with spaces at its end to a width; longer text is unchanged.
  package func padded(to width: Int) -> String {
    String(self) + String(repeating: " ", count: Swift.max(0, width - displayWidth))
  }

  /// Returns the text, padded with spaces at its beginning to a width; longer text is unchanged.
  package func leftPadded(to width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - displayWidth)) + String(self)
  }

  /// Returns the text, or its beginning and "…" when it is wider than `width`; empty for a width of 0.
  package func truncated(to width: Int) -> String {
    guard displayWidth > width else { return String(self) }
    var result = ""
    var used = 1
    for character in self {
      used += character.displayWidth
      if used > width { break }
      result.append(character)
    }
    return width > 0 ? result + "…" : ""
  }

  /// Returns the text, or "…" and its end when it is wider than `width`; empty for a width of 0.
  package func tail(fitting width: Int) -> String {
    guard displayWidth > width else { return String(self) }
    var used = 1
    var start = endIndex
    while start > startIndex {
      let before = index(before: start)
      used += self[before].displayWidth
      if used > width { break }
      start = before
    }
    return width > 0 ? "…" + self[start...] : ""
  }
}

extension Character {
  /// The number of columns on a terminal: 0, 1 or 2.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII { return first.value < 0x20 || first.value == 0x7F ? 0 : 1 }
    if unicodeScalars.contains("\u{FE0F}") || first.isWide { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an East Asian wide or full-width character, or an emoji shown as a picture.
  fileprivate var isWide: Bool {
    if properties.isEmojiPresentation { return true }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF, 0x1B000...0x1B2FF, 0x20000...0x3FFFD:
      return true
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// Whether writing it does anything but show a character: it steers a terminal, turns the direction
  /// of writing, breaks a line, cannot be seen, or is no character.
  public var isUnsafeToPrint: Bool {
    switch value {
    case 0x20..<0x7F: false
    // C0 and C1 control characters, ESC and DEL among them.
    case 0..<0x20, 0x7F..<0xA0: true
    case 0..<0x600: false
    // Marks and overrides of direction.
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x206F: true
    // Separators of lines and paragraphs.
    case 0x2028...0x2029: true
    // No width: spaces, joiners, invisible operators, byte order marks.
    case 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0xFEFF: true
    // Annotations, and tags, which spell texts that nobody sees.
    case 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    // No characters.
    case 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// Zero-width joiner and non-joiner: part of writing within words and emoji, hidden elsewhere.
  var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Whether a joiner beside it is part of writing.
  var isJoinable: Bool { value >= 0x80 && !isUnsafeToPrint }
}

extension Unicode.Scalar {
  /// Whether printing the scalar does anything but show a character: it controls a terminal, changes the
  /// direction of writing, breaks a line, is invisible, or is not a character.
  public var isUnsafeToPrint: Bool {
    switch value {
    case 0x20..<0x7F: false
    // C0 and C1 control characters, including ESC and DEL.
    case 0..<0x20, 0x7F..<0xA0: true
    // The soft hyphen, which is shown only where a line breaks.
    case 0xAD: true
    case 0..<0x600: false
    // Direction marks and overrides.
    case 0x061C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x206F: true
    // Line and paragraph separators.
    case 0x2028...0x2029: true
    // Zero-width scalars: spaces, joiners, invisible operators, byte order marks.
    case 0x180E, 0x200B...0x200D, 0x2060...0x2065, 0xFEFF: true
    // Letters and a pattern that show nothing: Hangul fillers, Braille without dots.
    case 0x115F...0x1160, 0x2800, 0x3164, 0xFFA0: true
    // Annotations, and tags, which can spell invisible texts.
    case 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
    // Noncharacters.
    case 0xFDD0...0xFDEF: true
    default: value & 0xFFFE == 0xFFFE
    }
  }

  /// Whether it is a zero-width joiner or non-joiner: part of writing within words and emoji, hidden elsewhere.
  var isJoiner: Bool { value == 0x200C || value == 0x200D }

  /// Whether a joiner beside it is part of writing.
  var isJoinable: Bool { value >= 0x80 && !isUnsafeToPrint }
}

/// A line of a log, safe to show: text of peers and applications may stand in it.
public enum LogLine {
  /// How long a line may be, in bytes of UTF-8.
  public static let maxLength = 1_024

  /// The text in one line with its end: control characters and what turns the direction of writing
  /// are spelled out, and what is too long is cut, which is said.
  public static func bytes(_ text: String) -> [UInt8] {
    var line: [UInt8] = []
    for scalar in text.unicodeScalars {
      guard line.count < maxLength else {
        line += Array(" … (\(text.utf8.count) bytes)".utf8)
        break
      }
      if scalar.steersTerminal {
        line += Array("\\u{\(String(scalar.value, radix: 16))}".utf8)
      } else {
        line += Array(String(scalar).utf8)
      }
    }
    return line + [0x0A]
  }
}

extension Unicode.Scalar {
  fileprivate var steersTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xFFF9...0xFFFB:
      true
    default: false
    }
  }
}

extension String {
  /// Without what would move the cursor of a terminal or turn the direction of writing: a space
  /// stands for each.
  public var printable: String {
    guard unicodeScalars.contains(where: \.steersTerminal) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0.steersTerminal ? " " : $0 }))
  }
}

extension Unicode.Scalar {
  fileprivate var steersTerminal: Bool {
    switch value {
    case 0x20..<0x7F: false
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069, 0xFFF9...0xFFFB: true
    default: false
    }
  }
}

/// A text that is not UTF-8: where, and with which byte. With replacement characters it would be another text, that somebody
/// may take for what was meant.
package struct InvalidText: Error, Hashable, Sendable, CustomStringConvertible {
  /// The end of what is UTF-8, and the first byte that is not: `"caf\xE9"`.
  package let description: String

  /// - Parameter before: What stands before the wrong byte.
  fileprivate init(_ before: String, _ byte: UInt8) {
    let isCut = before.count > Self.maxShown
    let digits = String(byte, radix: 16, uppercase: true)
    description = "\"\(isCut ? "…" : "")\(before.suffix(Self.maxShown))\\x\(digits)\""
  }

  /// How many characters before the wrong byte are shown.
  private static let maxShown = 40
}

extension String {
  /// Creates the text of bytes that are UTF-8.
  package init(strictly bytes: [UInt8]) throws(InvalidText) {
    do {
      self = String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      let start = error.byteOffsets.lowerBound
      throw InvalidText(String(decoding: bytes[..<start], as: UTF8.self), bytes[start])
    }
  }
}

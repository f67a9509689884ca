/// A request or response that has bytes.
public protocol WireMessage: Sendable {
  /// Reads the message.
  ///
  /// Throws `MALFORMED` for bytes that are no such message, and `INVALID_ARGUMENT` naming the field
  /// for a field that is missing or holds what it must not: text that is not UTF-8 or has a NUL in
  /// it, a number out of range, an enum value that is not known. In responses an enum value that is
  /// not known is read as the nearest that is, because a newer server may send it.
  init(decoding bytes: [UInt8]) throws(Status)

  /// The bytes, fields in ascending order. NUL in a text becomes U+FFFD.
  func encoded() -> [UInt8]
}

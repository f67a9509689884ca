/// A request or response that can be encoded.
public protocol WireMessage: Sendable {
  /// Decodes the message.
  ///
  /// Throws `MALFORMED` for bytes that are no such message, and `INVALID_ARGUMENT` naming the field
  /// for a field that is missing or has an invalid value: text that is not UTF-8 or contains a NUL, a
  /// number out of range, an unknown enum value. In responses an unknown enum value is read as the
  /// nearest known one, because a newer server may send it.
  init(decoding bytes: [UInt8]) throws(Status)

  /// Encodes the message, fields in ascending order. A NUL in a text becomes U+FFFD.
  func encoded() -> [UInt8]
}

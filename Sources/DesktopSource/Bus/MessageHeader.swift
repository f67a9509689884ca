/// The fixed part of a D-Bus message: its first sixteen bytes, which contain its length (D-Bus Specification,
/// "Message Format").
struct MessageHeader: Equatable {
  static let size = 16
  /// The maximum sizes of an array and of a message in D-Bus, in bytes.
  private static let maxFieldsLength = 1 << 26
  private static let maxMessageLength = 1 << 27

  /// The length of the whole message, in bytes.
  let length: Int
  /// The header's sixteen bytes.
  private let bytes: (UInt64, UInt64)

  /// Reads the header at `offset`; `nil` when the bytes there are too few or are no header.
  init?(_ bytes: RawSpan, at offset: Int = 0) {
    guard offset >= 0, bytes.byteCount >= offset, bytes.byteCount - offset >= Self.size else {
      return nil
    }
    let start = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)
    let end = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
    let (first, second) = (UInt64(littleEndian: start), UInt64(littleEndian: end))
    guard UInt8(truncatingIfNeeded: first >> 24) == 1,
      (1...4).contains(UInt8(truncatingIfNeeded: first >> 8))
    else { return nil }
    var body = UInt32(truncatingIfNeeded: first >> 32)
    var fields = UInt32(truncatingIfNeeded: second >> 32)
    switch UInt8(truncatingIfNeeded: first) {
    case UInt8(ascii: "l"): break
    case UInt8(ascii: "B"): (body, fields) = (body.byteSwapped, fields.byteSwapped)
    default: return nil
    }
    guard body <= Self.maxMessageLength, fields <= Self.maxFieldsLength else { return nil }
    // The body is aligned to eight bytes.
    length = Self.size + (Int(fields) + 7) / 8 * 8 + Int(body)
    self.bytes = (first, second)
  }

  static func == (left: MessageHeader, right: MessageHeader) -> Bool { left.bytes == right.bytes }
}

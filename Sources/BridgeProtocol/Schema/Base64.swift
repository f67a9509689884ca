/// Encodes bytes as text (RFC 4648), as in JSON.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var rest: UInt32 = 0
    var bits = 0
    for byte in bytes {
      rest = rest << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(rest >> UInt32(bits) & 63)])
      }
      rest &= 1 << UInt32(bits) - 1
    }
    if bits > 0 { text.append(alphabet[Int(rest << UInt32(6 - bits) & 63)]) }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes either alphabet, with or without padding. Returns `nil` for text that is not base64.
  static func decode(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest: UInt32 = 0
    var bits = 0
    let unpadded = text.utf8.prefix { $0 != UInt8(ascii: "=") }
    guard text.utf8.count - unpadded.count <= 2, unpadded.count % 4 != 1,
      text.utf8.dropFirst(unpadded.count).allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    for character in unpadded {
      guard let digit = digit(character) else { return nil }
      rest = (rest << 6 | digit) & 0xFFFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: rest >> UInt32(bits)))
      }
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 97 + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) - 48 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}

/// Base32 without padding (RFC 4648, 6): capital letters and digits, which people and QR codes carry well.
enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    var (held, bits) = (UInt32(0), UInt32(0))
    for byte in bytes {
      held = (held << 8 | UInt32(byte)) & 0xfff
      bits += 8
      while bits >= 5 {
        bits -= 5
        text.append(alphabet[Int(held >> bits & 31)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(held << (5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Takes small letters as well. Returns `nil` for other characters and for bits that are left over.
  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (held, bits) = (UInt32(0), UInt32(0))
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
      held = (held << 5 | value) & 0xfff
      bits += 5
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> bits))
    }
    guard bits < 5, held & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}

/// A way to write bytes as digits of 4, 5 or 6 bits each (RFC 4648), without padding.
package struct BaseEncoding: Sendable {
  private let digits: [UInt8]
  /// The values of the 256 bytes as digits; `none` for those that are none.
  private let values: [UInt8]
  private let bitsPerDigit: Int

  private static let none: UInt8 = 0xff

  /// Hexadecimal, in small letters.
  package static let base16 = BaseEncoding("0123456789abcdef")
  /// Capital letters and digits, which people and QR codes carry well. Small letters are read as well.
  package static let base32 = BaseEncoding(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", reading: "abcdefghijklmnopqrstuvwxyz")
  package static let base64 = BaseEncoding(base64Digits)
  /// As `base64`. The characters that URLs have in the place of "+" and "/" are read as well.
  package static let anyBase64 = BaseEncoding(base64Digits, reading: "-_", from: 62)

  private static let base64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

  /// - Parameters:
  ///   - others: What is read as the digits from the one with the value `first` on.
  private init(_ text: String, reading others: String = "", from first: Int = 0) {
    digits = Array(text.utf8)
    bitsPerDigit = digits.count.trailingZeroBitCount
    var values = [UInt8](repeating: Self.none, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    for (place, digit) in others.utf8.enumerated() { values[Int(digit)] = UInt8(first + place) }
    self.values = values
  }

  package func encode(_ bytes: some Sequence<UInt8>) -> String {
    let mask = digits.count - 1
    var text: [UInt8] = []
    var (held, bits) = (0, 0)
    for byte in Array(bytes) {
      held = (held << 8 | Int(byte)) & 0xffff
      bits += 8
      while bits >= bitsPerDigit {
        bits -= bitsPerDigit
        text.append(digits[held >> bits & mask])
      }
    }
    if bits > 0 { text.append(digits[held << (bitsPerDigit - bits) & mask]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns `nil` for characters that are no digits, for a digit that is left over, and for bits other than 0 that
  /// are left over.
  package func decode(_ text: some StringProtocol) -> [UInt8]? {
    decode(text, ignoringRest: false)
  }

  /// - Parameter ignoringRest: Whether the bits that are left over may be any.
  package func decode(_ text: some StringProtocol, ignoringRest: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (held, bits) = (0, 0)
    for character in Array(text.utf8) {
      let value = values[Int(character)]
      guard value != Self.none else { return nil }
      held = (held << bitsPerDigit | Int(value)) & 0xffff
      bits += bitsPerDigit
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> bits))
    }
    guard bits < bitsPerDigit, ignoringRest || held & (1 << bits - 1) == 0 else { return nil }
    return bytes
  }
}

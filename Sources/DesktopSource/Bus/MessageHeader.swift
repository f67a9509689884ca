internal import Glibc

/// The fixed part of a D-Bus message: the first sixteen bytes, which say how long it is (D-Bus
/// Specification, "Message Format").
struct MessageHeader: Equatable {
  static let size = 16
  /// The longest array and the longest message that D-Bus allows, in bytes.
  private static let longestFields = 1 << 26
  private static let longestMessage = 1 << 27

  /// The whole message, in bytes.
  let length: Int
  private let bytes: [UInt8]

  /// `nil` when these are not the first bytes of a message.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.size, bytes[3] == 1, (1...4).contains(bytes[1]) else { return nil }
    let isLittleEndian: Bool
    switch bytes[0] {
    case UInt8(ascii: "l"): isLittleEndian = true
    case UInt8(ascii: "B"): isLittleEndian = false
    default: return nil
    }
    func number(at place: Int) -> Int {
      let digits = bytes[place..<place + 4]
      return (isLittleEndian ? digits.reversed() : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    let (body, fields) = (number(at: 4), number(at: 12))
    guard body <= Self.longestMessage, fields <= Self.longestFields else { return nil }
    // The body begins at a multiple of eight bytes.
    length = Self.size + (fields + 7) / 8 * 8 + body
    self.bytes = bytes
  }

  /// The header of what waits to be received at `descriptor`, which must be at the beginning of a message.
  init?(peekingAt descriptor: Int32) {
    var bytes = [UInt8](repeating: 0, count: Self.size)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe recv(
        descriptor, $0.baseAddress, $0.count, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
    }
    guard count == Self.size else { return nil }
    self.init(bytes)
  }
}

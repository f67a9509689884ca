/// Frames of HTTP/2 that are sent where there is no session of libnghttp2, or none any more (RFC 9113, 4.1 and 6.8).
enum RawFrame {
  private static let goAwayKind: UInt8 = 7

  /// Returns a frame that ends a connection.
  static func goAway(lastStream: UInt32, _ code: UInt32, _ reason: String) -> [UInt8] {
    let text = Array(reason.utf8.prefix(1024))
    let length = UInt32(8 + text.count)
    let head = bytes(of: length).dropFirst() + [goAwayKind, 0] + bytes(of: 0)
    return head + bytes(of: lastStream) + bytes(of: code) + text
  }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}

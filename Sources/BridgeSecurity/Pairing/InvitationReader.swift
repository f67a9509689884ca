internal import BridgeTransport

/// Reads the bytes of an invitation, one part after another.
struct InvitationReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    rest = bytes[...]
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ count: Int) throws(InvitationCodeError) -> [UInt8] {
    guard rest.count >= count else { throw .mistyped }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  /// Reads the port, and the host with its length, which is 0 for an IPv4 address.
  mutating func address() throws(InvitationCodeError) -> SocketAddress {
    let port = try take(2)
    let length = Int(try take(1)[0])
    let host: String
    if length == 0 {
      host = try take(4).map { "\($0)" }.joined(separator: ".")
    } else {
      let name = try take(length)
      guard length <= InvitationCode.maxHostLength,
        name.allSatisfy({ (0x21...0x7e).contains($0) })
      else { throw .mistyped }
      host = String(decoding: name, as: UTF8.self)
    }
    let shown = SocketAddress.tcp(host: host, port: UInt16(port[0]) << 8 | UInt16(port[1]))
    // By the same parser as any address: no control characters, no slashes.
    guard let address = try? SocketAddress(parsing: shown.description) else { throw .mistyped }
    return address
  }
}

internal import Glibc

extension SocketAddress {
  /// What stands for one machine among addresses, so that nobody is counted several times: an IPv4 address, or the
  /// network of 64 bits of an IPv6 address, of which one machine has many. `nil` for unix sockets and names.
  public var network: String? {
    guard case .tcp(let host, _) = self else { return nil }
    var address = in6_addr()
    guard unsafe inet_pton(AF_INET6, String(host.prefix { $0 != "%" }), &address) == 1 else {
      return RawAddress(numeric: host, port: 0) == nil ? nil : host
    }
    let bytes = unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
    // An IPv4 address in the form of an IPv6 one.
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff {
      return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
    }
    let groups = stride(from: 0, to: 8, by: 2).map {
      String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16)
    }
    return groups.joined(separator: ":") + "::/64"
  }

  /// The IPv4 address in an IPv6 address such as `::ffff:192.0.2.7`; `nil`: there is none.
  static func ipv4(inside host: String) -> String? {
    guard host.contains(":"), let raw = RawAddress(numeric: host, port: 0) else { return nil }
    let bytes = unsafe withUnsafeBytes(of: raw.storage) { unsafe Array($0[8..<24]) }
    guard bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff else {
      return nil
    }
    return bytes.suffix(4).map { "\($0)" }.joined(separator: ".")
  }
}

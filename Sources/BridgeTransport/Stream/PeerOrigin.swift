internal import Glibc

extension Connection {
  /// Where the other end is, in as much detail as one who misbehaves cannot change at will: the user, where the system
  /// tells who it is; an IPv4 address; the first 64 bits of an IPv6 address.
  public var origin: String {
    if let user = peerUser { return "user \(user)" }
    guard case .tcp(let host, _) = peerAddress else { return "an unknown peer" }
    return Self.network(of: host)
  }

  /// The network that a numeric address counts as.
  static func network(of host: String) -> String {
    var bytes = in6_addr()
    let bare = host.prefix { $0 != "%" }
    guard unsafe inet_pton(AF_INET6, String(bare), &bytes) == 1 else { return host }
    let groups = unsafe withUnsafeBytes(of: &bytes) { unsafe Array($0) }
    // An IPv4 address in the form of an IPv6 one.
    if groups.prefix(10).allSatisfy({ $0 == 0 }), groups[10] == 0xff, groups[11] == 0xff {
      return groups.suffix(4).map { "\($0)" }.joined(separator: ".")
    }
    let network = stride(from: 0, to: 8, by: 2).map {
      String(UInt16(groups[$0]) << 8 | UInt16(groups[$0 + 1]), radix: 16)
    }
    return network.joined(separator: ":") + "::/64"
  }
}

extension SocketAddress {
  /// What stands for one machine among addresses: an IPv4 address, or the network of 64 bits of an IPv6 address, of
  /// which one machine has many. `nil` for unix sockets and names.
  public var network: String? {
    guard case .tcp(let host, _) = self, let raw = RawAddress(numeric: host, port: 0) else {
      return nil
    }
    guard host.contains(":") else { return host }
    // The address follows the family, the port and the flow label.
    let bytes = unsafe withUnsafeBytes(of: raw.storage) { unsafe Array($0[8..<16]) }
    return bytes.map { String(UInt16($0) + 256, radix: 16).dropFirst() }.joined()
  }
}

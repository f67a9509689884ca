extension SocketAddress {
  /// The addresses by which other machines may reach a server that listens here: the interfaces' where it listens on all
  /// of them, none for loopback addresses and unix sockets.
  public var reachable: [SocketAddress] {
    guard case .tcp(let host, let port) = self, !isLoopback else { return [] }
    guard host == "0.0.0.0" || host == "::" else { return [self] }
    return RawAddress.ofInterfaces().compactMap(\.socketAddress).compactMap { address in
      guard case .tcp(let found, _) = address else { return nil }
      guard found.contains(":") == host.contains(":") else { return nil }
      return .tcp(host: found, port: port)
    }
  }
}

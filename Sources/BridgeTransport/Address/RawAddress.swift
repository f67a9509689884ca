internal import CLinux
internal import Glibc

/// An address in the form that system calls take.
struct RawAddress {
  var storage = sockaddr_storage()
  var length: socklen_t = 0

  private init() {}

  /// Parses a numeric address. Returns `nil` when `host` is a name.
  init?(numeric host: String, port: UInt16) {
    guard !host.utf8.contains(0) else { return nil }
    length = unsafe clinux_address_numeric(host, port, &storage)
    if length == 0 { return nil }
  }

  /// Returns `nil` when the path is empty, too long or contains a NUL.
  init?(path: String) {
    guard !path.utf8.contains(0) else { return nil }
    length = unsafe clinux_address_unix(path, &storage)
    if length == 0 { return nil }
  }

  /// Returns the addresses that need no lookup, or `nil` for a name.
  static func immediate(_ address: SocketAddress) -> [RawAddress]? {
    switch address {
    case .unix(let path):
      return RawAddress(path: path).map { [$0] } ?? []
    case .tcp(_, let port) where address.isLocalhost:
      return ["127.0.0.1", "::1"].compactMap { RawAddress(numeric: $0, port: port) }
    case .tcp(let host, let port):
      return RawAddress(numeric: host, port: port).map { [$0] }
    }
  }

  /// Resolves a name with the system's resolver, which may take many seconds: never call it on a loop's
  /// thread. Fails with the resolver's message.
  static func resolve(host: String, port: UInt16) -> Result<[RawAddress], ResolverError> {
    var found = Array(repeating: sockaddr_storage(), count: 16)
    var lengths = Array(repeating: socklen_t(0), count: found.count)
    let count = unsafe clinux_address_resolve(
      host, port, &found, &lengths, Int32(found.count))
    guard count > 0 else {
      let text = unsafe count == 0 ? "no address" : String(cString: gai_strerror(count))
      return .failure(ResolverError(message: text))
    }
    return .success(
      zip(found, lengths).prefix(Int(count)).map { storage, length in
        var address = RawAddress()
        address.storage = storage
        address.length = length
        return address
      })
  }

  /// Returns the addresses of this machine's interfaces, without loopback and link-local ones.
  static func ofInterfaces() -> [RawAddress] {
    var found = Array(repeating: sockaddr_storage(), count: 32)
    let count = unsafe clinux_interface_addresses(&found, Int32(found.count))
    return found.prefix(max(0, Int(count))).map { storage in
      var address = RawAddress()
      address.storage = storage
      return address
    }
  }

  /// Returns the local address of a socket.
  static func local(of fd: Int32) throws(SystemError) -> RawAddress {
    var address = RawAddress()
    _ = try system("getsockname") {
      unsafe clinux_local_address(fd, &address.storage, &address.length)
    }
    return address
  }

  /// Returns the address of the other end of a socket.
  static func peer(of fd: Int32) throws(SystemError) -> RawAddress {
    var address = RawAddress()
    _ = try system("getpeername") {
      unsafe clinux_peer_address(fd, &address.storage, &address.length)
    }
    return address
  }

  var family: Int32 { Int32(storage.ss_family) }

  var isLoopback: Bool {
    unsafe withUnsafePointer(to: storage) { unsafe clinux_address_is_loopback($0) } == 1
  }

  /// The host and port; `nil` unless the address is IPv4 or IPv6.
  var socketAddress: SocketAddress? {
    var port: UInt16 = 0
    let host: String? = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
      let code = unsafe withUnsafePointer(to: storage) {
        unsafe clinux_address_text($0, text.baseAddress, text.count, &port)
      }
      guard code == 0, let start = text.baseAddress else { return nil }
      return unsafe String(cString: start)
    }
    return host.map { .tcp(host: $0, port: port) }
  }
}

/// An error of the resolver, with its message.
struct ResolverError: Error {
  let message: String
}

extension SocketAddress {
  /// Creates the address of the other end of a TCP socket; `nil` for other kinds of sockets.
  init?(peerOf fd: Int32) {
    guard let raw = try? RawAddress.peer(of: fd), let address = raw.socketAddress else {
      return nil
    }
    self = address
  }
}

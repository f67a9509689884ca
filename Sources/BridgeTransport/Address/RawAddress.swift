internal import CLinux
internal import Glibc

/// An address as the system takes it.
struct RawAddress {
  var storage = sockaddr_storage()
  var length: socklen_t = 0

  private init() {}

  /// `nil` when `host` is a name.
  init?(numeric host: String, port: UInt16) {
    guard !host.utf8.contains(0) else { return nil }
    length = unsafe clinux_address_numeric(host, port, &storage)
    if length == 0 { return nil }
  }

  /// `nil` when the path is empty, too long or has a NUL in it.
  init?(path: String) {
    guard !path.utf8.contains(0) else { return nil }
    length = unsafe clinux_address_unix(path, &storage)
    if length == 0 { return nil }
  }

  /// The addresses that need no look-up; `nil` for a name.
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

  /// Asks the system's resolver, which may take many seconds: never on a loop's thread.
  /// Fails with the resolver's own words.
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

  /// The end of a socket that is here.
  static func local(of fd: Int32) throws(SystemError) -> RawAddress {
    var address = RawAddress()
    _ = try system("getsockname") {
      unsafe clinux_local_address(fd, &address.storage, &address.length)
    }
    return address
  }

  /// The other end of a socket.
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

  /// Host and port; `nil` unless it is IPv4 or IPv6.
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

/// What the resolver said.
struct ResolverError: Error {
  let message: String
}

extension SocketAddress {
  /// The other end of a TCP socket; `nil` for other kinds.
  init?(peerOf fd: Int32) {
    guard let raw = try? RawAddress.peer(of: fd), let address = raw.socketAddress else {
      return nil
    }
    self = address
  }
}

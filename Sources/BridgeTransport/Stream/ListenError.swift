internal import Glibc

/// Why a listener could not be created.
public struct ListenError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    /// Other machines could reach the address, and that is not allowed.
    case refusedRemote
    /// A name where an address is needed.
    case notNumeric
    /// A server already answers on the unix socket: its process, as far as the system tells.
    case inUse(by: PeerCredentials?)
    /// The system's error, e.g. `EADDRINUSE`.
    case system(SystemError)
  }

  /// The address on which it was to listen.
  public let address: SocketAddress
  public let reason: Reason

  init(_ address: SocketAddress, _ reason: Reason) {
    self.address = address
    self.reason = reason
  }

  /// One line: what cannot be done, why, and what to do.
  public var message: String {
    "cannot listen on \(address): \(explanation)"
  }

  public var description: String { message }

  private var explanation: String {
    switch (reason, address) {
    case (.refusedRemote, _):
      "other machines can reach it, and without authentication only loopback addresses and unix "
        + "sockets are allowed; use 127.0.0.1, [::1], localhost or unix:/path"
    case (.notNumeric, .unix(let path)):
      "the path has \(path.utf8.count) bytes; it must have 1 to \(SocketAddress.maxPathLength), "
        + "without NUL"
    case (.notNumeric, .tcp(let host, _)):
      "'\(host)' is a host name; use a numeric address, e.g. 127.0.0.1 or [::1], or localhost"
    case (.inUse(let owner), _):
      "another server listens on it"
        + (owner.map { ", process \($0.pid) of user \($0.uid)" } ?? "")
        + "; stop it or choose another path"
    case (.system(let error), .unix) where error.errno == EWOULDBLOCK:
      "another program has locked its directory for 5 s; try again or choose another directory"
    case (.system(let error), .unix) where error.errno == ENOTSOCK:
      "the file exists and is not a socket; remove it or choose another path"
    case (.system(let error), _) where error.errno == EADDRINUSE:
      "another server uses it; stop it or choose another port (0 for any free port)"
    case (.system(let error), .tcp(let host, let port)) where error.errno == EINVAL:
      SocketAddress.ipv4(inside: host).map {
        "it is an IPv4 address written as an IPv6 one; write \($0):\(port)"
      } ?? "\(error)"
    case (.system(let error), .tcp(let host, _)) where error.errno == EADDRNOTAVAIL:
      "this machine does not have the address \(host); 'ip address' lists those that it has"
    case (.system(let error), .tcp(_, let port)) where error.errno == EACCES:
      "only root may listen on port \(port); choose a port from 1024 on"
    case (.system(let error), .unix) where error.errno == ENOENT:
      "its directory does not exist; make it, or choose another path"
    case (.system(let error), _):
      "\(error)"
    }
  }
}

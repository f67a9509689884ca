internal import Glibc

/// Why a connection could not be made.
public struct ConnectError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    /// No answer came in time.
    case timedOut(after: Duration)
    /// The name could not be resolved; the resolver's message.
    case unresolved(String)
    /// The system's error for the last address that was tried, e.g. `ECONNREFUSED`.
    case system(SystemError)
  }

  /// The address to which the connection was to be made.
  public let address: SocketAddress
  public let reason: Reason

  init(_ address: SocketAddress, _ reason: Reason) {
    self.address = address
    self.reason = reason
  }

  /// Whether nothing listens at the address.
  public var isRefused: Bool {
    guard case .system(let error) = reason else { return false }
    return error.errno == ECONNREFUSED || error.errno == ENOENT
  }

  /// One line: what cannot be done, why, and what to do.
  public var message: String { "cannot connect to \(address): \(explanation)" }

  public var description: String { message }

  private var explanation: String {
    switch (reason, address) {
    case (.timedOut(let limit), _): "no answer within \(limit.roundedUp)"
    case (.unresolved(let text), _): text
    case (.system(let error), .tcp) where error.errno == ECONNREFUSED:
      "connection refused; is the server running?"
    case (.system(let error), .unix) where error.errno == ENOENT:
      "there is no such file; is the server running?"
    case (.system(let error), .unix(let path)) where error.errno == ECONNREFUSED:
      Self.refusal(at: path)
    case (.system(let error), .unix) where error.errno == EACCES:
      "only the user who runs the server may connect"
    case (.system(let error), _): "\(error)"
    }
  }

  /// The system refuses connections to any file that no server listens at.
  private static func refusal(at path: String) -> String {
    if let status = try? FileStatus(of: path, followingLinks: true), !status.isSocket {
      return "it is \(status.kind), and no socket"
    }
    return "connection refused; is the server running?"
  }
}

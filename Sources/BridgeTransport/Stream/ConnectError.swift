internal import Glibc

/// Why a connection could not be made.
public struct ConnectError: Error, Equatable, Sendable, CustomStringConvertible {
  public enum Reason: Equatable, Sendable {
    /// Nobody answered in time.
    case timedOut(after: Duration)
    /// The name means nothing; in the resolver's words.
    case unresolved(String)
    /// What the system said about the last address tried, e.g. `ECONNREFUSED`.
    case system(SystemError)
  }

  /// Where to.
  public let address: SocketAddress
  public let reason: Reason

  init(_ address: SocketAddress, _ reason: Reason) {
    self.address = address
    self.reason = reason
  }

  /// One line: what cannot be done, why, and what to do.
  public var message: String { "cannot connect to \(address): \(explanation)" }

  public var description: String { message }

  private var explanation: String {
    switch (reason, address) {
    case (.timedOut(let limit), _): "no answer within \(limit)"
    case (.unresolved(let text), _): text
    case (.system(let error), .tcp) where error.errno == ECONNREFUSED:
      "nobody listens there; is the server running?"
    case (.system(let error), .unix)
    where error.errno == ECONNREFUSED || error.errno == ENOENT:
      "nobody listens there; is the server running?"
    case (.system(let error), .unix) where error.errno == EACCES:
      "only the user who runs the server may connect"
    case (.system(let error), _): "\(error)"
    }
  }
}

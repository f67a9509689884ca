public import BridgeProtocol
internal import BridgeTransport
internal import Glibc

/// Why a client could not carry out a request.
public enum ClientError: Error, Sendable {
  /// There is no connection: nothing listens at the address, or not a server of this protocol. The text says
  /// where, why, and what to do.
  case cannotConnect(String)
  /// The server is not the one it should be, or TLS failed. The texts say why and what to do.
  case notTrusted(String, remedy: String)
  /// The connection ended while the call was under way. Whether the call took effect is not known.
  case connectionLost(String)
  /// An action was sent and its receipt did not arrive, or not by the deadline. It was performed at most once; whether
  /// it was is not known.
  case outcomeUnknown(String)
  /// The server answered with a failure.
  case status(Status)
  /// The answer cannot be decoded, because client and server differ in their contract, or it is incomplete.
  case badAnswer(String)
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotConnect(let text), .connectionLost(let text), .outcomeUnknown(let text),
      .badAnswer(let text):
      text
    case .notTrusted(let text, _): text
    case .status(let status): status.message
    }
  }

  /// Whether another attempt to connect would fail for the same reason.
  var isLasting: Bool {
    switch self {
    case .notTrusted, .status: true
    case .cannotConnect, .connectionLost, .outcomeUnknown, .badAnswer: false
    }
  }

  /// The status that the server sent, or `timedOut` when nothing arrived in time; `nil` for other errors.
  public var status: Status? {
    if case .status(let status) = self { return status }
    return nil
  }

  /// The error when no connection could be made. The mode of a unix socket says who may connect, as a server does.
  static func connecting(_ error: ConnectError) -> ClientError {
    guard case .unix = error.address, case .system(let cause) = error.reason, cause.errno == EACCES
    else { return .cannotConnect(error.message) }
    return .status(Status(.permissionDenied, error.message, remedy: .otherUsersSocket))
  }

  /// The error when nothing arrived from the server by a call's deadline.
  static func timedOut(_ address: SocketAddress) -> ClientError {
    .status(
      Status(
        .timedOut, "no response from \(address) before the call's deadline",
        remedy: .serverIsSlow))
  }
}

public import BridgeProtocol
internal import BridgeTransport

/// Why a client could not do what it was asked.
public enum ClientError: Error, Sendable {
  /// There is no connection: nobody listens there, or it is no server of this protocol. The text says
  /// where, why, and what to do.
  case cannotConnect(String)
  /// The connection ended while the call was under way. Whether the call took effect is not known.
  case connectionLost(String)
  /// The server answered with a failure.
  case status(Status)
  /// The answer cannot be read, because the two sides differ in what they speak, or it stops in the
  /// middle.
  case badAnswer(String)
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotConnect(let text), .connectionLost(let text), .badAnswer(let text): text
    case .status(let status): status.message
    }
  }

  /// The status, where the server gave one, or nothing came in time.
  public var status: Status? {
    if case .status(let status) = self { return status }
    return nil
  }

  /// Nothing came from the server by a call's deadline.
  static func late(_ address: SocketAddress) -> ClientError {
    .status(
      Status(
        .timedOut, "no answer from \(address) by the call's deadline",
        remedy: .serverIsSlow))
  }
}

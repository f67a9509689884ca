public import BridgeProtocol

/// Why a client could not do what it was asked.
public enum ClientError: Error, Sendable {
  /// There is no connection: nobody listens there, or it is no server of this protocol. The text says
  /// where, why, and what to do.
  case cannotConnect(String)
  /// The connection ended while the call was under way. Whether the call took effect is not known.
  case connectionLost(String)
  /// The server answered with a failure.
  case status(Status)
  /// The answer could not be read: the two sides differ in what they speak.
  case badAnswer(String)
}

extension ClientError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotConnect(let text), .connectionLost(let text), .badAnswer(let text): text
    case .status(let status): status.message
    }
  }

  /// The status, where the server gave one.
  public var status: Status? {
    if case .status(let status) = self { return status }
    return nil
  }
}

internal import BridgeProtocol

/// Error codes of HTTP/2 that the server chooses itself (RFC 9113, 7).
enum HTTP2Error: UInt32 {
  case none = 0
  case protocolError = 1
  case enhanceYourCalm = 11
  case inadequateSecurity = 12

  /// The code for the end of a connection.
  init(_ status: Status) {
    self = status.code == .resourceExhausted ? .enhanceYourCalm : .none
  }
}

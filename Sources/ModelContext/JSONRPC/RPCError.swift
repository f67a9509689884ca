/// Why a request is not carried out.
package struct RPCError: Error, Hashable, Sendable {
  package let code: Int
  package let message: String
  /// Further members of the error, as JSON; `nil`: none.
  let data: String?

  private init(_ code: Int, _ message: String, data: String? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  static func parse(_ message: String) -> RPCError { RPCError(-32700, message) }
  static func invalidRequest(_ message: String) -> RPCError { RPCError(-32600, message) }
  static func invalidParams(_ message: String) -> RPCError { RPCError(-32602, message) }
  static func unknownMethod(_ method: String) -> RPCError {
    RPCError(-32601, "Method not found: \(method.prefix(100))")
  }
  static func tooMany(_ message: String) -> RPCError { RPCError(-32000, message) }
  package static func unavailable(_ message: String) -> RPCError { RPCError(-32603, message) }

  /// The URI names no resource. The version of 2026 has no code of its own for that.
  static func unknownResource(_ uri: String, _ era: Era) -> RPCError {
    let uri = String(uri.prefix(200))
    return RPCError(
      era == .handshake ? -32002 : -32602, "Resource not found: \(uri)",
      data: "{\"uri\":\(RequestID.text(uri).json)}")
  }

  static func unsupportedVersion(_ requested: String) -> RPCError {
    let supported = ProtocolVersion.modern.map { "\"\($0)\"" }.joined(separator: ",")
    return RPCError(
      -32022, "Unsupported protocol version",
      data: "{\"supported\":[\(supported)],\"requested\":\(RequestID.text(requested).json)}")
  }
}

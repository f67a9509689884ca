/// An event that a server caused.
package enum ClientEvent: Sendable {
  /// The server sent its hello. Calls may have been sent before.
  indirect case hello(Hello)
  /// A message of a stream. It used up one of the call's credits.
  case message(CallID, [UInt8])
  /// A call ended. There is a response when the call is unary and the status is OK.
  case ended(CallID, Status, response: [UInt8]?)
  /// The owner of the server has accepted the introduction of this client.
  case accepted(HelloAccess)
  /// The answer to a ping.
  case pong([UInt8])
  /// The server takes no new calls. Those after `last` were not begun, and have been reported as ended.
  case goAway(last: CallID, Status)
  /// The connection has failed, and with it every call that was under way. Close it.
  case failed(Status)
}

/// What a server did.
package enum ClientEvent: Sendable {
  /// The server introduced itself. Calls may have been sent before.
  indirect case hello(Hello)
  /// A message of a stream. It used up one of the call's credits.
  case message(CallID, [UInt8])
  /// A call ended. The response is there when the call is unary and the status is OK.
  case ended(CallID, Status, response: [UInt8]?)
  /// The answer to a ping.
  case pong([UInt8])
  /// No new calls; those after `last` were not begun, and have been told as ended.
  case goAway(last: CallID, Status)
  /// The connection is over, and every call that was under way with it. Close it.
  case failed(Status)
}

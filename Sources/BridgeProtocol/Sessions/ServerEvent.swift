/// An event that a client caused.
package enum ServerEvent: Sendable {
  /// The connection is usable. The server's own hello is queued.
  indirect case hello(Hello)
  /// The client has shown that it speaks the protocol, in one that has no hello.
  case greeted
  /// A call began. With a request it is half-closed as well: no message will follow.
  /// A `timeoutMs` of 0 means no limit.
  case call(CallID, method: String, timeoutMs: UInt32, request: [UInt8]?)
  case message(CallID, [UInt8])
  /// The client has no more messages for the call.
  case halfClosed(CallID)
  /// The client does not want the outcome. The call must still be finished.
  case cancelled(CallID)
  /// The call has more credit: messages can be sent again.
  case credit(CallID)
  /// The client has opened the commitment of its introduction.
  case revealed(nonce: [UInt8])
  /// The person on the client's side has said yes to the string of its introduction.
  case agreed
  /// The client will begin no more calls.
  case goAway
  /// The connection has failed. The status is queued already: flush, then close.
  case failed(Status)
}

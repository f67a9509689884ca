/// The server's side of one connection of any protocol, free of I/O: bytes in, events out; answers in, bytes out.
///
/// Calls, their status and the credit of streams mean the same in every protocol. A protocol without a hello reports
/// `.greeted` in its place, and no `.revealed`, `.agreed` or `.credit` that its client did not cause.
package protocol CallSession: AnyObject {
  /// Whether the client has introduced itself as far as the protocol asks for it.
  var hasHello: Bool { get }

  /// Handles bytes from the client, in chunks of any size.
  func receive(_ bytes: UnsafeRawBufferPointer)
  /// Handles the end of the input.
  func endOfInput()
  /// Returns the next event, or `nil` when there is none for now.
  func nextEvent() -> ServerEvent?
  /// About how much memory received data takes, in bytes.
  var inputMemory: Int { get }

  /// Returns how much may be sent on a call now; 0: nothing until `.credit`.
  func credit(_ call: CallID) -> Int
  /// The maximum length of a message or response that the client accepts, in bytes.
  var maxPayloadSize: Int { get }
  /// Sends one message of a stream. Returns `false`, without sending, when there is no credit, when the call has ended,
  /// or when the message is longer than the client accepts, which ends the call.
  func send(_ payload: [UInt8], on call: CallID) -> Bool
  /// Ends a call, with a response where the call is unary and the status is OK. Has no effect when it has ended.
  func finish(_ call: CallID, status: Status, response: [UInt8]?)
  /// Ends every call under way, whether it was reported as an event or not.
  func finishAll(_ status: Status)

  /// Fails the connection: queues the status, and ignores everything that arrives later.
  func fail(_ status: Status)
  /// Takes no new calls; those under way are finished.
  func goAway(_ status: Status)
  /// Asks the client for a sign of life.
  func ping()

  /// The number of bytes that wait to be taken.
  var pendingOutput: Int { get }
  /// The number of bytes that the client does not let the server send yet.
  var heldOutput: Int { get }
  /// Removes the output that waits to be written, and hands it over in pieces in order. `write` must not use the session.
  func drainOutput(_ write: ([UInt8]) -> Void)

  /// What a call is refused with that ends without a request.
  var missingRequest: Status { get }
  /// Removes and returns what the client shows to make a call that has just begun; `nil`: nothing.
  func takeAuthorization(of call: CallID) -> String?
}

extension CallSession {
  /// Removes and returns the output that waits to be written, in pieces in order.
  package func takeOutput() -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    drainOutput { pieces.append($0) }
    return pieces
  }
}

extension ServerSession: CallSession {
  package func ping() { ping([]) }

  /// Credit counts messages, so a message that may be sent never waits.
  package var heldOutput: Int { 0 }

  package var missingRequest: Status {
    Status(.invalidArgument, "the call ended without a request", remedy: .sendRequest)
  }

  /// Clients show who they are in their hello.
  package func takeAuthorization(of call: CallID) -> String? { nil }
}

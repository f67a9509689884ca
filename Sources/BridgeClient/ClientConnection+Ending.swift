internal import BridgeProtocol
internal import BridgeTransport

/// How a connection ends, and what its calls are told.
extension ClientConnection {
  /// Returns the error of a call whose deadline has passed without its end having arrived.
  ///
  /// - Parameter hasMessages: Whether a part of the answer has arrived.
  func timeoutError(hasMessages: Bool) -> ClientError {
    // An answer that still arrives, only slowly, is late; one that has stopped is broken off.
    let isSilent = MonotonicTime.now().since(lastReceived) >= ClientCore.grace / 2
    guard isSilent else { return .timedOut(address) }
    if session.isWithinFrame { return .badAnswer(stoppedMessage) }
    return hasMessages
      ? .badAnswer("\(address) stopped in the middle of an answer") : .timedOut(address)
  }

  /// Returns the error of calls that the end of the connection ends: the server's own status where it refuses
  /// the client, otherwise that the connection is lost.
  func failure(_ status: Status) -> ClientError {
    if server == nil || status.refusesConnections { mayHaveBegunCalls = false }
    if session.serverViolatedProtocol {
      return server == nil
        ? .cannotConnect("\(address) does not speak this protocol: \(status.message)")
        : .badAnswer("\(address) violates the protocol: \(status.message)")
    }
    if status.code == .unauthenticated || status.code == .permissionDenied {
      return .status(status)
    }
    // The server ends the connection before it begins the call of that frame.
    if status.reason == .frameTooLarge { return .status(status) }
    // A refused credential is answered after the server's hello.
    if status.refusesConnections {
      var status = status
      status.message = "\(address) refused the connection: \(status.message)"
      return .status(status)
    }
    let why = [status.message, status.detail?.remedy ?? ""].filter { !$0.isEmpty }
      .joined(separator: "\n")
    return server == nil
      ? .cannotConnect("\(address) refused the connection: \(why)")
      : .connectionLost("\(address) closed the connection: \(why)")
  }

  func ended(_ reason: CloseReason) {
    var why: String
    switch reason {
    case .error(let error): why = error.message
    case .tls(let error): return fail(.tls(error, address, security))
    case .peerClosed, .closedLocally: why = goAwayStatus?.message ?? "closed by the server"
    }
    if session.isWithinFrame { why += ", in the middle of a message" }
    fail(
      server == nil
        ? .cannotConnect("\(address): \(why) before its hello")
        : .connectionLost("connection to \(address) lost: \(why)"))
  }

  func fail(_ error: ClientError) {
    guard connection != nil || connectCompletion != nil else { return }
    connector?.cancel()
    connector = nil
    silenceTimer?.cancel()
    silenceTimer = nil
    frameTimer?.cancel()
    frameTimer = nil
    let connection = self.connection
    self.connection = nil
    connection?.onBytes = nil
    connection?.close()
    let wasReady = connectCompletion == nil
    finishConnecting(.failure(error))
    let waiting = calls.values
    calls.removeAll()
    for handlers in waiting {
      handlers.onEnd(.failure(error))
    }
    if wasReady {
      let onClosed = self.onClosed
      self.onClosed = nil
      onClosed?(error)
    }
  }
}

internal import BridgeProtocol
internal import BridgeTransport

/// How a connection comes to its end, by the server or by the peer.
extension FramedConnection {
  /// No new calls; what would not end by itself ends now; closes when the rest has ended.
  func drain(_ status: Status) {
    guard session.hasHello else { return end(status) }
    session.goAway(status)
    for call in calls.values where call.method == .subscribe || call.method == .waitFor {
      call.fail(status)
    }
    flush()
    closeWhenDone()
  }

  /// The time to drain is over: what is still under way ends with the status.
  func endDraining(_ status: Status) {
    guard connection.isOpen else { return }
    endCalls(status)
    connection.closeAfterFlush()
  }

  /// Ends every call, also those that were read and not begun: each is told so, whatever its credit.
  private func endCalls(_ status: Status) {
    for call in calls.values { call.fail(status) }
    session.finishAll(status)
    flush()
  }

  /// Says why and closes, whatever is under way.
  func end(_ status: Status) {
    session.fail(status)
    inputCharge.bytes = session.inputMemory
    for call in calls.values { call.fail(status) }
    flush()
    connection.closeAfterFlush()
  }

  /// To be called every `pingAfter`: asks a peer that says nothing for a sign of life, and gives it up
  /// when there is none for too long.
  func breakSilence() {
    // While nothing is read from it nothing can be heard; that it takes what is sent is TCP's to see.
    guard session.hasHello, !isReadingPaused, !isPutOff else { return }
    silentLooks += 1
    // The look that follows the last byte comes too early by up to the whole time between looks.
    guard silentLooks > 1 else { return }
    if service.configuration.pingAfter * (silentLooks - 1) >= service.configuration.silenceLimit {
      service.log("giving up \(peer): nothing was heard for \(service.configuration.silenceLimit)")
      return end(
        Status(
          .timedOut, "nothing was heard for \(service.configuration.silenceLimit)",
          remedy: .answerPings))
    }
    session.ping()
    flush()
  }

  func closeWhenDone() {
    isClosingDown = true
    guard calls.isEmpty, !isPutOff else { return }
    flush()
    connection.closeAfterFlush()
  }

  /// The client sends no more, and may still read: what it asked for is answered, as far as that does not
  /// wait for what may never happen.
  func inputEnded() {
    guard finishTimer == nil else { return }
    session.endOfInput()
    handleEvents()
    for call in calls.values where call.method == .subscribe || call.method == .waitFor {
      call.cancel()
    }
    for call in calls.values where !call.hasRequest { call.cancel() }
    guard connection.isOpen else { return }
    finishTimer = loop.schedule(after: service.configuration.drainTimeout) { [weak self] in
      self?.endDraining(
        Status(.cancelled, "cancelled: the client sends no more, and this took too long"))
    }
    closeWhenDone()
  }
}

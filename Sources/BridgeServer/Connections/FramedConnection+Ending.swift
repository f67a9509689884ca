internal import BridgeProtocol
internal import BridgeTransport

/// How a connection ends, by the server or by the peer.
extension FramedConnection {
  /// Accepts no new calls, ends those that would not end by themselves, and closes when the rest have ended.
  func drain(_ status: Status) {
    guard session.hasHello else { return end(status) }
    session.goAway(status)
    for call in calls.values where call.method == .subscribe || call.method == .waitFor {
      call.fail(status)
    }
    flush()
    closeWhenDone()
  }

  /// Ends the calls that are still under way with a status, because the time to drain is over.
  func endDraining(_ status: Status) {
    guard connection.isOpen else { return }
    endCalls(status)
    connection.closeAfterFlush()
  }

  /// Ends every call, including those that were read but not begun. Each is told so, whatever its credit.
  private func endCalls(_ status: Status) {
    for call in calls.values { call.fail(status) }
    session.finishAll(status)
    flush()
  }

  /// Tells the peer why and closes, whatever is under way.
  func end(_ status: Status) {
    endReason = endReason ?? status.reason.name
    session.fail(status)
    inputCharge.bytes = session.inputMemory
    for call in calls.values { call.fail(status) }
    flush()
    connection.closeAfterFlush()
  }

  /// Pings a peer that has been silent, and gives it up when it has been silent for too long. Must be
  /// called every `pingInterval`.
  func checkSilence() {
    // While reading is paused nothing can be heard. Whether the peer still takes output is for TCP to detect.
    guard session.hasHello, !isReadingPaused, !isDeferred else { return }
    silentChecks += 1
    // The first check after the last byte may come up to a whole interval too early.
    guard silentChecks > 1 else { return }
    if service.configuration.pingInterval * (silentChecks - 1) >= limits[time: .idleTime] {
      let status = limits.refusal(.idleTime, "nothing received, no answer to a ping either")
      service.log("disconnecting silent \(peer): \(status.message)")
      return end(status)
    }
    session.ping()
    flush()
  }

  func closeWhenDone() {
    isClosingDown = true
    guard calls.isEmpty, !isDeferred, refusalTimer == nil else { return }
    flush()
    connection.closeAfterFlush()
  }

  /// Handles the end of the client's input. The client may still read: its requests are answered, except
  /// those that may wait for something that never happens.
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
        Status(.cancelled, "cancelled: the client closed its output, and the call took too long"))
    }
    closeWhenDone()
  }
}

extension CloseReason {
  /// For the audit log.
  var shortText: String {
    switch self {
    case .peerClosed, .closedLocally: "closed"
    case .error(let error): "lost: \(error.message)"
    case .tls(let error): "TLS: \(error.message)"
    }
  }
}

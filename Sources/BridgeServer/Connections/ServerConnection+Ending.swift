internal import BridgeProtocol
internal import BridgeTransport

/// How a connection ends, by the server or by the peer.
extension ServerConnection {
  /// Accepts no new calls, ends those that would not end by themselves, and closes when the rest have ended.
  func drain(_ status: Status) {
    guard session.hasHello else { return end(status) }
    session.goAway(status)
    standardCalls?.endAll(status)
    for call in calls.values {
      if call.method.waitsForChanges { call.fail(status) } else { call.onBreakOff?(status, false) }
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
    for call in calls.values { call.breakOff(status) }
    standardCalls?.endAll(status)
    session.finishAll(status)
    flush()
  }

  /// Tells the peer why and closes, whatever is under way.
  func end(_ status: Status) {
    endReason = endReason ?? status.reason.name
    standardCalls?.endAll(status)
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
    guard calls.isEmpty, standardCalls?.isEmpty != false, !isDeferred, refusalTimer == nil,
      session.heldOutput == 0
    else { return }
    flush()
    connection.closeAfterFlush()
  }

  /// Handles the end of the client's input. The client may still read: its requests are answered, except
  /// those that may wait for something that never happens.
  func inputEnded() {
    guard finishTimer == nil else { return }
    session.endOfInput()
    handleEvents()
    for call in calls.values where call.method.waitsForChanges {
      call.cancel()
    }
    for call in calls.values where !call.hasRequest { call.cancel() }
    // A client that was ended leaves no other trace: nothing more is begun for it.
    let gone = Status(.cancelled, "the client closed its output")
    for call in calls.values { call.onBreakOff?(gone, false) }
    standardCalls?.endAll(Status(.cancelled, "cancelled: the client closed its output"))
    guard connection.isOpen else { return }
    finishTimer = loop.schedule(after: service.configuration.drainTimeout) { [weak self] in
      self?.endDraining(
        Status(.cancelled, "cancelled: the client closed its output, and the call took too long"))
    }
    closeWhenDone()
  }

  func helloTimedOut() {
    guard !session.hasHello else { return }
    let refusal = limits.refusal(.handshakeTime, missingHello)
    report(refusal)
    // Nothing can be said before a handshake has ended; a peer that sent nothing at all is told in plain text.
    if connection.isShaking { return connection.close() }
    connection.settleUndecided()
    end(refusal)
  }

  /// What the client has not done in time.
  private var missingHello: String {
    guard let http2 else { return "no hello since connecting" }
    return http2.hasGreeted
      ? "no call since connecting had a credential that lets it in"
      : "the preface of HTTP/2 is not complete"
  }

  func closed(_ reason: CloseReason) {
    helloTimer?.cancel()
    finishTimer?.cancel()
    refusalTimer?.cancel()
    requests.body = nil
    streams.body = nil
    leaveIntroduction()
    switch reason {
    case .error(let error) where error.isTimeout:
      // No status reaches a client that reads nothing.
      service.log(
        "disconnecting stalled \(peer): \(limits.refusal(.stallTime, "it read nothing").message)")
    case .tls(let error):
      service.log("closing \(peer): \(error.message)")
      if clients.isEmpty {
        audit?.refused(
          Status(.unauthenticated, error.message), transport: "tls", carrier: carrierName)
      }
    case .peerClosed, .error, .closedLocally: break
    }
    for call in calls.values { call.cancel() }
    standardCalls = nil
    // Also where what it acted on may no longer be seen.
    services.whole.clientLeft(carrierID)
    for client in clients { client.audit?.disconnected(endReason ?? reason.shortText) }
    service.memory.check()
    onClosed(self)
  }
}

extension Method {
  /// Whether calls may wait for something that never happens.
  fileprivate var waitsForChanges: Bool {
    switch self {
    case .subscribe, .watchMatches, .waitFor: true
    default: false
    }
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

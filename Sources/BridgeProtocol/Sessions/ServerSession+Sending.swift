extension ServerSession {
  /// Returns the number of messages that may be sent on the call now; 0 when it has ended.
  package func credit(_ call: CallID) -> Int {
    Int(calls[call]?.credit ?? 0)
  }

  /// Sends one message of a stream. The payload is shared, not copied, unless it is small.
  ///
  /// Returns `false`, without sending, when there is no credit (wait for `.credit`), when the call has
  /// ended, or when the message is longer than the client accepts, which ends the call with
  /// `FRAME_TOO_LARGE`.
  package func send(_ payload: [UInt8], on call: CallID) -> Bool {
    guard let index = calls.index(of: call), calls[index].credit > 0 else {
      return false
    }
    guard output.frame(call, FrameFields.message, payload, limit: peerLimit) else {
      finish(call, status: tooLarge("message", payload.count))
      return false
    }
    calls[index].credit -= 1
    return true
  }

  /// Begins one message of a stream, whose payload of `length` bytes the caller sends itself, right
  /// after what `drainOutput` hands over next. For payloads that several connections share.
  ///
  /// Returns `false` when nothing is to be sent, for the same reasons as `send`.
  package func beginMessage(of length: Int, on call: CallID) -> Bool {
    guard let index = calls.index(of: call), calls[index].credit > 0 else {
      return false
    }
    guard output.frameHead(call, FrameFields.message, length: length, limit: peerLimit) else {
      finish(call, status: tooLarge("message", length))
      return false
    }
    calls[index].credit -= 1
    return true
  }

  /// Ends a call, with a response where the call is unary and the status is OK.
  ///
  /// A response that is longer than the client accepts becomes `FRAME_TOO_LARGE`. Has no effect when
  /// the call has ended.
  package func finish(_ call: CallID, status: Status = .ok, response: [UInt8]? = nil) {
    guard let removed = calls.remove(call) else { return }
    if removed.isCancelled { cancelledCalls -= 1 }
    end(call, status, response)
  }

  /// Ends every call under way, whether it was reported as an event or not.
  package func finishAll(_ status: Status) {
    for call in calls.ids { finish(call, status: status) }
  }

  /// Fails the connection: queues the status, and ignores everything that arrives later.
  package func fail(_ status: Status) {
    guard !isFailed else { return }
    phase = .failed
    calls.removeAll()
    cancelledCalls = 0
    reader = FrameReader(maxLength: reader.maxLength)
    events = EventQueue()
    end(CallID(rawValue: 0), status, nil)
  }

  /// Takes no new calls; those under way are finished.
  package func goAway(_ status: Status) {
    switch phase {
    case .goingAway, .failed: return
    case .awaitingHello, .introducing, .open: break
    }
    phase = .goingAway(last: lastCall)
    let last = lastCall
    _ = output.frame(CallID(rawValue: 0), FrameFields.goAway, limit: .max) {
      $0.number(GoAwayFields.lastCallID, last)
      $0.message(GoAwayFields.status) { $0.status(status) }
    }
  }

  /// Tells a client that introduced itself that it is accepted.
  package func accept(_ access: HelloAccess) {
    guard case .introducing = phase else { return }
    _ = output.frame(CallID(rawValue: 0), FrameFields.access, limit: .max) { $0.access(access) }
  }

  /// Sends a ping. Whatever arrives then shows that the client is alive. Only the first 64 bytes of the payload
  /// are sent.
  package func ping(_ payload: [UInt8]) {
    guard hasHello, !isFailed else { return }
    _ = output.frame(CallID(rawValue: 0), FrameFields.ping, limit: .max) {
      $0.blob(PingFields.payload, Array(payload.prefix(ProtocolLimits.pingPayload)))
    }
  }

  var isFailed: Bool {
    if case .failed = phase { true } else { false }
  }

  /// Queues the end of a call that has been removed from those under way.
  func end(_ call: CallID, _ status: Status, _ response: [UInt8]?) {
    let isOK = status.isOK && status.detail == nil
    if isOK || response != nil {
      let fits = output.frame(
        call, FrameFields.callEnd, payloadField: CallEndFields.response, response, limit: peerLimit
      ) {
        if !isOK { $0.message(CallEndFields.status) { $0.status(status) } }
      }
      if fits { return }
    }
    let status = response.map { tooLarge("response", $0.count) } ?? status
    for length in StatusLength.allCases {
      let fits = output.frame(
        call, FrameFields.callEnd, limit: length == .bare ? .max : peerLimit
      ) {
        $0.message(CallEndFields.status) { $0.status(status, length) }
      }
      if fits { return }
    }
  }

  private func tooLarge(_ what: String, _ length: Int) -> Status {
    Status(
      .frameTooLarge, "\(what) of \(length) bytes, the client's frame limit is \(peerLimit)",
      limit: UInt64(peerLimit))
  }
}

extension ClientSession {
  /// Begins a call with its whole request.
  ///
  /// A call that cannot be sent (the connection is closing, or the request is longer than the server
  /// accepts) ends at once, with an event whose status says why. A `timeoutMs` of 0 means no limit, a
  /// `credit` of 0 means 64.
  package func start(
    method: String, request: [UInt8], timeoutMs: UInt32 = 0, credit: UInt32 = 0
  ) -> CallID {
    lastCall += 1
    let call = CallID(rawValue: lastCall)
    guard !isClosing else {
      events.append(
        .ended(
          call,
          Status(.shuttingDown, "the connection no longer accepts calls", remedy: .callElsewhere),
          response: nil))
      return call
    }
    let fits = output.frame(
      call, FrameFields.callStart, payloadField: CallStartFields.request, request, limit: peerLimit
    ) {
      $0.text(CallStartFields.method, method)
      $0.number(CallStartFields.timeoutMs, UInt64(timeoutMs))
      $0.number(CallStartFields.credit, UInt64(credit))
    }
    guard fits else {
      var status = Status(
        .frameTooLarge,
        "limit \(ProtocolLimits.frameName)=\(peerLimit) of the server reached by a request of \(request.count) bytes",
        remedy: .shortenFrame, limit: UInt64(peerLimit))
      status.detail?.limitName = ProtocolLimits.frameName
      events.append(.ended(call, status, response: nil))
      return call
    }
    calls.set(Call(credit: credit == 0 ? ProtocolLimits.defaultCredit : credit), for: call)
    return call
  }

  /// Tells the server that a call's outcome is not wanted. Its messages are no longer reported; its end is.
  package func cancel(_ call: CallID) {
    guard let index = calls.index(of: call), !calls[index].isCancelled else {
      return
    }
    calls[index].isCancelled = true
    ignoredCalls.insert(call)
    _ = output.frame(call, FrameFields.cancel, limit: .max) { _ in }
  }

  /// Lets the server send more messages on a call. The total credit is limited to 4,294,967,295.
  package func grant(_ messages: UInt32, on call: CallID) {
    guard let index = calls.index(of: call), !calls[index].isCancelled else {
      return
    }
    let granted = min(messages, UInt32.max - calls[index].credit)
    guard granted > 0 else { return }
    calls[index].credit += granted
    _ = output.frame(call, FrameFields.credit, limit: .max) {
      $0.number(CreditFields.messages, UInt64(granted))
    }
  }

  /// Opens the commitment of an introduction, when the server's nonce has arrived.
  package func reveal(_ nonce: [UInt8]) {
    guard !isFailed, !hasRevealed else { return }
    hasRevealed = true
    _ = output.frame(CallID(rawValue: 0), FrameFields.pairingReveal, limit: .max) {
      $0.blob(PairingRevealFields.nonce, nonce)
    }
  }

  /// Says that the person on this side has compared the string of an introduction.
  package func agree() {
    guard !isFailed, hasRevealed, !hasAgreed else { return }
    hasAgreed = true
    _ = output.frame(CallID(rawValue: 0), FrameFields.pairingAgreement, limit: .max) { _ in }
  }

  /// Sends a ping, which the server must answer. Only the first 64 bytes of the payload are sent.
  package func ping(_ payload: [UInt8] = []) {
    guard !isFailed else { return }
    _ = output.frame(CallID(rawValue: 0), FrameFields.ping, limit: .max) {
      $0.blob(PingFields.payload, Array(payload.prefix(ProtocolLimits.pingPayload)))
    }
  }

  /// Tells the server that no more calls will be begun. The server finishes those under way.
  package func goAway() {
    guard !isClosing else { return }
    phase = .goingAway
    _ = output.frame(CallID(rawValue: 0), FrameFields.goAway, limit: .max) { _ in }
  }

  var isFailed: Bool {
    if case .failed = phase { true } else { false }
  }
}

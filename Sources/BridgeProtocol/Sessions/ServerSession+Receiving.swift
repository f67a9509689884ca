extension ServerSession: FrameReceiver {
  /// Handles bytes from the client, in chunks of any size. At most one incomplete frame is kept.
  package func receive(_ bytes: UnsafeRawBufferPointer) {
    unsafe take(bytes) { _, _ in }
  }

  /// Handles the end of the input. The connection fails when it ends within a frame.
  package func endOfInput() {
    takeEnd()
  }

  func peerFailed(_ status: Status) {
    guard !isFailed else { return }
    fail(status)
    events.append(.failed(status))
  }

  func handle(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) throws(Status) {
    let frame = try FrameView(bytes, range)
    guard hasHello else { return try firstFrame(frame, bytes) }
    let call = CallID(rawValue: frame.call)
    if case .introducing(let sent) = phase {
      return try introducing(frame, bytes, sent)
    }
    switch frame.body {
    case .unknown: break
    case .callStart(let start): try begin(call, start, bytes)
    case .message(let payload):
      try withCall(call) { (state: inout Call) throws(Status) in
        // Messages after the half-close are ignored, as they are when the call has ended.
        guard !state.isHalfClosed else { return }
        events.append(.message(call, bytes.array(payload)), payload: payload.count)
      }
    case .halfClose:
      try withCall(call) { (state: inout Call) throws(Status) in
        guard !state.isHalfClosed else { return }
        state.isHalfClosed = true
        events.append(.halfClosed(call))
      }
    case .cancel:
      try withCall(call) { (state: inout Call) throws(Status) in
        if !state.isCancelled {
          cancelledCalls += 1
          events.append(.cancelled(call))
        }
        state.isCancelled = true
        state.isHalfClosed = true
      }
    case .credit(let messages):
      try withCall(call) { (state: inout Call) throws(Status) in
        let (sum, overflow) = state.credit.addingReportingOverflow(messages)
        guard !overflow else {
          throw Status(
            .malformed,
            "credit of call \(call): \(state.credit) plus \(messages) exceeds \(UInt32.max)",
            limit: UInt64(UInt32.max))
        }
        state.credit = sum
        if !state.isCancelled, messages > 0 { events.append(.credit(call)) }
      }
    case .ping(let payload, let isAnswer):
      try onConnection(call, "Ping")
      if !isAnswer { answerPing(bytes.array(payload)) }
    case .goAway:
      try onConnection(call, "GoAway")
      clientGoesAway = true
      events.append(.goAway)
    case .hello: throw Status(.malformed, "received a second hello")
    case .callEnd: throw Status(.malformed, "CallEnd from a client: only servers may send it")
    case .access: throw Status(.malformed, "Access from a client: only servers may send it")
    case .pairingReveal: throw Status(.malformed, "PairingReveal without an introduction")
    case .pairingAgreement: throw Status(.malformed, "PairingAgreement without an introduction")
    }
  }

  /// Handles a frame of a client that introduces itself.
  private func introducing(
    _ frame: FrameView, _ bytes: borrowing Span<UInt8>, _ sent: Introducing
  ) throws(Status) {
    switch frame.body {
    case .unknown: break
    case .pairingReveal(let nonce) where sent == .commitment:
      phase = .introducing(.nonce)
      events.append(.revealed(nonce: bytes.array(nonce)))
    case .pairingAgreement where sent == .nonce:
      phase = .introducing(.agreement)
      events.append(.agreed)
    case .ping(let payload, let isAnswer):
      if !isAnswer { answerPing(bytes.array(payload)) }
    case .goAway: events.append(.goAway)
    default:
      throw Status(
        .malformed,
        "a connection that introduces a client can only reveal its nonce and agree, in this order, once"
      )
    }
  }

  /// Lets `body` change a call that is under way. A frame for a call that has ended, or that came after this
  /// server's go away, is ignored, because the client could not know. Throws for a call that never began.
  private func withCall(
    _ call: CallID, _ body: (inout Call) throws(Status) -> Void
  ) throws(Status) {
    if let index = calls.index(of: call) {
      try body(&calls[index])
    } else if call.rawValue == 0 || call.rawValue > lastCall {
      throw Status(.malformed, "frame for call \(call), which was never started")
    }
  }

  private func onConnection(_ call: CallID, _ what: String) throws(Status) {
    guard call.rawValue == 0 else {
      throw Status(.malformed, "\(what) on call \(call): it must be on call 0")
    }
  }

  private func answerPing(_ payload: [UInt8]) {
    _ = output.frame(CallID(rawValue: 0), FrameFields.ping, limit: .max) {
      $0.blob(PingFields.payload, payload)
      $0.flag(PingFields.answer, true)
    }
  }
}

// MARK: - Beginning

extension ServerSession {
  private func firstFrame(
    _ frame: FrameView, _ bytes: borrowing Span<UInt8>
  ) throws(Status) {
    if case .unknown = frame.body { return }
    guard case .hello(let content) = frame.body, frame.call == 0 else {
      throw Status(
        .helloRequired, "the first frame is not a hello")
    }
    var ours = Hello(
      software: configuration.software, maxFrameLength: configuration.maxFrameLength,
      epoch: configuration.epoch, maxConcurrentCalls: configuration.maxConcurrentCalls,
      features: configuration.features)
    // Our hello is sent even when the client's is refused, so that the client learns what is accepted.
    defer {
      _ = output.frame(CallID(rawValue: 0), FrameFields.hello, limit: .max) { $0.hello(ours) }
    }
    let hello = try Hello(decoding: bytes.array(content))
    try hello.check()
    if case .introduction(let commitment) = hello.credential {
      guard let introduce else { throw Status(.unauthenticated, "introductions are not accepted") }
      ours.pairingNonce = try introduce(commitment)
    } else {
      ours.access = try admit?(hello)
    }
    ours.epoch = epoch
    peerLimit = hello.maxFrameLength
    reader.maxLength = configuration.maxFrameLength
    reader.limitName = ProtocolLimits.frameName
    hasHello = true
    if !isClosing { phase = ours.pairingNonce.isEmpty ? .open : .introducing(.commitment) }
    events.append(.hello(hello))
  }

  private func begin(
    _ call: CallID, _ start: FrameView.CallStart, _ bytes: borrowing Span<UInt8>
  ) throws(Status) {
    guard call.rawValue > lastCall else {
      throw Status(
        .malformed,
        "call \(call) started after call \(lastCall): call ids must ascend and cannot be reused")
    }
    guard !clientGoesAway else {
      throw Status(.malformed, "call \(call) started after the client's GoAway")
    }
    lastCall = call.rawValue
    // This server's go away crossed the call: it tells the client that the call was not begun.
    if case .goingAway = phase { return }
    let underWay = calls.count - cancelledCalls
    guard underWay < configuration.maxConcurrentCalls else {
      return end(call, tooManyCalls, nil)
    }
    guard let method = methods.name(bytes, start.method) else {
      return end(call, Status(.invalidArgument, "CallStart.method is not UTF-8"), nil)
    }
    let credit = start.credit == 0 ? ProtocolLimits.defaultCredit : start.credit
    calls.set(Call(credit: credit, isHalfClosed: start.request != nil), for: call)
    events.append(
      .call(
        call, method: method, timeoutMs: start.timeoutMs,
        request: start.request.map { bytes.array($0) }),
      payload: start.request?.count ?? 0)
  }

  private var tooManyCalls: Status {
    let limit = configuration.maxConcurrentCalls
    var status = Status(
      .limit,
      "limit \(ProtocolLimits.callsName)=\(limit) reached: \(limit) concurrent calls on this connection",
      remedy: .awaitCall, limit: UInt64(limit))
    status.detail?.limitName = ProtocolLimits.callsName
    return status
  }
}

extension ClientSession: FrameReceiver {
  /// A message of a stream that has just arrived, and where its payload is.
  struct Message {
    let call: CallID
    let payload: Range<Int>
  }

  /// Handles bytes from the server, in chunks of any size. At most one incomplete frame is kept.
  package func receive(_ bytes: UnsafeRawBufferPointer) {
    unsafe take(bytes) { message, bytes in if let message { append(message, bytes) } }
  }

  /// The same. Messages of streams are handed to `onMessage`, without a copy, instead of being reported as events, unless
  /// other events wait before them. `afterFrame` is called after each frame. Both may use the session, except for receiving.
  package func receive(
    _ bytes: UnsafeRawBufferPointer, onMessage: (CallID, Span<UInt8>) -> Void,
    afterFrame: () -> Void
  ) {
    unsafe take(bytes) { message, bytes in
      if let message {
        if events.isEmpty {
          onMessage(message.call, bytes.extracting(message.payload))
        } else {
          append(message, bytes)
        }
      }
      afterFrame()
    }
  }

  private func append(_ message: Message, _ bytes: borrowing Span<UInt8>) {
    events.append(.message(message.call, bytes.array(message.payload)))
  }

  /// Handles the end of the input. The connection fails when it ends within a frame.
  package func endOfInput() {
    takeEnd()
  }

  /// Fails the connection because of an error of the server. Tells the server why, in case it keeps a log.
  func peerFailed(_ status: Status) {
    guard !isFailed else { return }
    serverViolatedProtocol = true
    _ = output.frame(CallID(rawValue: 0), FrameFields.goAway, limit: .max) {
      $0.message(GoAwayFields.status) { $0.status(status) }
    }
    failed(status)
  }

  private func failed(_ status: Status) {
    phase = .failed
    calls.removeAll()
    events.append(.failed(status))
  }

  func handle(
    _ bytes: borrowing Span<UInt8>, _ range: Range<Int>
  ) throws(Status) -> Message? {
    let frame = try FrameView(bytes, range)
    let call = CallID(rawValue: frame.call)
    if hasHello, case .message(let payload) = frame.body {
      return try message(call, payload)
    }
    try handle(frame, of: call, bytes)
    return nil
  }

  private func handle(
    _ frame: FrameView, of call: CallID, _ bytes: borrowing Span<UInt8>
  ) throws(Status) {
    // A server that refuses the connection may send a status instead of a hello.
    if case .callEnd(let end) = frame.body, frame.call == 0 {
      return failed(try end.decodedStatus(bytes))
    }
    guard hasHello else { return try firstFrame(frame, bytes) }
    switch frame.body {
    case .unknown, .message: break
    case .callEnd(let end): try ended(call, end, bytes)
    case .ping(let payload, let isAnswer):
      try onConnection(call, "Ping")
      ping(bytes.array(payload), isAnswer)
    case .goAway(let last, let status):
      try onConnection(call, "GoAway")
      try goneAway(last, status, bytes)
    case .hello: throw Status(.malformed, "received a second hello")
    case .access(let content):
      try onConnection(call, "Access")
      guard hasRevealed else { throw Status(.malformed, "Access without an introduction") }
      events.append(.accepted(try HelloAccess(decoding: bytes.array(content))))
    case .callStart, .halfClose, .cancel, .credit, .pairingReveal, .pairingAgreement:
      throw Status(.malformed, "a frame that only clients may send, on call \(call)")
    }
  }

  private func firstFrame(
    _ frame: FrameView, _ bytes: borrowing Span<UInt8>
  ) throws(Status) {
    if case .unknown = frame.body { return }
    guard case .hello(let content) = frame.body, frame.call == 0 else {
      throw Status(.helloRequired, "the server's first frame is not a hello")
    }
    let hello = try Hello(decoding: bytes.array(content))
    try hello.check()
    hasHello = true
    peerLimit = hello.maxFrameLength
    reader.maxLength = configuration.maxFrameLength
    if !isClosing { phase = .open }
    events.append(.hello(hello))
  }

  private func message(_ call: CallID, _ payload: Range<Int>) throws(Status) -> Message? {
    guard let index = calls.index(of: call) else {
      try ignoreUnknownCall(call)
      return nil
    }
    let state = calls[index]
    guard state.credit > 0 else {
      throw Status(.malformed, "message without credit on call \(call)")
    }
    calls[index].credit -= 1
    return state.isCancelled ? nil : Message(call: call, payload: payload)
  }

  private func ended(
    _ call: CallID, _ end: FrameView.CallEnd, _ bytes: borrowing Span<UInt8>
  ) throws(Status) {
    guard calls.remove(call) != nil else { return try ignoreUnknownCall(call) }
    let status = try end.decodedStatus(bytes)
    events.append(.ended(call, status, response: end.response.map { bytes.array($0) }))
  }

  /// Ignores a frame for a call that has ended. Throws for a call that never began.
  private func ignoreUnknownCall(_ call: CallID) throws(Status) {
    guard call.rawValue > 0, call.rawValue <= lastCall else {
      throw Status(.malformed, "frame for call \(call), which was never started")
    }
  }

  private func onConnection(_ call: CallID, _ what: String) throws(Status) {
    guard call.rawValue == 0 else {
      throw Status(.malformed, "\(what) on call \(call): it must be on call 0")
    }
  }

  private func ping(_ payload: [UInt8], _ isAnswer: Bool) {
    if isAnswer { return events.append(.pong(payload)) }
    _ = output.frame(CallID(rawValue: 0), FrameFields.ping, limit: .max) {
      $0.blob(PingFields.payload, payload)
      $0.flag(PingFields.answer, true)
    }
  }

  private func goneAway(
    _ last: UInt64, _ status: Range<Int>?, _ bytes: borrowing Span<UInt8>
  ) throws(Status) {
    let status =
      if let status { try Status(decoding: bytes.array(status)) } else {
        Status(.shuttingDown, "the server no longer accepts calls")
      }
    phase = .goingAway
    for call in calls.ids where call.rawValue > last {
      calls.remove(call)
      let notBegun = Status(
        .shuttingDown, "the server did not start the call: \(status.message)",
        remedy: .callElsewhere)
      events.append(.ended(call, notBegun, response: nil))
    }
    events.append(.goAway(last: CallID(rawValue: last), status))
  }
}

extension FrameView.CallEnd {
  fileprivate func decodedStatus(_ bytes: borrowing Span<UInt8>) throws(Status) -> Status {
    guard let status else { return .ok }
    return try Status(decoding: bytes.array(status))
  }
}

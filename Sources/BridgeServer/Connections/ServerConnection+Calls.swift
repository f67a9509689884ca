internal import BridgeProtocol
internal import BridgeTransport

/// What calls send, and when: streams have their turns, and output that nobody reads pauses reading.
extension ServerConnection {
  func isReady(_ call: CallID) -> Bool { isReady(call, session) }

  /// The same for a caller that has loaded the session.
  private func isReady(_ call: CallID, _ session: any CallSession) -> Bool {
    // Asked for each message of a stream, so the ledger is asked only when there is much.
    guard connection.isOpen, streamRoom > 0, session.credit(call) > 0 else { return false }
    let waiting = connection.queuedBytes + session.pendingOutput
    let held = session.heldOutput
    if waiting < alwaysAllowed, held < alwaysAllowed { return true }
    let allowance = service.memory.allowance
    return waiting < min(limits[.queuedBytes] / 8, allowance) && held < allowance
  }

  /// The number of bytes that the streams of a connection may send before others have their turn.
  static let streamQuantum = 128 * 1024

  /// Lets every stream that can go on send more. Returns whether there is more to send.
  func continueStreams() -> Bool {
    guard connection.isOpen else { return false }
    streamRoom = Self.streamQuantum
    let calls = Array(self.calls.values)
    // Begin after the stream that used up the room in the last round.
    for index in calls.indices {
      let call = calls[(nextStream + index) % calls.count]
      call.onReady?()
      if streamRoom <= 0 {
        nextStream = (nextStream + index + 1) % calls.count
        break
      }
    }
    flush()
    return streamRoom <= 0
  }

  var maxPayloadSize: Int { session.maxPayloadSize }

  var clientKeepsDeadlines: Bool { http2 != nil }

  func pendingCalls(of method: Method) -> Int { pendingCounts[method, default: 0] }

  /// Whether too much output waits for more requests to be handled. Only above the transport's low-water
  /// mark, so that the transport always reports when there is room again.
  var isFull: Bool { isFull(session) }

  /// The same for a caller that has loaded the session.
  func isFull(_ session: any CallSession) -> Bool {
    let waiting = connection.queuedBytes + session.pendingOutput
    // Asked after each request, so the ledger is asked only when there is much.
    return waiting > connection.lowWaterMark
      && waiting > min(limits[.queuedBytes], service.memory.allowance)
  }

  func send(_ payload: [UInt8], on call: CallID) -> Bool { send(payload, on: call, session) }

  func send(on call: CallID, whileReady next: () -> [UInt8]?) -> Bool {
    // Loaded once: each time costs as much as a small part of a message.
    let session = session
    while isReady(call, session), let message = next() {
      guard send(message, on: call, session) else { return false }
    }
    return true
  }

  private func send(_ payload: [UInt8], on call: CallID, _ session: any CallSession) -> Bool {
    guard session.send(payload, on: call) else { return false }
    chargeStreamRoom(payload.count)
    scheduleFlush(session)
    return true
  }

  func send(_ message: SharedBytes, on call: CallID) -> Bool {
    guard message.bytes.count > Self.smallMessage, let frames else {
      return send(message.bytes, on: call)
    }
    guard frames.beginMessage(of: message.bytes.count, on: call) else { return false }
    connection.send(contentsOf: frames.takeOutput(), then: message)
    chargeStreamRoom(message.bytes.count)
    return true
  }

  /// Charges a message to the streams' room. When the room is used up, streams wait until others have had
  /// their turn.
  private func chargeStreamRoom(_ bytes: Int) {
    streamRoom -= bytes + WireSize.frame
    if streamRoom <= 0 { service.scheduler.add(streams, .heavy) }
  }

  /// Messages up to this many bytes are copied, which costs less than sharing them.
  private static let smallMessage = 2048

  func finish(_ call: CallID, status: Status, response: [UInt8]?) {
    let session = session
    session.finish(call, status: status, response: response)
    scheduleFlush(session)
  }

  func callEnded(_ call: Call) {
    if call.isPending {
      calls.remove(call.id)
      forgetClient(of: call)
      pendingCounts[call.method, default: 1] -= 1
    }
    if isClosingDown { closeWhenDone() }
  }

  /// Plans a flush at the end of the turn, so that what several calls send in one turn leaves together.
  private func scheduleFlush(_ session: any CallSession) {
    // Only output in the transport counts against the server's memory limit.
    if session.pendingOutput > Self.uncountedOutput { moveOutput(of: session) }
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    loop.atEndOfTurn { [self] in flush() }
  }

  func flush() { flush(session) }

  /// The same for a caller that has loaded the session.
  func flush(_ session: any CallSession) {
    isFlushScheduled = false
    moveOutput(of: session)
    service.memory.check()
  }

  /// Moves the session's output to the transport, which sends and counts it.
  func moveOutput(of session: any CallSession) {
    guard refusalTimer == nil else { return }
    session.drainOutput { connection.send($0) }
    heldCharge.bytes = session.heldOutput
  }

  /// The maximum number of bytes of output that wait in the session.
  private static let uncountedOutput = 64 * 1024

  /// Stops reading from a peer that makes requests but does not read the answers.
  func pauseReadingIfFull() {
    guard !isReadingPaused, isFull else { return }
    isReadingPaused = true
    connection.pauseReading()
  }

  func outputDrained() {
    guard connection.isOpen else { return }
    service.scheduler.add(streams, .heavy)
    guard isReadingPaused else { return }
    isReadingPaused = false
    // Requests that were already read come first; their answers may fill the queue again.
    handleEvents()
    if !isReadingPaused, !isDeferred { connection.resumeReading() }
  }
}

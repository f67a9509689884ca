package import BridgeProtocol
internal import CNghttp2

extension HTTP2Session {
  package func credit(_ call: CallID) -> Int {
    guard !isFailed, let stream = streams[call], stream.end == nil else { return 0 }
    guard stream.output.count >= Self.creditLimit else { return 1 }
    stream.isStarved = true
    return 0
  }

  package func send(_ payload: [UInt8], on call: CallID) -> Bool {
    guard !isFailed, let stream = streams[call], stream.end == nil else { return false }
    guard payload.count <= maxPayloadSize else {
      finish(call, status: tooLong(payload), response: nil)
      return false
    }
    append(payload, to: stream)
    proceed(stream)
    if stream.output.count >= Self.creditLimit { sendWhatCanBe() }
    return true
  }

  package func finish(_ call: CallID, status: Status, response: [UInt8]?) {
    guard let stream = streams[call], stream.end == nil else { return }
    dropInput(of: stream)
    guard !isFailed else { return }
    var status = status
    if let response, status.isOK {
      if response.count <= maxPayloadSize {
        append(response, to: stream)
      } else {
        status = tooLong(response)
      }
    }
    // An answer that fails is sent as far as the windows let through now.
    let isCut = !status.isOK && stream.hasBegun && !isReceiving
    if isCut, stream.output.count > 0 { sendWhatCanBe() }
    guard !isFailed else { return }
    let end = status.isOK ? .ok : CallTrailers(status, namesEncodings: stream.input.sawCompression)
    stream.end = end
    if !status.isOK, !stream.hasBegun {
      unsafe end.withFields(stream.trailingMetadata) { end in
        unsafe stream.initialMetadata.withFields {
          unsafe cnghttp2_end_only(raw, stream.id, $0, end)
        }
      }
    } else if isCut || stream.hasBegun && stream.output.count == 0 {
      cutShort(stream, end)
    } else {
      proceed(stream)
    }
  }

  /// Ends every call of an owner, and drops what is left of its answers, also of those that were complete.
  package func withdraw(from owner: AnyObject, _ status: Status) {
    for call in streams.ids {
      guard !isFailed, let stream = streams[call], stream.owner === owner else { continue }
      if stream.output.count > 0 {
        cutShort(stream, CallTrailers(status))
      } else {
        finish(call, status: status, response: nil)
      }
    }
  }

  /// Ends an answer without what is left of it, for which the client's windows may never open. The end itself needs
  /// none. Behind a part of a message no status is understood.
  private func cutShort(_ stream: HTTP2Stream, _ end: CallTrailers) {
    dropInput(of: stream)
    let isWhole = stream.output.isBetweenMessages
    heldOutput -= stream.output.count
    stream.output = MessageQueue()
    stream.end = end
    if isWhole {
      unsafe end.withFields(stream.trailingMetadata) {
        unsafe cnghttp2_trailers(raw, stream.id, $0)
      }
    } else {
      unsafe cnghttp2_cancel(raw, stream.id)
    }
  }

  /// Lets go of what has arrived of a request.
  private func dropInput(of stream: HTTP2Stream) {
    partialBytes -= stream.input.heldCount
    stream.input.removeAll()
    stream.messages = []
  }

  package func finishAll(_ status: Status) {
    for call in streams.ids { finish(call, status: status, response: nil) }
    guard !isFailed else { return }
    sendWhatCanBe()
    for call in streams.ids {
      guard let stream = streams[call], stream.output.count > 0 else { continue }
      cutShort(stream, CallTrailers(status))
    }
  }

  package func fail(_ status: Status) {
    guard !isFailed else { return }
    finishAll(status)
    goAway(status, code: HTTP2Error(status))
    sendWhatCanBe()
    isFailed = true
    events = ServerEvents()
  }

  package func goAway(_ status: Status) {
    guard !isFailed, !isGoingAway else { return }
    goAway(status, code: .none)
  }

  func goAway(_ status: Status, code: HTTP2Error) {
    isGoingAway = true
    hasSaidWhy = true
    let text = Array(status.sentMessage.utf8)
    unsafe cnghttp2_go_away(raw, code.rawValue, text, text.count)
  }

  package func ping() {
    if !isFailed { unsafe cnghttp2_ping(raw) }
  }

  package func drainOutput(_ write: ([UInt8]) -> Void) {
    if !isFailed { sendWhatCanBe() }
    guard !output.isEmpty else { return }
    var taken: [UInt8] = []
    taken.reserveCapacity(min(output.count, Self.creditLimit))
    swap(&taken, &output)
    write(taken)
  }

  private func append(_ message: [UInt8], to stream: HTTP2Stream) {
    heldOutput -= stream.output.count
    stream.output.append(message)
    heldOutput += stream.output.count
  }

  /// Has libnghttp2 ask for what is left of an answer.
  private func proceed(_ stream: HTTP2Stream) {
    if !stream.hasBegun {
      stream.hasBegun = true
      unsafe stream.initialMetadata.withFields { unsafe cnghttp2_begin(raw, stream.id, $0) }
    } else if stream.isDeferred {
      stream.isDeferred = false
      unsafe cnghttp2_resume(raw, stream.id)
    }
  }

  /// Moves to the output what the windows of the client let through.
  func sendWhatCanBe() {
    // Fails only for want of memory.
    if unsafe cnghttp2_send(raw) != 0, !isFailed {
      isFailed = true
      events.append(.failed(Status(StatusCode.internal, "HTTP/2 cannot go on")))
    }
  }

  private func tooLong(_ message: [UInt8]) -> Status {
    Status(
      .frameTooLarge, "message of \(message.count) bytes, gRPC clients take \(maxPayloadSize)",
      limit: UInt64(maxPayloadSize))
  }
}

// MARK: What libnghttp2 asks for

extension HTTP2Session {
  func next(_ id: Int32, _ limit: Int) -> cnghttp2_part {
    guard let stream = stream(id) else {
      return cnghttp2_part(count: 0, is_deferred: 1, is_last: 0)
    }
    let count = min(limit, stream.output.count)
    let isRest = count == stream.output.count
    if isRest, let end = stream.end {
      unsafe end.withFields(stream.trailingMetadata) { unsafe cnghttp2_trailers(raw, id, $0) }
      return cnghttp2_part(count: count, is_deferred: 0, is_last: 1)
    }
    stream.isDeferred = count == 0
    return cnghttp2_part(count: count, is_deferred: count == 0 ? 1 : 0, is_last: 0)
  }

  func write(_ id: Int32, head: UnsafeBufferPointer<UInt8>, _ count: Int) {
    unsafe output.append(contentsOf: head)
    guard let stream = stream(id) else { return }
    stream.output.move(count, to: &output)
    heldOutput -= count
    if stream.isStarved, stream.output.count < Self.creditLimit {
      stream.isStarved = false
      if stream.end == nil { events.append(.credit(stream.call)) }
    }
  }
}

internal import BridgeProtocol
internal import CNghttp2
internal import Glibc

/// What arrives. Called while bytes are handled.
extension HTTP2Session {
  func began(_ id: Int32, _ request: cnghttp2_request) {
    guard !isFailed else { return }
    let path = unsafe UnsafeBufferPointer(start: request.path, count: request.path_count)
    if software.isEmpty {
      let agent = unsafe UnsafeBufferPointer(start: request.agent, count: request.agent_count)
      software = unsafe String(decoding: agent.prefix(Self.maxSoftware), as: UTF8.self)
    }
    let authorization = unsafe request.authorization.map {
      unsafe String(
        decoding: UnsafeBufferPointer(start: $0, count: request.authorization_count), as: UTF8.self)
    }
    let stream = HTTP2Stream(
      id, method: unsafe method(path), timeoutMs: unsafe request.timeout_ms,
      authorization: authorization, metadata: unsafe Metadata(request.metadata),
      maxMessage: configuration.maxMessageLength, isEncoded: unsafe request.is_encoded != 0)
    streams.set(stream, for: stream.call)
    if unsafe request.problem != CNGHTTP2_SOUND {
      unsafe refuse(stream, problem: Int(request.problem))
    } else {
      newStreams.append(stream)
    }
  }

  private static let maxSoftware = 128

  private func method(_ path: UnsafeBufferPointer<UInt8>) -> String {
    if let start = path.baseAddress, lastMethod.bytes.count == path.count,
      unsafe memcmp(lastMethod.bytes, start, path.count) == 0
    {
      return lastMethod.text
    }
    lastMethod = unsafe (Array(path), String(decoding: path, as: UTF8.self))
    return lastMethod.text
  }

  /// Answers a request that is not one of gRPC.
  private func refuse(_ stream: HTTP2Stream, problem: Int) {
    switch problem {
    case Int(CNGHTTP2_NOT_POST), Int(CNGHTTP2_NOT_GRPC):
      stream.end = .ok
      unsafe cnghttp2_refuse(raw, stream.id, Int32(problem))
    case Int(CNGHTTP2_TOO_LONG):
      let limit = Self.maxHeaderBytes
      finish(
        stream.call,
        status: Status(
          .limit, "metadata of more than \(limit) bytes", remedy: .shortenMetadata,
          limit: UInt64(limit)), response: nil)
    case Int(CNGHTTP2_BAD_TIMEOUT):
      finish(
        stream.call,
        status: Status(
          .invalidArgument,
          "grpc-timeout is not one number of up to 8 digits with a unit of HMSmun",
          remedy: .correctTimeout), response: nil)
    case Int(CNGHTTP2_NO_TIME):
      finish(
        stream.call,
        status: Status(.timedOut, "the call came with a time of 0: nothing was done"),
        response: nil)
    default:
      finish(
        stream.call,
        status: Status(
          .unauthenticated, "there are several authorization fields", remedy: .sendToken),
        response: nil)
    }
  }

  func received(_ id: Int32, _ bytes: UnsafeRawBufferPointer) {
    guard !isFailed, let stream = stream(id), stream.end == nil else { return }
    let before = stream.input.heldCount
    var refusal: Status?
    do throws(Status) {
      try unsafe stream.input.read(bytes, into: &stream.messages)
    } catch {
      refusal = error
    }
    partialBytes += stream.input.heldCount - before
    if let refusal = refusal ?? partialRefusal() {
      return finish(stream.call, status: refusal, response: nil)
    }
    if stream.isReported, !stream.messages.isEmpty { report(stream) }
  }

  /// Returns why no more of incomplete requests is held, or `nil` when it is.
  private func partialRefusal() -> Status? {
    let limit = hasHello ? 2 * configuration.maxMessageLength : Self.partialBeforeHello
    guard partialBytes > limit else { return nil }
    return Status(
      .limit, "incomplete requests of more than \(limit) bytes on this connection",
      remedy: .smallerMessage, limit: UInt64(limit))
  }

  func halfClosed(_ id: Int32) {
    guard !isFailed, let stream = stream(id) else { return }
    // The answer to a request that is not one of gRPC waits for its end.
    guard stream.end == nil else { return unsafe cnghttp2_resume(raw, id) }
    guard stream.input.heldCount == 0 else {
      return finish(
        stream.call,
        status: Status(
          StatusCode.internal, "the request ends within a message", remedy: .sendWholeMessages),
        response: nil)
    }
    stream.isHalfClosed = true
    report(stream)
  }

  func closed(_ id: Int32) {
    guard let stream = stream(id) else { return }
    streams.remove(stream.call)
    partialBytes -= stream.input.heldCount
    heldOutput -= stream.output.count
    if stream.end == nil, stream.isReported { events.append(.cancelled(stream.call)) }
  }

  func greeted() {
    guard !hasGreeted else { return }
    hasGreeted = true
    events.append(.greeted)
  }

  func clientGoesAway() {
    isGoingAway = true
    events.append(.goAway)
  }

  /// A GOAWAY was sent. Where libnghttp2 has given no reason, another one says it.
  func wentAway(_ lastStream: Int32, _ code: UInt32, _ text: UnsafeRawBufferPointer) {
    guard code != HTTP2Error.none.rawValue, !hasSaidWhy else { return }
    guard unsafe text.isEmpty else { return unsafe complain(text) }
    if complaint.isEmpty { complaint = unsafe String(cString: cnghttp2_error(code)) }
    output += RawFrame.goAway(
      lastStream: UInt32(clamping: lastStream), code, violation.message)
  }

  /// What a client is told that does not follow the protocol.
  var violation: Status {
    let what = complaint.isEmpty ? "" : ": \(complaint)"
    return Status(.malformed, "the client does not follow HTTP/2\(what)")
  }

  func complain(_ text: UnsafeRawBufferPointer) {
    complaint = unsafe String(decoding: text.prefix(200), as: UTF8.self)
  }

  func stream(_ id: Int32) -> HTTP2Stream? { streams[CallID(rawValue: UInt64(clamping: id))] }
}

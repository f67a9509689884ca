package import BridgeProtocol
internal import CNghttp2

/// The server's side of a connection that carries gRPC over HTTP/2, free of I/O: bytes in, events out; answers in,
/// bytes out.
///
/// Confined to one thread at a time. A call's id is its stream's. Windows of HTTP/2 take the place of credit: a call
/// has credit while little of what it was sent waits for the client to widen its window.
@safe package final class HTTP2Session: CallSession {
  package struct Configuration: Sendable {
    /// The maximum length of a message that a client sends, in bytes.
    package var maxMessageLength: Int
    package var maxConcurrentCalls: Int
    /// Whether the metadata of requests whose names begin with "x-" is kept.
    package var keepsMetadata: Bool

    package init(maxMessageLength: Int, maxConcurrentCalls: Int, keepsMetadata: Bool = false) {
      self.maxMessageLength = maxMessageLength
      self.maxConcurrentCalls = maxConcurrentCalls
      self.keepsMetadata = keepsMetadata
    }
  }

  /// The maximum length of the header fields of a request, as HPACK counts it.
  package static let maxHeaderBytes = 16 * 1024
  /// About how much memory an idle session takes, in bytes.
  package static let memory = 12 * 1024
  /// The number of bytes of a call that may wait for its window before it has no credit.
  static let creditLimit = 16 * 1024
  /// The maximum number of bytes of incomplete requests of a client that is not let in yet.
  static let partialBeforeHello = 256 * 1024
  private static let streamWindow = 1024 * 1024
  private static let connectionWindow = 8 * 1024 * 1024

  let configuration: Configuration
  /// Not NULL after `init`.
  private(set) var raw: OpaquePointer
  var streams = CallTable<HTTP2Stream>()
  var events = ServerEvents()
  var output: [UInt8] = []
  /// Whether the client's settings have arrived.
  package internal(set) var hasGreeted = false
  /// Calls that began with the bytes that are being handled, and are not reported yet.
  var newStreams: [HTTP2Stream] = []
  /// The number of bytes of incomplete requests.
  var partialBytes = 0
  package internal(set) var heldOutput = 0
  /// What libnghttp2 said last about the client.
  var complaint = ""
  var isFailed = false
  var isGoingAway = false
  /// Whether bytes are being handled, while libnghttp2 must not be made to send.
  var isReceiving = false
  /// Whether the last GOAWAY is the server's own, which has a reason.
  var hasSaidWhy = false
  /// The last method that was called; most clients call one again and again.
  var lastMethod: (bytes: [UInt8], text: String) = ([], "")

  /// Whether the client is let in. Set by whoever lets it in.
  package var hasHello = false
  /// The client's program, as its first call named it.
  package internal(set) var software = ""

  package init(_ configuration: Configuration) throws(Status) {
    self.configuration = configuration
    let settings = cnghttp2_settings(
      max_streams: UInt32(clamping: configuration.maxConcurrentCalls),
      stream_window: UInt32(Self.streamWindow), connection_window: UInt32(Self.connectionWindow),
      max_header_bytes: UInt32(Self.maxHeaderBytes),
      keeps_metadata: configuration.keepsMetadata ? 1 : 0)
    var handlers = HTTP2Callbacks.table
    // The owner is set below: a session calls nobody before it is given bytes.
    guard let made = unsafe cnghttp2_new(&handlers, settings) else {
      throw Status(StatusCode.internal, "HTTP/2 cannot be set up")
    }
    unsafe raw = made
    unsafe cnghttp2_own(made, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { unsafe cnghttp2_free(raw) }

  /// What gRPC clients take unless they are told otherwise.
  package var maxPayloadSize: Int { ProtocolLimits.defaultFrameLength }

  package var pendingOutput: Int { output.count }

  package var inputMemory: Int { partialBytes + events.memory }

  package var missingRequest: Status {
    Status(
      StatusCode.unimplemented, "the call ended without a message: it takes one",
      remedy: .sendOneMessage)
  }

  package func takeAuthorization(of call: CallID) -> String? {
    streams[call]?.authorization.take()
  }

  /// Returns what came with a request, where it is kept.
  package func metadata(of call: CallID) -> Metadata { streams[call]?.metadata ?? Metadata() }

  /// Says by whose right a call was begun.
  package func setOwner(_ owner: AnyObject, of call: CallID) { streams[call]?.owner = owner }

  /// Sets what the answer to a call begins and ends with, before anything of it is sent.
  package func setMetadata(_ initial: Metadata, trailing: Metadata = Metadata(), of call: CallID) {
    streams[call]?.initialMetadata = initial
    streams[call]?.trailingMetadata = trailing
  }
}

// MARK: Events

extension HTTP2Session {
  /// Handles bytes from the client, in chunks of any size.
  package func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isFailed else { return }
    isReceiving = true
    let result = unsafe cnghttp2_receive(raw, bytes.baseAddress, bytes.count)
    isReceiving = false
    for stream in newStreams where !stream.isReported && streams[stream.call] != nil {
      report(stream)
    }
    newStreams.removeAll(keepingCapacity: true)
    // A window may be wider now, or a GOAWAY of libnghttp2 waits, and the connection is over only when that was sent.
    if unsafe cnghttp2_wants_output(raw) != 0 { sendWhatCanBe() }
    // A connection that goes away wants input until its last stream has ended.
    let isOver = unsafe cnghttp2_wants_input(raw) == 0 && (!isGoingAway || !streams.isEmpty)
    if result != 0 {
      if complaint.isEmpty { complaint = unsafe String(cString: cnghttp2_failure(result)) }
      peerFailed(cnghttp2_is_flood(result) != 0 ? .enhanceYourCalm : .protocolError)
    } else if isOver {
      peerFailed(nil)
    }
  }

  package func endOfInput() {}

  /// - Parameter code: What to tell the client; `nil`: libnghttp2 has told it.
  private func peerFailed(_ code: HTTP2Error?) {
    guard !isFailed else { return }
    if let code { goAway(violation, code: code) }
    // Where libnghttp2 ends the connection, its reason is known when that was sent.
    sendWhatCanBe()
    isFailed = true
    events.append(.failed(violation))
  }

  /// Returns the next event, or `nil` when there is none for now. Skips events of calls that have ended since, and
  /// credit that is already used up.
  package func nextEvent() -> ServerEvent? {
    while let event = events.next() {
      switch event {
      case .call(let call, _, _, _), .message(let call, _), .halfClosed(let call):
        guard let stream = streams[call], stream.end == nil else { continue }
      case .credit(let call):
        guard credit(call) > 0 else { continue }
      case .cancelled, .hello, .greeted, .revealed, .agreed, .goAway, .failed: break
      }
      return event
    }
    return nil
  }

  /// Reports a call with the messages that have arrived. A call with its whole request is one event.
  func report(_ stream: HTTP2Stream) {
    let isWhole = stream.isHalfClosed && stream.messages.count == 1
    if !stream.isReported {
      stream.isReported = true
      events.append(
        .call(
          stream.call, method: stream.method, timeoutMs: stream.timeoutMs,
          request: isWhole ? stream.messages[0] : nil),
        payload: isWhole ? stream.messages[0].count : 0)
      if isWhole {
        stream.messages = []
        return
      }
    }
    for message in stream.messages {
      events.append(.message(stream.call, message), payload: message.count)
    }
    stream.messages = []
    if stream.isHalfClosed { events.append(.halfClosed(stream.call)) }
  }
}

/// The server's side of one connection, free of I/O: bytes in, events out; answers in, bytes out.
///
/// Confined to one thread at a time. Pass it what was read (`receive`), pull events until there are
/// none (`nextEvent`), answer, and write what waits (`drainOutput`). The caller is responsible for timeouts:
/// hello within 5 s, deadlines of calls.
///
/// Three kinds of errors are distinguished. An error of the peer ends the connection with a status that
/// says which. A race that neither side could avoid (credit for a call that just ended) is ignored. A
/// mistake of the caller (finishing a call twice) has no effect.
package final class ServerSession {
  package struct Configuration: Sendable {
    /// Identifies this run of the server.
    package var epoch: UInt64
    /// The program and its release.
    package var software: String
    /// The maximum length of a frame to accept, in bytes after the prefix; from 1,024 to 67,108,864.
    package var maxFrameLength: Int
    package var maxConcurrentCalls: Int
    package var features: [String]

    package init(
      epoch: UInt64, software: String,
      maxFrameLength: Int = ProtocolLimits.defaultFrameLength, maxConcurrentCalls: Int = 256,
      features: [String] = []
    ) {
      self.epoch = epoch
      self.software = software
      let lengths = ProtocolLimits.frameLengths
      self.maxFrameLength = min(max(maxFrameLength, lengths.lowerBound), lengths.upperBound)
      self.maxConcurrentCalls = maxConcurrentCalls
      self.features = features
    }
  }

  /// The phases of the session, which moves only downwards in this list.
  enum Phase {
    case awaitingHello
    /// A client that introduces itself, and may make no calls.
    case introducing(Introducing)
    case open
    /// Calls after `last` are not begun.
    case goingAway(last: UInt64)
    case failed
  }

  /// What a client that introduces itself has sent.
  enum Introducing {
    case commitment, nonce, agreement
  }

  struct Call {
    var credit: UInt32
    var isHalfClosed: Bool
    var isCancelled = false
  }

  /// Decides who the client is when its hello has arrived, and throws when it is refused. `nil`: everyone is let
  /// in, and not told as whom.
  package var admit: ((Hello) throws(Status) -> HelloAccess?)?

  /// Begins an introduction when the hello has arrived, and returns the server's nonce; throws when it is refused.
  /// `nil`: introductions are refused.
  package var introduce: ((_ commitment: [UInt8]) throws(Status) -> [UInt8])?

  let configuration: Configuration
  /// Identifies what the client's ids and revisions belong to. May be changed while the client is being admitted.
  package var epoch: UInt64
  var phase = Phase.awaitingHello
  var reader: FrameReader
  var output = FrameOutput()
  var events = EventQueue<ServerEvent>()
  var calls = CallTable<Call>()
  /// The number of calls that the client has cancelled; they do not count against the limit.
  var cancelledCalls = 0
  var lastCall: UInt64 = 0
  var clientGoesAway = false
  /// The maximum frame length that the client accepts.
  var peerLimit = ProtocolLimits.frameLengths.lowerBound
  var methods = MethodNames()

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    epoch = configuration.epoch
    reader = FrameReader(
      maxLength: min(configuration.maxFrameLength, ProtocolLimits.helloFrameLength))
  }

  /// Returns the bytes that refuse a connection whose hello is not read.
  package static func refusal(_ configuration: Configuration, _ status: Status) -> [UInt8] {
    let session = ServerSession(configuration)
    session.fail(status)
    return session.takeOutput().reduce([], +)
  }

  /// The number of calls under way.
  package var activeCalls: Int { calls.count }

  /// Whether no new calls are taken: after `goAway` or a failure.
  package var isClosing: Bool {
    switch phase {
    case .awaitingHello, .introducing, .open: false
    case .goingAway, .failed: true
    }
  }

  /// Whether the client's hello has arrived.
  package internal(set) var hasHello = false

  /// The maximum length of a message or response that the client accepts, in bytes, without its frame's head.
  package var maxPayloadSize: Int { max(0, peerLimit - 64) }

  /// The number of bytes that wait to be taken.
  package var pendingOutput: Int { output.count }

  /// About how much memory received data takes, in bytes: an incomplete frame, and events not pulled yet.
  package var inputMemory: Int { reader.memory + events.memory }

  /// Removes the output that waits to be written, and hands it over in pieces in order. Small frames are
  /// collected in one piece; big payloads are pieces of their own, shared with their sender.
  package func drainOutput(_ write: ([UInt8]) -> Void) { output.drain(write) }

  /// Returns the next event, or `nil` when there is none for now. Skips events of calls that have ended
  /// since, and credit that is already used up.
  package func nextEvent() -> ServerEvent? {
    while let event = events.next() {
      if isCurrent(event) { return event }
    }
    return nil
  }

  private func isCurrent(_ event: borrowing ServerEvent) -> Bool {
    switch event {
    case .message(let call, _), .halfClosed(let call), .cancelled(let call): calls[call] != nil
    case .credit(let call): credit(call) > 0
    case .call(let call, _, _, _): !isFailed || calls[call] != nil
    case .hello, .greeted, .revealed, .agreed, .goAway, .failed: true
    }
  }
}

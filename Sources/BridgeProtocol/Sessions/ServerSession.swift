/// The server's side of one connection, free of I/O: bytes in, events out; answers in, bytes out.
///
/// Confined to one thread at a time. Give it what was read (`receive`), pull events until there are
/// none (`nextEvent`), answer, and write what waits (`takeOutput`). The caller keeps the clock: hello
/// within 5 s, deadlines of calls.
///
/// Three kinds of wrong are told apart. The peer's error ends the connection with a status that says
/// which. A race that no side could avoid (credit for a call that just ended) is passed over. A
/// mistake of the caller (finishing a call twice) changes nothing.
package final class ServerSession {
  package struct Configuration: Sendable {
    /// Names this run of the server.
    package var epoch: UInt64
    /// Program and release.
    package var software: String
    /// The longest frame to take, in bytes after the prefix; from 1,024 to 67,108,864.
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

  /// From each only to those below it.
  enum Phase {
    case awaitingHello
    case open
    /// Calls after `last` are not begun.
    case goingAway(last: UInt64)
    case failed
  }

  struct Call {
    var credit: UInt32
    var isHalfClosed: Bool
    var isCancelled = false
  }

  let configuration: Configuration
  var phase = Phase.awaitingHello
  var reader: FrameReader
  var output = FrameOutput()
  var events = EventQueue<ServerEvent>()
  var calls = CallTable<Call>()
  /// How many of the calls their client has cancelled: they do not count against the limit.
  var cancelledCalls = 0
  var lastCall: UInt64 = 0
  var clientGoesAway = false
  /// The longest frame that the client takes.
  var peerLimit = ProtocolLimits.frameLengths.lowerBound
  var methods = MethodNames()

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    reader = FrameReader(
      maxLength: min(configuration.maxFrameLength, ProtocolLimits.helloFrameLength))
  }

  /// How many calls are under way.
  package var activeCalls: Int { calls.count }

  /// Whether no new calls are taken: after `goAway` or a failure.
  package var isClosing: Bool {
    switch phase {
    case .awaitingHello, .open: false
    case .goingAway, .failed: true
    }
  }

  /// Whether the client has introduced itself.
  package internal(set) var hasHello = false

  /// The longest message or response that the client takes, in bytes, its frame's head not counted.
  package var longestPayload: Int { max(0, peerLimit - 64) }

  /// How many bytes wait to be taken.
  package var pendingOutput: Int { output.count }

  /// About how much memory what has arrived takes: an incomplete frame, and what was not pulled yet.
  package var inputMemory: Int { reader.memory + events.memory }

  /// What waits to be written, in pieces in order. Small frames are together in one piece; big
  /// payloads are pieces of their own, shared with who sent them.
  package func takeOutput() -> [[UInt8]] { output.take() }

  /// The next thing that the client did; `nil`: nothing more for now. Of calls that have ended in the
  /// meantime nothing is told, nor of credit that is used up.
  package func nextEvent() -> ServerEvent? {
    while let event = events.next() {
      switch event {
      case .message(let call, _), .halfClosed(let call), .cancelled(let call):
        guard calls[call] != nil else { continue }
      case .credit(let call):
        guard credit(call) > 0 else { continue }
      case .call(let call, _, _, _):
        guard !isFailed || calls[call] != nil else { continue }
      case .hello, .goAway, .failed: break
      }
      return event
    }
    return nil
  }
}

/// The client's side of one connection, free of I/O: bytes in, events out; calls in, bytes out.
///
/// Confined to one thread at a time. The hello is queued from the start; calls may follow at once.
/// The caller is responsible for timeouts.
///
/// Three kinds of errors are distinguished, as in `ServerSession`.
package final class ClientSession {
  package struct Configuration: Sendable {
    /// The program and its release.
    package var software: String
    /// The maximum length of a frame to accept, in bytes after the prefix; from 1,024 to 67,108,864.
    package var maxFrameLength: Int
    /// What lets the client in, if it needs that.
    package var credential: HelloCredential?

    package init(
      software: String, maxFrameLength: Int = ProtocolLimits.defaultFrameLength,
      credential: HelloCredential? = nil
    ) {
      self.credential = credential
      self.software = software
      let lengths = ProtocolLimits.frameLengths
      self.maxFrameLength = min(max(maxFrameLength, lengths.lowerBound), lengths.upperBound)
    }
  }

  /// The phases of the session, which moves only downwards in this list.
  enum Phase {
    case awaitingHello
    case open
    case goingAway
    case failed
  }

  struct Call {
    /// The number of messages that the server may still send.
    var credit: UInt32
    var isCancelled = false
  }

  let configuration: Configuration
  var phase = Phase.awaitingHello
  var reader: FrameReader
  var output = FrameOutput()
  var events = EventQueue<ClientEvent>()
  var calls = CallTable<Call>()
  var lastCall: UInt64 = 0
  /// Calls that were cancelled while their messages may still have been among the events.
  var ignoredCalls: Set<CallID> = []
  /// The maximum frame length that the server accepts; until its hello has arrived, the default.
  var peerLimit = ProtocolLimits.defaultFrameLength
  /// Whether the connection failed because the server violated the protocol; otherwise the server said why.
  package internal(set) var serverViolatedProtocol = false
  /// Whether the commitment of an introduction was opened.
  var hasRevealed = false
  /// Whether the person on this side has said yes to the string of an introduction.
  var hasAgreed = false
  /// Whether the server's hello has arrived.
  package internal(set) var hasHello = false

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    reader = FrameReader(
      maxLength: min(configuration.maxFrameLength, ProtocolLimits.helloFrameLength))
    var hello = Hello(
      software: configuration.software, maxFrameLength: configuration.maxFrameLength)
    hello.credential = configuration.credential
    _ = output.frame(CallID(rawValue: 0), FrameFields.hello, limit: .max) { $0.hello(hello) }
  }

  /// The number of calls under way.
  package var activeCalls: Int { calls.count }

  /// Whether no new calls can be made: after a go away of either side, or a failure.
  package var isClosing: Bool {
    switch phase {
    case .awaitingHello, .open: false
    case .goingAway, .failed: true
    }
  }

  /// Whether the bytes received so far end within a frame.
  package var isWithinFrame: Bool { reader.buffered > 0 }

  /// The number of bytes that wait to be taken.
  package var pendingOutput: Int { output.count }

  /// Removes the output that waits to be written, and hands it over in pieces in order. `write` must not use the session.
  package func drainOutput(_ write: ([UInt8]) -> Void) { output.drain(write) }

  /// Removes and returns the output that waits to be written, in pieces in order.
  package func takeOutput() -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    drainOutput { pieces.append($0) }
    return pieces
  }

  /// Returns the next event, or `nil` when there is none for now.
  package func nextEvent() -> ClientEvent? {
    while let event = events.next() {
      if !ignoredCalls.isEmpty, case .message(let call, _) = event, ignoredCalls.contains(call) {
        continue
      }
      return event
    }
    if !ignoredCalls.isEmpty { ignoredCalls.removeAll() }
    return nil
  }
}

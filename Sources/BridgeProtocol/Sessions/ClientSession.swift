/// The client's side of one connection, free of I/O: bytes in, events out; calls in, bytes out.
///
/// Confined to one thread at a time. The hello is queued from the start; calls may follow at once.
/// The caller keeps the clock.
///
/// Three kinds of wrong are told apart, as in `ServerSession`.
package final class ClientSession {
  package struct Configuration: Sendable {
    /// Program and release.
    package var software: String
    /// The longest frame to take, in bytes after the prefix; from 1,024 to 67,108,864.
    package var maxFrameLength: Int

    package init(
      software: String, maxFrameLength: Int = ProtocolLimits.defaultFrameLength
    ) {
      self.software = software
      let lengths = ProtocolLimits.frameLengths
      self.maxFrameLength = min(max(maxFrameLength, lengths.lowerBound), lengths.upperBound)
    }
  }

  /// From each only to those below it.
  enum Phase {
    case awaitingHello
    case open
    case goingAway
    case failed
  }

  struct Call {
    /// What the server may still send.
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
  /// Calls that were cancelled while messages of theirs may have been among the events.
  var muted: Set<CallID> = []
  /// The longest frame that the server takes; until its hello came, what most servers do.
  var peerLimit = ProtocolLimits.defaultFrameLength
  /// Whether the connection failed because the server broke the protocol; otherwise it said itself why.
  package internal(set) var serverBrokeRules = false
  /// Whether the server has introduced itself.
  package internal(set) var hasHello = false

  package init(_ configuration: Configuration) {
    self.configuration = configuration
    reader = FrameReader(
      maxLength: min(configuration.maxFrameLength, ProtocolLimits.helloFrameLength))
    let hello = Hello(
      software: configuration.software, maxFrameLength: configuration.maxFrameLength)
    _ = output.frame(CallID(rawValue: 0), FrameFields.hello, limit: .max) { $0.hello(hello) }
  }

  /// How many calls are under way.
  package var activeCalls: Int { calls.count }

  /// Whether no new calls can be made: after the server's go away, or a failure.
  package var isClosing: Bool {
    switch phase {
    case .awaitingHello, .open: false
    case .goingAway, .failed: true
    }
  }

  /// Whether the bytes so far end within a frame.
  package var isWithinFrame: Bool { reader.buffered > 0 }

  /// How many bytes wait to be taken.
  package var pendingOutput: Int { output.count }

  /// What waits to be written, in pieces in order.
  package func takeOutput() -> [[UInt8]] { output.take() }

  /// The next thing that the server did; `nil`: nothing more for now.
  package func nextEvent() -> ClientEvent? {
    while let event = events.next() {
      if !muted.isEmpty, case .message(let call, _) = event, muted.contains(call) { continue }
      return event
    }
    muted.removeAll()
    return nil
  }
}

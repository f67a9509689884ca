internal import BridgeTransport

/// Where an action was sent, and how it is sent again when the connection is lost.
///
/// The server performs a request once and answers a repeat with the first receipt. It knows the request for 5
/// minutes, in the same run.
struct Repetition {
  /// How long after it was first sent a request may be sent again, by a clock that also counts while the machine
  /// sleeps: a minute less than the server remembers it.
  private static let longest = Duration.seconds(240)

  /// Sends it again; `nil` when the server would not recognise it.
  let begin: ((ClientConnection) -> Void)?
  private var first: (epoch: UInt64?, time: ContinuousClock.Instant)?

  init(begin: ((ClientConnection) -> Void)?) {
    self.begin = begin
  }

  var isSent: Bool { first != nil }

  /// Records the run of the server that the request was sent to, as soon as the server has said which it is.
  mutating func wasSent(to epoch: UInt64) {
    if first?.epoch == nil { first?.epoch = epoch }
  }

  /// Records that the request is sent. Returns why it must not be sent again, or `nil` when it may be sent.
  ///
  /// - Parameter epoch: The run of the server that it is sent to; `nil` when it is not known yet.
  mutating func send(in epoch: UInt64?) -> String? {
    guard let first else {
      first = (epoch, .now)
      return nil
    }
    if first.epoch == nil || first.epoch != epoch {
      return "the server was restarted, and does not know the request"
    }
    guard ContinuousClock.now - first.time <= Self.longest else {
      return "the connection was lost for more than \(Self.longest)"
    }
    return nil
  }
}

/// The run of the server that a call belongs to.
struct ServerRun {
  let epoch: UInt64
  /// Whether the call waits until the client is connected to that run again.
  var isAwaited = false
}

internal import BridgeProtocol
internal import BridgeTransport

/// A refusal of a credential leaves at a fixed time after the hello, so that its time does not tell why: whether a name
/// or number exists, has expired or was used, or only the secret is wrong.
extension ServerConnection {
  /// Logs why the connection is refused. What limits refuse, which anybody can cause, is counted for each address.
  ///
  /// - Parameter verb: What is done to the peer, for people.
  func report(_ status: Status, as verb: String = "refused") {
    isReported = true
    guard status.reason == .limit, let limit = status.detail?.limitName, !limit.isEmpty else {
      return service.log("\(verb) \(peer): \(status.message)")
    }
    service.refusals.add(limit: limit, from: connection.origin, status.message)
  }

  /// Longer than any of these decisions takes, files included.
  private static let refusalTime = UInt64(100_000_000)

  /// Returns the next multiple of `refusalTime` after a decision was begun.
  static func refusalTime(since began: MonotonicTime) -> MonotonicTime {
    let passed = MonotonicTime.now().nanoseconds &- began.nanoseconds
    let due = (passed / Self.refusalTime + 1) * Self.refusalTime
    return MonotonicTime(nanoseconds: began.nanoseconds &+ due)
  }

  /// Holds back what is sent, until the next multiple of `refusalTime` after the hello.
  func holdRefusal(since began: MonotonicTime) {
    refusalTimer = loop.schedule(at: Self.refusalTime(since: began)) { [weak self] in
      self?.releaseRefusal()
    }
  }

  private func releaseRefusal() {
    refusalTimer = nil
    flush()
    connection.closeAfterFlush()
  }
}

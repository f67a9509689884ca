internal import BridgeProtocol
internal import BridgeTransport

/// A refusal of a credential leaves at a fixed time after the hello, so that its time does not tell why: whether a name
/// or number exists, has expired or was used, or only the secret is wrong.
extension FramedConnection {
  /// Longer than any of these decisions takes, files included.
  private static let refusalTime = UInt64(100_000_000)

  /// Holds back what is sent, until the next multiple of `refusalTime` after the hello.
  func holdRefusal(since began: MonotonicTime) {
    let passed = MonotonicTime.now().nanoseconds &- began.nanoseconds
    let due = (passed / Self.refusalTime + 1) * Self.refusalTime
    refusalTimer = loop.schedule(at: MonotonicTime(nanoseconds: began.nanoseconds &+ due)) {
      [weak self] in self?.releaseRefusal()
    }
  }

  private func releaseRefusal() {
    refusalTimer = nil
    flush()
    connection.closeAfterFlush()
  }
}

internal import BridgeTransport

/// Answers that keep the loop for long, such as names of many megabytes: their sender is asked rarely.
extension CallQueue {
  /// A destination with costly answers may take one part in so many of the loop's time.
  static let costShare = 100
  static let longestPause = Duration.seconds(10)
  /// Cheap answers in a row after which a destination is trusted again.
  static let cheapAnswersForTrust = 32

  /// An answer took the loop so long. What was asked beside it is asked again one by one, after a pause.
  func answerWasCostly(_ cost: Duration) {
    onCostlyAnswer?(cost)
    cheapAnswersMissing = Self.cheapAnswersForTrust
    let pause = min(Self.longestPause, cost * Self.costShare)
    pausedUntil = .now().advanced(by: pause)
    failInFlight(with: .disconnected)
    connection.loop.schedule(after: pause) { [weak self] in self?.pump() }
  }

  /// Whether no call but urgent ones goes out now.
  var isPaused: Bool {
    guard let pausedUntil else { return false }
    return MonotonicTime.now() < pausedUntil
  }
}

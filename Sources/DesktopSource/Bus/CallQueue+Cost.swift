internal import BridgeTransport

/// Answers that keep the loop for long, such as names of many megabytes: their sender is asked rarely.
extension CallQueue {
  /// A destination with costly answers may take one part in so many of the loop's time.
  static let costShare = 100
  static let maxPause = Duration.seconds(10)
  /// Cheap answers in a row after which a destination is trusted again.
  static let cheapAnswersForTrust = 32

  /// An answer took the loop so long. What was asked beside it is asked again one by one, after a pause.
  func answerWasCostly(_ cost: Duration) {
    onCostlyAnswer?(cost)
    slowDown(for: min(Self.maxPause, cost * Self.costShare))
    failInFlight(with: .disconnected)
  }

  /// How long a destination is left alone after an answer that was too large to be read: what receiving it
  /// took is spread over many turns, and cannot be told.
  static let pauseAfterLargeAnswer = Duration.seconds(2)

  /// An answer was passed over for its size. Others go on, one at a time, after a pause.
  func answerWasTooLarge(_ bytes: Int) {
    onLargeAnswer?(bytes)
    slowDown(for: Self.pauseAfterLargeAnswer)
  }

  private func slowDown(for pause: Duration) {
    cheapAnswersMissing = Self.cheapAnswersForTrust
    pausedUntil = .now().advanced(by: pause)
    connection.loop.schedule(after: pause) { [weak self] in self?.pump() }
  }

  /// Whether no call but urgent ones goes out now.
  var isPaused: Bool {
    guard let pausedUntil else { return false }
    return MonotonicTime.now() < pausedUntil
  }
}

internal import BridgeTransport

/// Limits for destinations whose answers keep the loop busy for long, such as names of many megabytes: they
/// are called rarely.
extension CallQueue {
  /// The pause after a costly answer is this many times as long as the answer took: its sender gets one part
  /// in so many of the loop's time.
  static let costDivisor = 100
  static let maxPause = Duration.seconds(10)
  /// The number of answers in a row, none of them costly, after which calls are no longer sent one at a time.
  static let cheapAnswersToResume = 32

  /// Handles an answer that kept the loop busy for `cost`. Other calls in flight fail, so that they can be
  /// repeated one at a time after a pause.
  func answerWasCostly(_ cost: Duration) {
    onCostlyAnswer?(cost)
    slowDown(for: min(Self.maxPause, cost * Self.costDivisor))
    failInFlight(with: .disconnected)
  }

  /// The pause after an answer that was too large to be read: receiving it is spread over many turns, so its
  /// cost cannot be measured.
  static let pauseAfterLargeAnswer = Duration.seconds(2)

  /// Handles an answer that was skipped because of its size. Other calls are sent one at a time after a
  /// pause.
  func answerWasTooLarge(_ bytes: Int) {
    onLargeAnswer?(bytes)
    slowDown(for: Self.pauseAfterLargeAnswer)
  }

  private func slowDown(for pause: Duration) {
    cheapAnswersNeeded = Self.cheapAnswersToResume
    pausedUntil = .now().advanced(by: pause)
    connection.loop.schedule(after: pause) { [weak self] in self?.pump() }
  }

  /// Whether only urgent calls are sent now.
  var isPaused: Bool {
    guard let pausedUntil else { return false }
    return MonotonicTime.now() < pausedUntil
  }
}

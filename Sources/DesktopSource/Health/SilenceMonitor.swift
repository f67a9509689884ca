internal import BridgeTransport

/// Notifies someone who waits for an application when it has not responded for about a second; until then it
/// may come back.
final class SilenceMonitor {
  private let loop: EventLoop
  private let isSilent: () -> Bool
  private let body: () -> Void
  private var timer: Timer?

  private static let checkInterval = Duration.milliseconds(250)
  private static let maxSilentChecks = 4

  /// - Parameters:
  ///   - isSilent: Whether the application is not responding.
  ///   - body: Called once, unless the watch is cancelled before.
  init(on loop: EventLoop, isSilent: @escaping () -> Bool, then body: @escaping () -> Void) {
    self.loop = loop
    self.isSilent = isSilent
    self.body = body
    scheduleCheck(silentChecks: 0)
  }

  func cancel() {
    timer?.cancel()
    timer = nil
  }

  /// - Parameter silentChecks: The number of checks in a row that found the application silent.
  private func scheduleCheck(silentChecks: Int) {
    timer = loop.schedule(after: Self.checkInterval) {
      guard self.isSilent() else { return self.scheduleCheck(silentChecks: 0) }
      if silentChecks >= Self.maxSilentChecks { return self.body() }
      self.scheduleCheck(silentChecks: silentChecks + 1)
    }
  }
}

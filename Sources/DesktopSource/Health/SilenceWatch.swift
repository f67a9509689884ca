internal import BridgeTransport

/// Notifies someone who waits for an application when it has not responded for about a second; until then it
/// may come back.
final class SilenceWatch {
  private let loop: EventLoop
  private let isSilent: () -> Bool
  private let body: () -> Void
  private var timer: Timer?

  private static let tick = Duration.milliseconds(250)
  private static let looksInVain = 4

  /// - Parameters:
  ///   - isSilent: Whether the application is not responding.
  ///   - body: Called once, unless the watch is cancelled before.
  init(on loop: EventLoop, isSilent: @escaping () -> Bool, then body: @escaping () -> Void) {
    self.loop = loop
    self.isSilent = isSilent
    self.body = body
    look(after: 0)
  }

  func cancel() {
    timer?.cancel()
    timer = nil
  }

  /// - Parameter inVain: The number of checks in a row that found the application silent.
  private func look(after inVain: Int) {
    timer = loop.schedule(after: Self.tick) {
      guard self.isSilent() else { return self.look(after: 0) }
      if inVain >= Self.looksInVain { return self.body() }
      self.look(after: inVain + 1)
    }
  }
}

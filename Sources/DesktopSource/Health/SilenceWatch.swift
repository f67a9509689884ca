internal import BridgeTransport

/// Tells who waits for an application when that has been silent for a second since it was found not to
/// respond: until then it may be back.
final class SilenceWatch {
  private let loop: EventLoop
  private let isSilent: () -> Bool
  private let body: () -> Void
  private var timer: Timer?

  private static let tick = Duration.milliseconds(250)
  private static let looksInVain = 4

  /// - Parameters:
  ///   - isSilent: whether the application is not responding.
  ///   - body: called once, unless the watch is cancelled before.
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

  /// - Parameter inVain: how many looks in a row found it silent.
  private func look(after inVain: Int) {
    timer = loop.schedule(after: Self.tick) {
      guard self.isSilent() else { return self.look(after: 0) }
      if inVain >= Self.looksInVain { return self.body() }
      self.look(after: inVain + 1)
    }
  }
}

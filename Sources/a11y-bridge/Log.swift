internal import CommandLineOptions

/// Lines on standard error, above a level. Texts of applications and clients in them are escaped.
struct Log {
  enum Level: Int, CaseIterable {
    case error, warning, info, debug
  }

  let level: Level

  func error(_ text: String) { write(.error, text) }
  func warning(_ text: String) { write(.warning, text) }
  func info(_ text: String) { write(.info, text) }
  func debug(_ text: String) { write(.debug, text) }

  private func write(_ level: Level, _ text: String) {
    guard level.rawValue <= self.level.rawValue else { return }
    say(text)
  }

  /// Whatever the level.
  func say(_ text: String) {
    Terminal.write("a11y-bridge: \(text)\n", to: 2)
  }
}

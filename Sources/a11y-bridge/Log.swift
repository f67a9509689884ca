internal import BridgeTransport
internal import Glibc
internal import SafeText

/// Writes lines up to a level to standard error. Writing never waits for the reader. What peers can cause to
/// be written is limited: lines in length, and lines of one kind in rate.
struct Log {
  enum Level: Int, CaseIterable {
    case error, warning, info, debug
  }

  private static let writer: LineWriter = {
    // The last lines say why the program ends.
    atexit { Log.writer.flush(within: .milliseconds(500)) }
    return LineWriter(STDERR_FILENO) {
      Log.line("dropped \($0) log lines: standard error was not read")
    }
  }()

  let level: Level
  private let rate = Lock(LogRate())

  init(level: Level) {
    self.level = level
  }

  func error(_ text: String) { write(.error, text) }
  func warning(_ text: String) { write(.warning, text) }
  func info(_ text: String) { write(.info, text) }
  func debug(_ text: String) { write(.debug, text) }

  private func write(_ level: Level, _ text: String) {
    guard level.rawValue <= self.level.rawValue,
      let text = rate.withLock({ $0.admit(text, at: .now()) })
    else { return }
    say(text)
  }

  /// Writes a line whatever the level.
  func say(_ text: String) {
    Self.writer.write(Self.line(text))
  }

  /// The maximum number of scalars of a text in a line.
  private static let maxLength = 1_024

  private static func line(_ text: String) -> [UInt8] {
    Array("a11y-bridge: \(text.escaped(limit: maxLength))\n".utf8)
  }
}

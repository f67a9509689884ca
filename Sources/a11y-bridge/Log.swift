internal import BridgeTransport
internal import Glibc
internal import SafeText

/// Writes lines up to a level to standard error. Writing never waits for the reader. What peers can cause to
/// be written is limited: lines in length, and lines of one kind in rate.
struct Log {
  enum Level: Int, CaseIterable {
    case error, warning, info, debug

    /// The number by which syslog and the journal know the level.
    fileprivate var priority: Int {
      switch self {
      case .error: 3
      case .warning: 4
      case .info: 6
      case .debug: 7
      }
    }
  }

  private static let writer: LineWriter = {
    // The last lines say why the program ends.
    atexit { Log.writer.flush(within: .milliseconds(500)) }
    return LineWriter(STDERR_FILENO) {
      Log.line(.warning, "dropped \($0) log lines: standard error was not read")
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
    say(text, level)
  }

  /// Writes a line whatever the level that was chosen.
  func say(_ text: String, _ level: Level = .info) {
    Self.writer.write(Self.line(level, text))
  }

  /// The maximum number of scalars of a text in a line.
  private static let maxLength = 1_024

  private static func line(_ level: Level, _ text: String) -> [UInt8] {
    let text = text.escaped(limit: maxLength)
    // The journal knows the program, and takes the level from the line.
    return Array((isJournal ? "<\(level.priority)>\(text)\n" : "a11y-bridge: \(text)\n").utf8)
  }

  /// Whether standard error is the journal: `JOURNAL_STREAM` names its device and inode.
  private static let isJournal: Bool = {
    guard let stream = unsafe getenv("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard unsafe fstat(STDERR_FILENO, &status) == 0 else { return false }
    return unsafe String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }()
}

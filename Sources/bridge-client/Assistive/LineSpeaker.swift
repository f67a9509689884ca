internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeTransport
internal import CommandLineOptions

/// Writes what a client says to standard output, and speaks it where that is requested.
final class LineSpeaker: Sendable {
  private let session: Session
  private let voice: Voice?
  private let state = Lock((said: [String](), isNew: true))

  /// The maximum number of lines that are remembered.
  private static let memory = 1000
  /// The maximum number of characters that are remembered of a line.
  private static let maxLength = 10_000

  init(_ session: Session, _ options: AssistiveOptions) throws {
    self.session = session
    voice = options.isAloud ? try Voice() : nil
  }

  /// Begins a command: what is said from now on answers it.
  func begin() {
    state.withLock { $0 = ([], true) }
  }

  /// The lines said since the last command began.
  var said: [String] { state.withLock { $0.said } }

  func say(_ line: SpokenLine) {
    let isNew = state.withLock { state in
      state.said.append(String(line.text.prefix(Self.maxLength)))
      if state.said.count > Self.memory { state.said.removeFirst(Self.memory / 2) }
      defer { state.isNew = false }
      return state.isNew
    }
    if session.json {
      session.print(line)
    } else {
      session.output.line(painted(line))
    }
    voice?.say(line.text, interrupts: line.interrupts || isNew)
  }

  /// Writes a command, which is not spoken.
  func echo(_ command: String) {
    let line = SpokenLine(.command, command)
    if session.json {
      session.print(line)
    } else {
      session.output.line("> \(flowing: command)")
    }
  }

  /// Waits until everything has been spoken aloud.
  func finish() { voice?.finish() }

  private func painted(_ line: SpokenLine) -> TerminalText {
    switch line.kind {
    case .element: "\(flowing: line.text, .bold)"
    case .hint, .boundary: "\(flowing: line.text, .dim)"
    case .announcement: "\(flowing: line.isInterrupted ? line.text + "—" : line.text, .yellow)"
    case .refusal: "\(flowing: line.text, .red)"
    case .command, .change, .choice, .answer: "\(flowing: line.text)"
    }
  }
}

extension SpokenLine {
  /// Whether the line interrupts what is being spoken (N3).
  fileprivate var interrupts: Bool {
    switch kind {
    case .announcement: priority != .low
    case .element, .change: true
    case .command, .hint, .choice, .answer, .boundary, .refusal: false
    }
  }
}

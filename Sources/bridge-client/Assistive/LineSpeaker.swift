internal import AccessibilityTree
internal import AssistiveClients
internal import BridgeTransport
internal import CommandLineOptions

/// Says what a client says: on standard output, and aloud where that is wanted.
final class LineSpeaker: Sendable {
  private let session: Session
  private let voice: Voice?
  private let state = Lock((said: [String](), isNew: true))

  /// So many of the last lines are remembered.
  private static let memory = 1000
  /// And of each so many characters.
  private static let maxLength = 10_000

  init(_ session: Session, _ options: AssistiveOptions) throws {
    self.session = session
    voice = options.isAloud ? try Voice() : nil
  }

  /// A command begins: what is said from now on answers it.
  func begin() {
    state.withLock { $0 = ([], true) }
  }

  /// What was said since then.
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

  /// Waits until all is spoken that is spoken aloud.
  func finish() { voice?.finish() }

  private func painted(_ line: SpokenLine) -> TerminalText {
    switch line.kind {
    case .element: "\(flowing: line.text, .bold)"
    case .hint, .boundary: "\(flowing: line.text, .dim)"
    case .announcement: "\(flowing: line.text, .yellow)"
    case .refusal: "\(flowing: line.text, .red)"
    case .change, .choice, .answer: "\(flowing: line.text)"
    }
  }
}

extension SpokenLine {
  /// Whether what is being said is cut short for it (N3).
  fileprivate var interrupts: Bool {
    switch kind {
    case .announcement: priority != .low
    case .element, .change: true
    case .hint, .choice, .answer, .boundary, .refusal: false
    }
  }
}

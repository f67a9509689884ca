internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

/// A command that can be a step of `do`.
protocol StepCommand: ClientCommand {
  /// Returns the step. It may read elements, which may not be there yet.
  func step(_ session: Session, _ client: BridgeClient) async throws -> Step

  /// The revision since which it reads; `nil`: it reads everything, or nothing.
  var since: RevisionMark? { get }
}

extension StepCommand {
  var since: RevisionMark? { nil }
}

/// Reads steps, which are command lines.
struct StepReader: Sendable {
  let program: Program
  let commands: [any ClientCommand.Type]

  /// - Parameter forAgent: Whether an agent has written it, which gives no options of the program.
  func read(_ text: String, forAgent: Bool) throws -> StepLine {
    try StepLine.read(text, program, commands, forAgent: forAgent)
  }
}

/// A step as written: a command line without the program's name.
struct StepLine {
  /// The name of the command.
  let name: String
  /// As it was given.
  let text: String
  private let command: any StepCommand
  /// The step's own time limit, in milliseconds; 0: none.
  private let timeoutMs: UInt32
  var since: RevisionMark? { command.since }

  fileprivate static func read(
    _ text: String, _ program: Program, _ commands: [any ClientCommand.Type], forAgent: Bool
  ) throws -> StepLine {
    let invocation = try program.read(StepWords.split(text), environment: { _ in nil })
    guard case .run(let parsed) = invocation else {
      throw BadCommand("help and versions are no steps")
    }
    for option in program.options
    where option.name != "timeout" && parsed.origin(option.name) == .commandLine {
      throw BadCommand(
        forAgent
          ? "--\(option.name) is no option of a step; leave it out"
          : "--\(option.name) is for all steps: write it before 'do'")
    }
    let name = parsed.command ?? ""
    let known = commands.first { $0.spec.name == name }
    guard let type = known as? any StepCommand.Type else {
      let names = commands.filter { $0 is any StepCommand.Type }.map { $0.spec.name }
      throw BadCommand("'\(name)' cannot be a step; these can: \(names.joined(separator: ", "))")
    }
    return StepLine(
      name: name, text: text, command: try type.init(parsed), timeoutMs: parsed.stepTimeoutMs)
  }

  func step(_ session: Session, _ client: BridgeClient) async throws -> Step {
    // A revision is sent with the epoch of the server, which is known when it has answered.
    if since != nil, client.server == nil {
      _ = try await session.call(GetServerInfoRequest(), on: client)
    }
    var step = try await command.step(session, client)
    step.timeoutMs = timeoutMs
    return step
  }
}

extension ParsedCommand {
  /// The time that a step may take; 0 when it does not say so itself.
  fileprivate var stepTimeoutMs: UInt32 {
    guard origin("timeout") == .commandLine, let seconds = seconds("timeout") else { return 0 }
    let milliseconds = min((seconds * 1000).rounded(.up), Double(Step.maxTimeoutMs))
    return UInt32(max(1, milliseconds))
  }
}

/// The words of a step.
enum StepWords {
  /// Splits a text into lines, at line breaks outside of quotation marks. In lines that begin with # these have no
  /// meaning.
  static func lines(of text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var (isBlank, isRemark) = (true, false)
    var mark: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      if mark == nil, character.isNewline {
        lines.append(line)
        line = ""
        (isBlank, isRemark) = (true, false)
        continue
      }
      line.append(character)
      if isBlank, character == "#" { isRemark = true }
      if !character.isWhitespace { isBlank = false }
      if isRemark { continue }
      if character == "\\", mark != nil, let next = rest.first, next == mark || next == "\\" {
        line.append(rest.removeFirst())
      } else if character == mark {
        mark = nil
      } else if mark == nil, character == "'" || character == "\"" {
        mark = character
      }
    }
    lines.append(line)
    return lines
  }

  /// Splits a line at spaces. A quotation mark (`'` or `"`) at the beginning of a word encloses it, and is dropped;
  /// within a word it is a part of it, and encloses spaces: `press button[label="Save as"]` has two words. In
  /// quotation marks a backslash keeps the next mark or backslash from ending or escaping.
  static func split(_ line: String) throws -> [String] {
    var words: [String] = []
    var rest = Substring(line)
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard !rest.isEmpty else { return words }
      words.append(try word(&rest))
    }
  }

  private static func word(_ rest: inout Substring) throws -> String {
    var word = ""
    if let mark = rest.first, mark == "'" || mark == "\"" {
      rest.removeFirst()
      try readQuoted(mark, &rest, into: &word, keepsEscapes: false)
    }
    while let character = rest.first, !character.isWhitespace {
      rest.removeFirst()
      word.append(character)
      guard character == "'" || character == "\"" else { continue }
      try readQuoted(character, &rest, into: &word, keepsEscapes: true)
      word.append(character)
    }
    return word
  }

  /// Reads up to a quotation mark, which is dropped.
  private static func readQuoted(
    _ mark: Character, _ rest: inout Substring, into word: inout String, keepsEscapes: Bool
  ) throws {
    while let character = rest.popFirst() {
      if character == mark { return }
      if character == "\\", let next = rest.first, next == mark || next == "\\" {
        if keepsEscapes { word.append(character) }
        word.append(next)
        rest.removeFirst()
      } else {
        word.append(character)
      }
    }
    throw BadCommand("a quotation mark (\(mark)) is not closed")
  }
}

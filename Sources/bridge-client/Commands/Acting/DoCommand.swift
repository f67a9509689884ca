internal import AccessibilityRendering
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct DoCommand: ClientCommand {
  static let spec = CommandSpec(
    "do", summary: "Run steps one after another, up to the first that fails",
    details: [
      "A step is a command line without 'bridge-client': the commands that act, and wait, expect, find, get and "
        + "tree, with their options. Without arguments, each line of standard input is a step; empty lines and those "
        + "that begin with # are left out. In an argument, line breaks within quotation marks belong to the word.",
      "Words are separated by spaces. A word that contains spaces is put in quotation marks, single or double; "
        + "quotation marks within a word belong to it, as in button[label=\"Save as\"].",
      "All steps are checked before the first one is run. --timeout in a step limits that step. Where there are "
        + "several, the line of each begins with its number. Afterwards what changed in the applications that they "
        + "acted on is printed, as 'tree --since' prints it.",
    ],
    arguments: [
      .rest("steps", "Steps, each in quotation marks; up to \(RunStepsRequest.maxSteps)")
    ],
    options: [
      .text("in", "TARGET", "Print only what changed in this element"),
      .integer(
        "budget", "TOKENS", in: OutlineOptions.budgets,
        "Maximum number of tokens of what changed; \(RunStepsRequest.defaultBudget) by default"
      ),
      .since,
      .flag("no-changes", "Do not print what changed"),
    ],
    example: "bridge-client do 'set textbox Ada' 'press button[label=Save] --then dialog'",
    moreExamples: ["bridge-client do 'insert textbox hi' 'expect textbox value=hi'"])

  private let given: [String]
  private let outline: GetOutlineRequest?
  private let since: RevisionMark?
  private let hasTimeout: Bool

  init(_ parsed: ParsedCommand) throws {
    given = parsed.rest("steps")
    hasTimeout = parsed.origin("timeout") != .defaultValue
    since = try parsed.since()
    if parsed.flag("no-changes") {
      for name in ["in", "budget", "since"] where parsed.string(name) != nil {
        throw BadCommand("--no-changes and --\(name) cannot be combined")
      }
      outline = nil
    } else {
      outline = GetOutlineRequest(
        target: try parsed.string("in").map(Target.init(written:)), budget: parsed.int("budget"))
    }
  }

  func run(_ session: Session) async throws -> ExitCode {
    let lines = try readLines(session)
    let client = try await session.open(since: since)
    defer { client.close() }
    var steps: [NamedStep] = []
    let response: RunStepsResponse
    do {
      for (index, line) in lines.enumerated() {
        try await naming(index + 1, of: lines.count) {
          steps.append(NamedStep(name: line.name, step: try await line.step(session, client)))
        }
      }
      var outline = outline
      outline?.since = since?.since(client)
      response = try await client.run(
        steps.map(\.step), outline: outline, timeout: session.timeLeft() + typingTime(of: steps))
    } catch ClientError.outcomeUnknown(let why) where steps.count > 1 {
      throw ClientError.outcomeUnknown(
        "none of the \(steps.count) steps was answered, and any may have been run, from the first one on (\(lines[0].text)): "
          + why)
    } catch let error where error is BadCommand || Failure.leavesUndone(error) {
      StepPrinter(session, client).printNotRun(lines.map(\.name))
      throw error
    }
    ([since] + lines.map(\.since)).compactMap { $0 }.first { !$0.isOfRun(of: client) }?
      .noteRestart(client)
    return StepPrinter(session, client).print(response, of: steps)
  }

  /// The time for what is typed, where the command line does not limit the time.
  private func typingTime(of steps: [NamedStep]) -> Duration {
    hasTimeout ? .zero : steps.reduce(.zero) { $0 + $1.step.typingTime }
  }

  private func readLines(_ session: Session) throws -> [StepLine] {
    let texts = try given.isEmpty ? Self.standardInput : givenLines
    guard !texts.isEmpty else {
      throw BadCommand(
        session.words.isForAgent
          ? "no steps: each text of 'steps' is a step, such as \"press #12\""
          : "no steps: give them as arguments, or as lines of standard input")
    }
    guard texts.count <= RunStepsRequest.maxSteps else {
      throw BadCommand(
        "\(texts.count) steps, limit \(RunStepsRequest.maxSteps): run 'do' several times")
    }
    var lines: [StepLine] = []
    for (index, text) in texts.enumerated() {
      try naming(index + 1, of: texts.count) {
        do {
          lines.append(try session.steps.read(text, forAgent: session.words.isForAgent))
        } catch let error as UsageError {
          throw BadCommand(error.sentence + hint(for: text))
        }
      }
    }
    return lines
  }

  /// Reads one line more than there may be steps.
  private static var standardInput: [String] {
    get throws {
      var input = InputLines(limit: ProtocolLimits.frameLengths.upperBound)
      var texts: [String] = []
      var number = 0
      while texts.count <= RunStepsRequest.maxSteps {
        number += 1
        switch input.next() {
        case .line(let line): texts += lines(line)
        case .notUTF8:
          throw BadCommand(
            "line \(number) of standard input is not UTF-8, so no step was run; encode it as UTF-8, as 'iconv -t UTF-8' does"
          )
        case .tooLong(let limit):
          throw BadCommand(
            "line \(number) of standard input has more than \(limit) bytes, so no step was run")
        case .key, .resized, .end: return texts
        }
      }
      return texts
    }
  }

  /// The steps of the arguments. A text that an application showed may have line breaks, and must not become a step.
  private var givenLines: [String] {
    get throws {
      try given.enumerated().flatMap { index, text in
        let lines = Self.lines(text)
        guard lines.count < 2 else {
          throw BadCommand(
            "step \(index + 1) has a line break: put the text in quotation marks, or give each step as an argument of its own"
          )
        }
        return lines
      }
    }
  }

  private static func lines(_ text: String) -> [String] {
    StepWords.lines(of: text).filter { line in
      guard let first = line.first(where: { !$0.isWhitespace }) else { return false }
      return first != "#"
    }
  }

  /// Adds the number of a step to what is wrong with its line.
  private func naming(_ number: Int, of count: Int, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as BadCommand {
      throw wrong(number, of: count, error)
    }
  }

  private func wrong(_ number: Int, of count: Int, _ error: BadCommand) -> BadCommand {
    BadCommand("step \(number): \(error.description)".addingThatNoneRan(of: count))
  }

  /// Returns what may be missing around a step that cannot be read: quotation marks.
  private func hint(for text: String) -> String {
    let words = (try? StepWords.split(text)) ?? []
    if words.contains(where: { $0.contains("[") && !$0.contains("]") })
      || words.dropFirst(2).contains(where: { $0.contains("[") })
    {
      return
        "; a selector with spaces is put in quotation marks, such as 'dialog button' or button[label=\"Save as\"]"
    }
    guard words.count == 1, given.count > 1 else { return "" }
    return "; each argument is a whole step, such as 'press button[label=Save]'"
  }

  private func naming(
    _ number: Int, of count: Int, _ body: () async throws -> Void
  ) async throws {
    do {
      try await body()
    } catch let error as BadCommand {
      throw wrong(number, of: count, error)
    } catch ClientError.status(let status) {
      throw ClientError.status(status.inStep(number).runningNone(of: count))
    }
  }
}

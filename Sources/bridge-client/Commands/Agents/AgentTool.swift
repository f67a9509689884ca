internal import BridgeProtocol
internal import CommandLineOptions
internal import ModelContext
internal import SafeText

/// A tool that agents are offered: what it takes, and the command that it runs.
enum AgentTool: String, CaseIterable {
  case apps, look, find, get, `do`, wait, watch, help

  /// The maximum number of seconds that a call may wait.
  private static let maxSeconds = 300.0

  /// What 'seconds' may be: the same as in a step.
  private static let time = ValueKind.seconds(0.001...maxSeconds)

  /// The number of seconds that a wait lasts where it is not said.
  private static let waitTime = 10.0

  /// The number of seconds that a watch lasts where it is not said.
  private static let watchTime = 5.0

  /// The most tokens of a list of announcements.
  private static let announcementBudget = 1_500

  var spec: ToolSpec {
    switch self {
    case .apps:
      ToolSpec("apps", "List the applications and whether they respond.")
    case .look:
      ToolSpec(
        "look",
        "Print what is on screen as an outline, one line for each thing, with its #id. Give 'since' with the "
          + "revision of the last look to get only what changed.",
        inputs: [
          ToolInput("target", .text, "Selector or id to look into; default: everything"),
          ToolInput("since", .text, "Revision that a tool printed"),
          ToolInput("budget", .number(100...20_000), "Most tokens to print"),
        ])
    case .find:
      ToolSpec(
        "find",
        "List the elements that match a selector such as button[label=\"Save\"] or dialog textbox.",
        inputs: [
          ToolInput("selector", .text, isRequired: true),
          ToolInput("in", .text, "Selector or id to search in"),
          ToolInput("since", .text, "Revision: only what is new (+), changed (~) or gone (-)"),
          ToolInput("limit", .number(1...500), "Default 20"),
        ])
    case .get:
      ToolSpec(
        "get", "Print everything about one element: value, states, actions, place.",
        inputs: [
          ToolInput("target", .text, "Selector or id", isRequired: true),
          ToolInput("since", .text, "Revision: only if it changed"),
        ])
    case .do:
      ToolSpec(
        "do",
        "Run steps one after another, up to the first that fails; prints the outcome of each and what changed. "
          + "Steps: press T, set T VALUE (fields of web pages: with --synthesize), insert T TEXT, focus T, select T, scroll T "
          + "down, menu T, keys T Enter --synthesize, wait T --until CONDITION, expect T, tree T. T is a selector or #id; quote "
          + "words with spaces. An action on an #id is refused when the element is not any more what a tool last printed.",
        inputs: [
          ToolInput(
            "steps", .texts(64), "Such as: set textbox[label=Name] 'Ada L'", isRequired: true)
        ], acts: true, hasOutcome: true)
    case .wait:
      ToolSpec(
        "wait", "Wait until a condition holds.",
        inputs: [
          ToolInput("target", .text, "Selector or id", isRequired: true),
          ToolInput(
            "until", .text,
            "appears (default), disappears, enabled, disabled, focused, checked, value=TEXT, value*=TEXT, count=N, "
              + "stable"),
          ToolInput("seconds", .quantity, "Or 500ms, 2m; default 10", synonym: "timeout"),
        ], hasOutcome: true)
    case .watch:
      ToolSpec(
        "watch",
        "Print what happens for some seconds: announcements, values, focus; or what enters and leaves the sets of "
          + "'selectors'; or, with 'announced', what was announced before.",
        inputs: [
          ToolInput("seconds", .quantity, "Or 500ms, 2m; default 5", synonym: "for"),
          ToolInput("count", .number(1...1_000), "End after so many updates"),
          ToolInput("selectors", .texts(64)),
          ToolInput("announced", .text, "Age such as 5m: list announcements instead"),
        ])
    case .help:
      ToolSpec(
        "help", "Explain selectors and steps, or one command.",
        inputs: [ToolInput("command", .text, "Such as set, wait or selectors")])
    }
  }

  /// Returns the command line of a call, without options of the program; empty: there is none.
  ///
  /// - Parameter program: The program whose commands these are.
  func words(
    _ arguments: ToolArguments, _ program: Program
  ) throws(WrongArgument) -> [String] {
    var words: [String] = []
    func add(_ option: String, _ value: String?) {
      if let value { words.append("--\(option)=\(value)") }
    }
    func add(_ option: String, _ value: Int?) { add(option, value.map { "\($0)" }) }
    switch self {
    case .apps: return ["apps"]
    case .look:
      add("since", arguments.text("since"))
      add("budget", arguments.number("budget"))
      return ["tree"] + words + operands(arguments.text("target"))
    case .find:
      add("in", arguments.text("in"))
      add("limit", arguments.number("limit") ?? 20)
      // Prints the revision, at which the elements count as seen.
      add("since", arguments.text("since") ?? "0")
      return ["find"] + words + operands(arguments.text("selector"))
    case .get:
      add("since", arguments.text("since"))
      return ["get"] + words + operands(arguments.text("target"))
    case .do: return ["do", "--"] + arguments.texts("steps")
    case .wait:
      add("until", arguments.text("until"))
      return ["wait"] + words + operands(arguments.text("target"))
    case .watch:
      if let age = arguments.text("announced") {
        // A number alone would be a revision.
        guard age.contains(where: { !$0.isNumber }) else {
          throw WrongArgument(
            "the argument 'announced' of watch must be an age such as 30s or 5m, not \"\(age.prefix(100))\""
          )
        }
        return ["announcements", "--since=\(age)", "--budget=\(Self.announcementBudget)"]
      }
      add("for", "\(try waitingTime(arguments) ?? Self.watchTime)")
      add("count", arguments.number("count"))
      for selector in arguments.texts("selectors") { add("selector", selector) }
      return ["watch"] + words
    case .help:
      guard let word = arguments.text("command"), word != "selectors", word != "steps" else {
        return []
      }
      // The tool of another name.
      let command = word == Self.look.rawValue ? "tree" : word
      guard program.command(named: command) != nil else {
        let meant = program.command(meantBy: command).map { "; did you mean '\($0)'?" } ?? ""
        throw WrongArgument("there is no command '\(command.prefix(100))'\(meant)")
      }
      return [command, "--help"]
    }
  }

  /// Whether it prints outcomes, in lines that quote what applications say.
  var printsOutcomes: Bool { self == .do || self == .wait }

  /// Returns a text about the command with the tool's arguments in the place of the command's options.
  func inArguments(_ text: String) -> String {
    // Steps have the options.
    guard self != .do, text.contains("--") else { return text }
    let names = [
      "for": "seconds", "timeout": "seconds", "selector": "selectors",
      "since": "announced",
    ]
    let known = Set(spec.inputs.map(\.name))
    let pieces = text.pieces(between: "--")
    return pieces.dropFirst().reduce(into: pieces[0]) { result, piece in
      let option = piece.prefix { $0 == "-" || ("a"..."z").contains($0) }
      let name = known.contains(String(option)) ? String(option) : names[String(option)]
      if let name, known.contains(name) {
        result += "'\(name)'" + piece.dropFirst(option.count)
      } else {
        result += "--" + piece
      }
    }
  }

  private func operands(_ text: String?) -> [String] { text.map { ["--", $0] } ?? [] }

  /// How long a call waits for something to happen, in seconds; `nil`: it takes as long as it takes.
  func waitingTime(_ arguments: ToolArguments) throws(WrongArgument) -> Double? {
    switch self {
    case .wait: return try given(arguments) ?? Self.waitTime
    case .watch:
      return arguments.text("announced") == nil ? try given(arguments) ?? Self.watchTime : nil
    case .do, .apps, .look, .find, .get, .help: return nil
    }
  }

  /// The time that a call says.
  private func given(_ arguments: ToolArguments) throws(WrongArgument) -> Double? {
    guard let written = arguments.word("seconds") else { return nil }
    guard Self.time.accepts(written), let seconds = ValueKind.seconds(written) else {
      throw WrongArgument(
        "the argument 'seconds' of \(rawValue) must be \(Self.time.requirement), not \"\(written.prefix(100))\""
      )
    }
    return seconds
  }

  /// How long a call may take, in seconds.
  func seconds(_ arguments: ToolArguments) throws(WrongArgument) -> Double {
    switch self {
    case .wait: try waitingTime(arguments) ?? Self.waitTime
    // Connecting has some time of its own.
    case .watch: (try waitingTime(arguments) ?? 0) + 10
    case .do: Self.maxSeconds
    case .apps, .look, .find, .get, .help: 30
    }
  }
}

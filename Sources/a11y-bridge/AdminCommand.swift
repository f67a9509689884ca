internal import BridgePolicy
internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions
internal import Glibc

/// A command that changes who may connect: `a11y-bridge pair`, `a11y-bridge token`.
///
/// It works on the server's state directory, so it needs the rights of the user who runs the server, and no server.
protocol AdminCommand: SendableMetatype {
  static var name: String { get }
  static var description: Program { get }

  /// Prints what it has to say to standard output.
  static func run(_ parsed: ParsedCommand, _ store: CredentialStore) throws(ProgramError)
}

enum AdminCommands {
  static let all: [any AdminCommand.Type] = [PairCommand.self, TokenCommand.self]

  /// Runs the command that the arguments name, and ends the process; returns when they name none.
  static func runIfNamed(_ arguments: [String] = CommandLine.arguments) {
    switch arguments.dropFirst().first {
    case AuditLogCommand.name: AuditLogCommand.run(Array(arguments.dropFirst()))
    case PolicyCommand.name: PolicyCommand.run(Array(arguments.dropFirst()))
    default: break
    }
    guard arguments.count > 1, let command = all.first(where: { $0.name == arguments[1] }) else {
      return
    }
    let parsed = command.description.parseOrExit(Array(arguments.dropFirst()))
    do throws(ProgramError) {
      let state = try stateErrors { () throws(StateError) in
        try StateDirectory.open(for: ServerSecurity.program, create: true)
      }
      guard let state else { throw ProgramError("there is no place for keys") }
      try command.run(parsed, CredentialStore(state))
      exit(0)
    } catch {
      Terminal.write(TerminalText(lines: "a11y-bridge: \(error.message)") + "\n", to: 2)
      exit(error.isUsage ? 2 : 1)
    }
  }

  static func output(_ text: String) {
    _ = Terminal.print(TerminalText(lines: text) + "\n", by: "a11y-bridge")
  }
}

/// Options that both commands have.
enum GrantOptions {
  static let specs: [OptionSpec] = [
    OptionSpec.text("name", "NAME", "What to call it").short("n"),
    OptionSpec.choice("allow", Scope.allCases.map(\.rawValue), "What it may do")
      .defaulting(to: Scope.observe.rawValue),
    OptionSpec.text(
      "application", "PATTERN", "Show it only applications of this name; * stands for any text"
    ).repeatable(),
    OptionSpec.integer("days", "DAYS", in: 1...36_500, "Let it expire; without, it never does"),
    OptionSpec.flag("list", "Show what there is"),
    OptionSpec.text("revoke", "NAME", "Remove it; its connections end within a second"),
  ]

  /// An option that selects what a command does.
  struct Mode {
    let option: String
    /// The options that may be given with it.
    let companions: [String]

    init(_ option: String, with companions: [String] = []) {
      (self.option, self.companions) = (option, companions)
    }
  }

  /// Refuses options that would be ignored beside the mode that is given.
  static func check(
    _ parsed: ParsedCommand, of program: Program, _ modes: [Mode]
  ) throws(ProgramError) {
    let given = program.options.map(\.name).filter { parsed.origin($0) == .commandLine }
    guard let mode = modes.first(where: { given.contains($0.option) }),
      let other = given.first(where: { $0 != mode.option && !mode.companions.contains($0) })
    else { return }
    throw ProgramError("--\(mode.option) and --\(other) exclude each other", isUsage: true)
  }

  static func name(_ text: String) throws(ProgramError) -> CredentialName {
    guard let name = CredentialName(text) else {
      throw ProgramError("'\(text)' is no name: \(CredentialName.rule)", isUsage: true)
    }
    return name
  }

  static func scope(_ parsed: ParsedCommand) -> Scope {
    parsed.string("allow").flatMap(Scope.init(rawValue:)) ?? .observe
  }

  static func applications(_ parsed: ParsedCommand) throws(ProgramError) -> [String] {
    let patterns = parsed.strings("application")
    for pattern in patterns where NamePattern(pattern) == nil {
      throw ProgramError(
        "--application: '\(pattern)' is no name of 1 to \(NamePattern.maxLength) characters",
        isUsage: true)
    }
    return patterns
  }

  static func expiry(_ parsed: ParsedCommand, from now: WallTime) -> WallTime? {
    parsed.int("days").map { now.adding(seconds: Int64($0) * 86_400) }
  }

  static func list(_ kind: CredentialStore.Kind, _ contents: CredentialStore.Contents) {
    let now = WallTime.now
    var rows = contents.grants.filter { $0.kind == kind }.map { grant in
      [
        grant.name.text, grant.scope.rawValue, limits(grant.applications), grant.evidenceText,
        grant.expires.map { grant.isValid(at: now) ? "until \($0)" : "expired \($0)" } ?? "",
      ]
    }
    if kind == .pairings {
      rows += contents.invitations.filter { $0.isValid(at: now) }.map {
        [
          $0.name.text, $0.scope.rawValue, limits($0.applications), "invited",
          "until \($0.expires)",
        ]
      }
    }
    for problem in contents.problems { Terminal.write("a11y-bridge: \(problem)\n", to: 2) }
    for row in rows { AdminCommands.output(row.filter { !$0.isEmpty }.joined(separator: "  ")) }
  }

  private static func limits(_ applications: [String]) -> String {
    applications.isEmpty ? "" : "of \(applications.joined(separator: ", "))"
  }

  /// Does what every storing command does: turns file errors into errors of the program.
  static func stored<Value>(
    _ body: () throws(PrivateFileError) -> Value
  ) throws(ProgramError) -> Value {
    do throws(PrivateFileError) {
      return try body()
    } catch {
      throw ProgramError(error.message)
    }
  }
}

extension Grant {
  fileprivate var evidenceText: String {
    if case .key(let key) = evidence { return "\(key)" }
    return ""
  }
}

internal import BridgePolicy
internal import BridgeSecurity
internal import BridgeServer
internal import BridgeTransport
internal import CommandLineOptions

/// `a11y-bridge policy`: checks what clients may do.
enum PolicyCommand: AdminCommand {
  static let name = "policy"

  static let description = Program(
    "a11y-bridge policy", version: Release.version,
    summary: "Check the file that says what clients may do",
    details: [
      "The server reads ~/.config/a11y-bridge/policy if it exists, or the FILE that 'a11y-bridge --policy FILE' names. A "
        + "running server reads it again on SIGHUP. Without a policy, pairings and tokens may do what they were made with."
    ],
    commands: [
      CommandSpec(
        "check", summary: "Say what is wrong with the policy, or what a client may do",
        arguments: [
          .optional("file", "The policy; without, ~/.config/a11y-bridge/policy", kind: .path)
        ],
        options: [
          OptionSpec.text(
            "who", "NAME",
            "Show what this client may do: a name, or pairing:NAME, token:NAME, certificate:NAME, "
              + "user:NAME or anybody")
        ],
        example: "a11y-bridge policy check --who laptop"),
      CommandSpec(
        "example", summary: "Print a policy with comments to start from",
        example: "a11y-bridge policy example"),
    ],
    examples: [
      "a11y-bridge policy check", "a11y-bridge policy check --who token:ci",
      "mkdir -p ~/.config/a11y-bridge",
      "a11y-bridge policy example > ~/.config/a11y-bridge/policy",
    ])

  static func run(_ parsed: ParsedCommand) throws(ProgramError) {
    if parsed.command == "example" {
      _ = Terminal.print(TerminalText(lines: Policy.example), by: "a11y-bridge")
    } else {
      try check(parsed)
    }
  }

  private static func check(_ parsed: ParsedCommand) throws(ProgramError) {
    let file = PolicyFile(parsed.argument("file"))
    let reading = try file.reading()
    let warnings = file.lines(reading?.warnings ?? [], as: "warning: ")
    if let errors = reading?.errors, !errors.isEmpty {
      throw ProgramError(file.lines(errors) + (warnings.isEmpty ? "" : "\n" + warnings))
    }
    if !warnings.isEmpty { AdminCommands.report(warnings) }
    if let who = parsed.string("who") {
      return try show(try PolicyClients(reading?.policy, file).named(who))
    }
    guard let policy = reading?.policy else {
      return AdminCommands.output(
        "there is no policy at \(file.path): pairings and tokens may do what they were made with")
    }
    AdminCommands.output("\(file.path): correct; it \(PolicyFile.summary(of: policy))")
  }

  private static func show(_ clients: [PolicyClients.Client]) throws(ProgramError) {
    for client in clients {
      AdminCommands.output("\(client.subject)\(client.origin.isEmpty ? "" : " (\(client.origin))")")
      let rows = client.rights.lines.map { [$0.name, $0.value] }
      _ = Terminal.print(Columns(rows: rows).text(indent: 2), by: "a11y-bridge")
    }
  }
}

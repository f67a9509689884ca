internal import AssistiveClients
internal import CommandLineOptions

struct SwitchControlCommand: ClientCommand {
  static let spec = CommandSpec(
    "switch-control", summary: "Control by one switch or two: scan items or groups, and select",
    details: AssistiveOptions.details, arguments: [AssistiveOptions.target],
    options: [
      OptionSpec.choice(
        "mode", SwitchControl.Mode.allCases.map(\.rawValue),
        "Scan single elements, or parts of the screen"
      ).defaulting(to: SwitchControl.Mode.groups.rawValue),
      .seconds("scan", in: 0.1...60, "Interval at which the scan moves on by itself"),
    ] + AssistiveOptions.specs,
    example: "bridge-client switch-control --scan 1",
    moreExamples: ["bridge-client switch-control --mode items --do next --do select"])

  private let options: AssistiveOptions
  private let mode: SwitchControl.Mode

  init(_ parsed: ParsedCommand) {
    options = AssistiveOptions(parsed)
    mode = parsed.string("mode").flatMap(SwitchControl.Mode.init) ?? .groups
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await AssistiveRunner.run(session, options) { SwitchControl(scope: $0, mode: mode) }
  }
}

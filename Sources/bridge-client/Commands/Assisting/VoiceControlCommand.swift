internal import AssistiveClients
internal import CommandLineOptions

struct VoiceControlCommand: ClientCommand {
  static let spec = CommandSpec(
    "voice-control", summary: "Control by names: tap NAME, show names, show numbers",
    details: AssistiveOptions.details, arguments: [AssistiveOptions.target],
    options: AssistiveOptions.specs,
    example: "bridge-client voice-control",
    moreExamples: ["bridge-client voice-control --do 'show names' --do 'tap 7'"])

  private let options: AssistiveOptions

  init(_ parsed: ParsedCommand) {
    options = AssistiveOptions(parsed)
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await AssistiveRunner.run(session, options) { VoiceControl(scope: $0) }
  }
}

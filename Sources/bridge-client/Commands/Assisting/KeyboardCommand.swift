internal import AssistiveClients
internal import CommandLineOptions

struct KeyboardCommand: ClientCommand {
  static let spec = CommandSpec(
    "keyboard", summary: "Control by keys: a focus ring in reading order",
    details: AssistiveOptions.details, arguments: [AssistiveOptions.target],
    options: AssistiveOptions.specs,
    example: "bridge-client keyboard",
    moreExamples: ["bridge-client keyboard --do 'find equals' --do activate"])

  private let options: AssistiveOptions

  init(_ parsed: ParsedCommand) {
    options = AssistiveOptions(parsed)
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await AssistiveRunner.run(session, options) { KeyboardAccess(scope: $0) }
  }
}

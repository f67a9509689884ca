internal import AccessibilitySpeech
internal import AccessibilityTree
internal import AssistiveClients
internal import CommandLineOptions

struct VoiceOverCommand: ClientCommand {
  static let spec = CommandSpec(
    "voiceover", summary: "A screen reader: a cursor, a rotor, and what they say",
    details: AssistiveOptions.details, arguments: [AssistiveOptions.target],
    options: [
      .verbosity
    ] + AssistiveOptions.specs,
    example: "bridge-client voiceover",
    moreExamples: ["bridge-client voiceover --do 'find multiply' --do activate"])

  private let options: AssistiveOptions
  private let verbosity: Verbosity

  init(_ parsed: ParsedCommand) {
    options = AssistiveOptions(parsed)
    verbosity = parsed.verbosity
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await AssistiveRunner.run(session, options) { VoiceOver(scope: $0, verbosity: verbosity) }
  }
}

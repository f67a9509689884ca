internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct ActCommand: StepCommand {
  private static let actions = ActionKind.allCases.map(\.name)

  static let spec = CommandSpec.acting(
    "act", "Perform an action by name",
    details: [
      "ACTION is one of " + actions.joined(separator: ", ")
        + ", or the name of a custom action of the element."
    ],
    arguments: [
      .required("action", "Name of the action", kind: .suggested(actions)),
      .optional("value", "Value for an action that takes one"),
    ],
    example: "bridge-client act 'text[label=Result]' Clear",
    moreExamples: [
      "bridge-client act list scroll down", "bridge-client act textbox insert-text '5:hello'",
    ])

  private let action: String
  private let acting: ActionOptions

  init(_ parsed: ParsedCommand) throws {
    action = parsed.required("action")
    acting = try ActionOptions(parsed)
  }

  func step(_ session: Session, _ client: BridgeClient) async throws -> Step {
    try await acting.step(action, session, client)
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await acting.perform(action, session)
  }
}

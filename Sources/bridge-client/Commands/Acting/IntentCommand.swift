internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct IntentCommand: StepCommand {
  static let spec = CommandSpec.acting(
    "intent", "Run an app intent",
    details: [
      "The application's view code need not be running. 'get' lists the intents of an element."
    ],
    arguments: [
      .required("type", "Type name of the intent"),
      .rest("parameters", "Parameters of the intent: NAME=VALUE"),
    ],
    example: "bridge-client intent 'button[label=\"Baker beach\"]' FavoriteBeach rating=5")

  private let acting: ActionOptions
  private let intent: ActionCommand

  init(_ parsed: ParsedCommand) throws {
    acting = try ActionOptions(parsed)
    intent = try ActionText.intent(
      type: parsed.required("type"), parameters: parsed.rest("parameters"))
  }

  func step(_ session: Session, _ client: BridgeClient) async throws -> Step {
    try await acting.step(intent, on: acting.target, session, client)
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try session.open(reconnecting: true)
    defer { client.close() }
    return try await acting.perform(intent, on: acting.target, session, client)
  }
}

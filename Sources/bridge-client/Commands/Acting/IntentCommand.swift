internal import AccessibilityTree
internal import CommandLineOptions

struct IntentCommand: ClientCommand {
  static let spec = CommandSpec.acting(
    "intent", "Run an app intent, by its type and parameters",
    details: [
      "The application's own view code need not be running. 'get' shows what is offered."
    ],
    arguments: [
      .required("type", "The name of the intent's type"),
      .rest("parameters", "Its parameters: name=value"),
    ],
    example: "bridge-client intent 'button[label=\"Baker beach\"]' FavoriteBeach rating=5")

  private let acting: ActionOptions
  private let intent: ActionCommand

  init(_ parsed: ParsedCommand) throws {
    acting = try ActionOptions(parsed)
    intent = try ActionText.intent(
      type: parsed.required("type"), parameters: parsed.rest("parameters"))
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    return try await acting.perform(intent, on: acting.target, session, client)
  }
}

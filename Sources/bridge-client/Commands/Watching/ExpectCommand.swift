internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct ExpectCommand: StepCommand {
  static let spec = CommandSpec(
    "expect", summary: "Fail unless a condition holds now",
    details: [WaitCondition.help],
    arguments: [
      .required("target", "A selector or an id"),
      .optional(
        "condition", "What must hold (default: appears)",
        kind: .suggested(WaitCondition.suggestions)),
    ],
    example: "bridge-client expect 'button[label=Save]' enabled",
    moreExamples: ["bridge-client expect 'text[label=Result]' value=15"])

  private let request: WaitForRequest

  init(_ parsed: ParsedCommand) throws {
    let condition = try WaitCondition(written: parsed.argument("condition") ?? "appears")
    if case .stable = condition {
      throw BadCommand("'expect' looks once: 'wait --until stable' waits until nothing changes")
    }
    request = WaitForRequest(
      target: try parsed.requiredTarget(), condition: condition, view: .named)
  }

  func step(_ session: Session, _ client: BridgeClient) -> Step { Step(.expect(request)) }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try session.open()
    defer { client.close() }
    let step = step(session, client)
    let response = try await client.run([step], timeout: session.timeLeft())
    return StepPrinter(session, client).print(
      response, of: [NamedStep(name: Self.spec.name, step: step)])
  }
}

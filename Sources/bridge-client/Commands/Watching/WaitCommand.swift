internal import AccessibilityRendering
internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct WaitCommand: StepCommand {
  static let spec = CommandSpec(
    "wait", summary: "Wait for a condition",
    details: [
      WaitCondition.help,
      "--timeout is the maximum time to wait once connected.",
    ],
    arguments: [.required("target", "A selector or an id")],
    options: [
      OptionSpec.text(
        "until", "CONDITION", suggesting: WaitCondition.suggestions, "Condition to wait for"
      ).defaulting(to: "appears")
    ],
    example: "bridge-client wait 'dialog'",
    moreExamples: ["bridge-client --timeout 5 wait 'text[label=Result]' --until value=15"])

  private let target: Target
  private let condition: WaitCondition

  init(_ parsed: ParsedCommand) throws {
    target = try parsed.requiredTarget()
    condition = try WaitCondition(written: parsed.string("until") ?? "appears")
  }

  func step(_ session: Session, _ client: BridgeClient) -> Step {
    Step(.wait(WaitForRequest(target: target, condition: condition, view: .named)))
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.connect()
    defer { client.close() }
    // The call has the whole time limit, however long connecting took.
    let response = try await client.call(
      WaitForRequest(target: target, condition: condition, view: .named), timeout: session.timeout)
    if session.json {
      session.print(response)
    } else {
      let count = counted(response.total, "element")
      let waited = Duration.microseconds(Int64(clamping: response.waitedUs)).millisecondsRoundedUp
      let revision = response.revision
      session.output.line("condition met after \(waited) ms at revision \(revision): \(count)")
      for application in response.silent { session.output.line("\(application.summary)") }
      for element in response.elements.prefix(10) {
        session.output.outline(Outline.line(for: element) + "\n")
      }
    }
    return .done
  }
}

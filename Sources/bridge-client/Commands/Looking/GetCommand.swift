internal import BridgeProtocol
internal import CommandLineOptions

struct GetCommand: ClientCommand {
  static let spec = CommandSpec(
    "get", summary: "Show all properties of an element", arguments: [.target],
    example: "bridge-client get 'textbox:focused'",
    moreExamples: ["bridge-client get '#482117350014'"])

  private let target: Target

  init(_ parsed: ParsedCommand) throws {
    target = try parsed.requiredTarget()
  }

  func run(_ session: Session) async throws -> ExitCode {
    let response = try await session.call(GetElementRequest(target: target))
    if session.json {
      session.print(Revised(revision: response.revision, value: response.element))
      return .done
    }
    let card = ElementCard(response)
    session.output.outline(card.title)
    session.output.write(card.text)
    return .done
  }
}

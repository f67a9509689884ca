internal import BridgeClient
internal import BridgeProtocol
internal import CommandLineOptions

struct GetCommand: StepCommand {
  static let spec = CommandSpec(
    "get", summary: "Show all properties of an element", arguments: [.target],
    options: [.since],
    example: "bridge-client get 'textbox:focused'",
    moreExamples: ["bridge-client get '#482117350014'"])

  private let target: Target
  let since: RevisionMark?

  init(_ parsed: ParsedCommand) throws {
    target = try parsed.requiredTarget()
    since = try parsed.since()
  }

  func step(_ session: Session, _ client: BridgeClient) -> Step {
    Step(.get(GetElementRequest(target: target, since: since?.since(client))))
  }

  func run(_ session: Session) async throws -> ExitCode {
    let client = try await session.open(since: since)
    defer { client.close() }
    let request = GetElementRequest(target: target, since: since?.since(client))
    let response = try await session.call(request, on: client)
    since?.noteRestart(client)
    let mark = RevisionMark(response.revision, of: client)
    if session.json {
      if since != nil {
        session.print(ChangesSince(revision: response.revision, result: response.result))
      }
      if response.result == .unchanged { return .done }
      session.print([response.element], at: response.revision)
      return .done
    }
    if response.result == .unchanged {
      session.printUnchanged(since, mark)
      return .done
    }
    let card = ElementCard(response, mark)
    session.output.outline(card.title)
    session.output.write(card.text)
    return .done
  }
}

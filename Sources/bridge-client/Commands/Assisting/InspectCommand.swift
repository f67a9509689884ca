internal import BridgeInspector
internal import CommandLineOptions

struct InspectCommand: ClientCommand {
  static let spec = CommandSpec(
    "inspect", summary: "A full-screen view of the tree and its changes",
    details: ["? lists the keys. Any action of the selected element can be run."],
    arguments: [.optional("selector", "Selector or id to begin at")],
    example: "bridge-client inspect", moreExamples: ["bridge-client inspect 'button:focused'"])

  private let start: String?

  init(_ parsed: ParsedCommand) throws {
    if parsed.flag("json") {
      throw BadCommand("inspect draws a screen; for JSON use tree, get, watch")
    }
    start = parsed.argument("selector")
  }

  func run(_ session: Session) async throws -> ExitCode {
    let server = try await session.connect(reconnecting: true)
    defer { server.close() }
    guard Terminal.isTerminal(0), let size = Terminal.size(of: 1) else {
      throw BadCommand("inspect needs a terminal; in a pipe use tree, get and watch")
    }
    guard let mode = TerminalMode(.full) else { throw BadCommand("the terminal cannot be set up") }
    defer { mode.restore() }
    var run = try InspectorRun(session, server, size)
    run.wanted = start
    return try await run.run()
  }
}

internal import CommandLineOptions

struct MCPCommand: ClientCommand {
  static let beginsWithServer = false

  static let spec = CommandSpec(
    "mcp", summary: "Serve agents on standard input and output, in the Model Context Protocol",
    details: [
      "An MCP client starts this command and calls its tools: apps, look, find, get, do, wait, watch and help. Each call "
        + "connects to the server anew. A client that may only observe is not offered 'do'.",
      "--timeout limits connecting. In the settings of an MCP client, the server's command is 'bridge-client' and its argument 'mcp'.",
    ],
    example: "bridge-client mcp",
    moreExamples: ["bridge-client --server desk mcp"])

  init(_ parsed: ParsedCommand) throws {
    if parsed.flag("json") { throw BadCommand("mcp does not take --json: its messages are JSON") }
  }

  func run(_ session: Session) async throws -> ExitCode {
    try await MCPServer(session).run()
    return .done
  }
}

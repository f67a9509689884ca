internal import AccessibilityRendering
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

struct ServersCommand: ClientCommand {
  static let beginsWithServer = false

  static let spec = CommandSpec(
    "servers", summary: "The servers that this machine is paired with",
    options: [OptionSpec.text("forget", "NAME", "Remove it here; revoke it on its machine, too")],
    example: "bridge-client servers")

  private let forgotten: CredentialName?

  init(_ parsed: ParsedCommand) throws {
    forgotten = try parsed.string("forget").map(PairCommand.name)
  }

  func run(_ session: Session) async throws -> ExitCode {
    let servers = try ClientState.existing().map { state in
      try ClientState.failing { () throws(PrivateFileError) in try KnownServers(in: state) }
    }
    if let forgotten {
      let isFound = try ClientState.failing { () throws(PrivateFileError) in
        try servers?.remove(forgotten) ?? false
      }
      if let state = try ClientState.existing() { try? TicketStore(in: state).remove(forgotten) }
      guard isFound else {
        throw BadState(
          "no server named \(forgotten) is known",
          remedy: "Run 'bridge-client servers' to see the names.")
      }
      if !session.json {
        session.output.line(
          "\(forgotten.text) is forgotten here; revoke it on its machine, too, by 'a11y-bridge pair'"
        )
      }
      return .done
    }
    let contents = try ClientState.failing { () throws(PrivateFileError) in
      try servers?.contents()
    }
    let problems = contents?.problems ?? []
    for problem in problems { printError(TerminalText(lines: problem)) }
    let code = problems.isEmpty ? ExitCode.done : .negative
    let known = contents?.servers ?? []
    if session.json {
      for server in known { session.print(ServerCard(server: server)) }
      return code
    }
    if known.isEmpty, problems.isEmpty {
      printNote("this machine is paired with no server")
    }
    let rows = known.map { server in
      [
        server.name.text, server.address.description, "as \(server.nameThere)", server.scope,
        server.expires.map { "until \($0)" } ?? "", server.key.description,
      ]
    }
    session.output.write(Columns(rows: rows).text())
    return code
  }
}

/// A server for programs.
struct ServerCard: JSONRepresentable {
  let server: KnownServer

  func writeFields(to writer: inout JSONWriter) {
    writer.field("name", server.name.text)
    writer.field("address", server.address.description)
    writer.field("key", server.key.description)
    writer.field("name_there", server.nameThere)
    writer.field("scope", server.scope)
    writer.field("paired", server.paired.description)
    if let expires = server.expires { writer.field("expires", expires.description) }
  }
}

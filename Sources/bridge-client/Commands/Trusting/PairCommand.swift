internal import AccessibilityRendering
internal import BridgeClient
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

struct PairCommand: ClientCommand {
  static let beginsWithServer = false

  static let spec = CommandSpec(
    "pair", summary: "Pair with a server, by the invitation that 'a11y-bridge pair' prints there",
    details: [
      "The server's key is compared with the invitation before anything is sent. From then on the server is "
        + "named with --server NAME.",
      "With an address instead of an invitation, both machines show a string for you to compare; "
        + "'a11y-bridge pair --confirm' waits for that on the server's machine.",
    ],
    arguments: [
      .optional(
        "invitation",
        "A11Y1-…, as the server's machine prints it, or HOST:PORT; without, the invitation is read from "
          + "standard input")
    ],
    options: [
      OptionSpec.text("as", "NAME", "What to call the server here; by default its address")
    ],
    example: "bridge-client pair --as desktop")

  /// What says where the server is.
  private enum Lead {
    case code(InvitationCode)
    case address(SocketAddress)
  }

  /// `nil`: it is read from standard input.
  private let given: Lead?
  private let chosen: CredentialName?

  init(_ parsed: ParsedCommand) throws {
    if parsed.origin("server") == .commandLine {
      throw BadCommand(
        "pair does not take --server: give the invitation alone, or HOST:PORT in its place; --as names the server"
      )
    }
    given = try parsed.argument("invitation").map(Self.lead)
    chosen = try parsed.string("as").map(Self.name)
  }

  func run(_ session: Session) async throws -> ExitCode {
    let lead = try given ?? .code(Self.codeFromInput())
    let state = try ClientState.made()
    let servers = try ClientState.failing { () throws(PrivateFileError) in
      try KnownServers(in: state)
    }
    let name = try name(of: lead)
    // Before the invitation is used up.
    let existing = try ClientState.failing { () throws(StateError) in try servers.find(name) }
    guard existing == nil else { throw taken(name) }
    let identity = try ClientState.failing { () throws(StateError) in try state.identity() }
    let server: KnownServer
    switch lead {
    case .code(let code): server = try await pair(by: code, name, identity, session)
    case .address(let address):
      server = try await Comparison(address, name).pair(identity, session)
    }
    guard
      try ClientState.failing({ () throws(PrivateFileError) in try servers.add(server) })
    else { throw taken(name) }
    if session.json {
      session.print(ServerCard(server: server))
    } else {
      session.output.line(
        "paired with \(server.address.description) as \(server.nameThere): may \(server.scopeWords)"
      )
      session.output.line("try: bridge-client --server \(name.text) info")
    }
    return .done
  }

  private func pair(
    by code: InvitationCode, _ name: CredentialName, _ identity: TLSIdentity, _ session: Session
  ) async throws -> KnownServer {
    let outcome: Pairing.Outcome
    do {
      outcome = try await Pairing.pair(
        by: code, identity: identity, software: "bridge-client \(Release.version)",
        timeout: min(session.timeLeft(), .seconds(10)))
    } catch ClientError.cannotConnect(let reason) {
      throw NoServer(
        description: reason,
        remedy:
          "Start a11y-bridge on the server's machine. If it runs, this machine reaches it under another address: make "
          + "an invitation with that one there, by 'a11y-bridge pair' with --address HOST:PORT.")
    }
    return KnownServer(name, at: outcome.address, key: code.serverKey, access: outcome.access)
  }

  private static func lead(_ text: String) throws -> Lead {
    if InvitationCode.mayBeMeant(by: text) { return .code(try code(text)) }
    do throws(SocketAddressError) {
      let address = try SocketAddress(parsing: text, defaultPort: 50151)
      if case .tcp = address { return .address(address) }
    } catch {
      throw BadCommand(error.description)
    }
    throw BadCommand("'\(text)' is neither an invitation nor HOST:PORT")
  }

  private static func code(_ text: String) throws -> InvitationCode {
    do throws(InvitationCodeError) {
      return try InvitationCode(parsing: text)
    } catch {
      throw BadCommand(error.description)
    }
  }

  /// Reads the invitation, or the whole command that the server's machine prints, from standard input: up to the line
  /// that completes it, or a blank one.
  private static func codeFromInput() throws -> InvitationCode {
    var text = ""
    while let line = readLine(strippingNewline: false), !line.allSatisfy(\.isWhitespace) {
      text += line
      if let code = try? InvitationCode(parsing: text) { return code }
      if Terminal.isTerminal(0) {
        printError(
          "The invitation is not complete yet: paste the rest, or end it with a blank line.")
      }
    }
    guard !text.isEmpty else {
      throw BadState(
        "there is no invitation on standard input",
        remedy:
          "Give it as an argument: 'a11y-bridge pair --name NAME' on the server's machine prints the "
          + "command.")
    }
    return try code(text)
  }

  private func name(of lead: Lead) throws -> CredentialName {
    if let chosen { return chosen }
    let address: SocketAddress?
    switch lead {
    case .code(let code): address = code.addresses.first
    case .address(let given): address = given
    }
    guard case .tcp(let host, _)? = address,
      let name = CredentialName(host) ?? CredentialName("server")
    else { throw BadCommand("the invitation has no address") }
    return name
  }

  static func name(_ text: String) throws -> CredentialName {
    guard let name = CredentialName(text) else {
      throw BadCommand("'\(text)' is no name: \(CredentialName.rule)")
    }
    return name
  }

  private func taken(_ name: CredentialName) -> BadCommand {
    BadCommand(
      "a server named \(name) is known; choose another name with --as, or remove it with "
        + "'bridge-client servers --forget \(name)'")
  }
}

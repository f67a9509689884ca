internal import BridgeClient
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// The server that a command line names: where it is, how it is known to be the right one, and what lets the client
/// in there.
struct Endpoint {
  /// Fails until a ready file has said it.
  private var place: Result<SocketAddress, any Error>
  /// The server that writes a ready file. It may be started later, and again elsewhere.
  private(set) var readyServer: ReadyServer?
  private(set) var security: ServerSecurity?
  /// The CAs that know the server by its host.
  private var authorities: TLSContext?
  var token: String?
  /// Called with what the server says this machine may do, which may have changed since they were paired.
  var onAccess: (@Sendable (HelloAccess) -> Void)?

  static let options: [OptionSpec] = [
    OptionSpec.path("token-file", "PATH", "A file with the token that lets this client in")
      .environment("A11Y_BRIDGE_TOKEN_FILE"),
    OptionSpec.text("server-key", "SHA256:…", "Use TLS with a server that has this key")
      .environment("A11Y_BRIDGE_SERVER_KEY"),
    OptionSpec.path("tls-ca", "PATH", "Use TLS with a server that has a certificate of these CAs")
      .environment("A11Y_BRIDGE_TLS_CA"),
    OptionSpec.path(
      "tls-certificate", "PATH", "A certificate of one's own with its key, to show to the server"
    ).environment("A11Y_BRIDGE_TLS_CERTIFICATE"),
  ]

  /// Does not wait for a server.
  init(_ parsed: ParsedCommand) throws {
    let text = parsed.string("server") ?? ""
    if let server = try Self.known(text) {
      try Self.checkIsTrustedByItsKey(server, parsed)
      place = .success(server.address)
      security = try Self.security(of: server)
      if parsed.string("token-file") == nil { onAccess = Self.learn(of: server) }
    } else {
      readyServer = try ReadyServer(text)
      place = try readyServer.map { .failure($0.missing) } ?? .success(Self.address(text))
      security = try Self.security(parsed)
      authorities = try Self.authorities(parsed)
      if let address = try? place.get() { try trust(address) }
    }
    if let path = parsed.string("token-file") { token = try Self.token(path) }
  }

  /// - Throws: When a ready file says where the server is, and was not looked at.
  var address: SocketAddress { get throws { try place.get() } }

  /// Looks where the server is now, if a ready file says that, and waits for it until the deadline.
  mutating func locate(by deadline: MonotonicTime) async throws {
    guard let readyServer else { return }
    let found = try await readyServer.address(by: deadline)
    guard found != (try? place.get()) else { return }
    place = .success(found)
    try trust(found)
  }

  /// Returns where the server is now, for a client that has lost it; `nil` where no ready file says that.
  func placeNow() -> BridgeClient.Place? {
    guard let readyServer, let found = try? readyServer.addressNow() else { return nil }
    var endpoint = self
    do {
      try endpoint.trust(found)
    } catch {
      return nil
    }
    return BridgeClient.Place(found, security: endpoint.security)
  }

  private mutating func trust(_ address: SocketAddress) throws {
    guard let authorities else { return }
    guard case .tcp(let host, _) = address else {
      throw BadCommand("--tls-ca: unix sockets are not encrypted")
    }
    security = ServerSecurity(authorities, trusting: .name(host))
  }

  /// Refuses options that say otherwise what a paired server must have.
  private static func checkIsTrustedByItsKey(
    _ server: KnownServer, _ parsed: ParsedCommand
  ) throws {
    let trust = ["server-key", "tls-ca", "tls-certificate"]
    guard let other = trust.compactMap({ spelling(of: $0, parsed) }).first else { return }
    throw BadCommand(
      "\(other) excludes the paired server \(server.name), which is known by its key; leave it out, or "
        + "give --server \(server.address)")
  }

  /// How an option was given; `nil`: it was not.
  private static func spelling(of option: String, _ parsed: ParsedCommand) -> String? {
    switch parsed.origin(option) {
    case .commandLine: "--\(option)"
    case .environment(let variable): variable
    case .defaultValue, nil: nil
    }
  }

  private static func address(_ text: String) throws -> SocketAddress {
    do throws(SocketAddressError) {
      return try SocketAddress(parsing: text, defaultPort: 50151)
    } catch {
      throw BadCommand("--server: \(error.description)")
    }
  }

  private static func known(_ text: String) throws -> KnownServer? {
    guard let name = CredentialName(text), let state = try ClientState.existing() else {
      return nil
    }
    let servers = try ClientState.failing { () throws(PrivateFileError) in
      try KnownServers(in: state)
    }
    return try ClientState.failing { () throws(StateError) in try servers.find(name) }
  }

  /// Keeps what a server says this machine may do, for `bridge-client servers`. Where it cannot, the command goes on.
  private static func learn(of server: KnownServer) -> @Sendable (HelloAccess) -> Void {
    { access in
      var learned = server
      learned.learn(access)
      guard let state = try? ClientState.existing() else { return }
      try? KnownServers(in: state).update(learned)
    }
  }

  /// Sessions are resumed between commands. Without a place for tickets, or with one that cannot be read, each command
  /// makes a full handshake.
  private static func security(of server: KnownServer) throws -> ServerSecurity {
    guard let state = try ClientState.existing(),
      let identity = try ClientState.failing({ () throws(StateError) in try state.identityIfMade() }
      ), let own = identity.fingerprint
    else {
      throw BadState(
        "the key by which \(server.name) knows this machine is gone",
        remedy:
          "Put back identity.pem, or run 'bridge-client servers --forget \(server.name)' here and "
          + "'a11y-bridge pair --revoke \(server.nameThere)' there, and pair again.")
    }
    let tickets = try? TicketStore(in: state)
    return ServerSecurity(
      try context(authorities: nil), trusting: .key(server.key),
      ticket: try? tickets?.ticket(for: server, to: own, now: .now)
    ) { ticket in try? tickets?.store(ticket, for: server, to: own, now: .now) }
  }

  private static func security(_ parsed: ParsedCommand) throws -> ServerSecurity? {
    if let key = spelling(of: "server-key", parsed), let ca = spelling(of: "tls-ca", parsed) {
      throw BadCommand("\(key) and \(ca) exclude each other: a server is known by one of them")
    }
    guard let text = parsed.string("server-key") else { return nil }
    guard let key = KeyFingerprint(text) else {
      throw BadCommand(
        "--server-key: '\(text)' is no fingerprint: that is SHA256: and 43 characters, as the server's log and "
          + "'bridge-client servers' show it")
    }
    return ServerSecurity(try context(authorities: nil, certificate(parsed)), trusting: .key(key))
  }

  private static func authorities(_ parsed: ParsedCommand) throws -> TLSContext? {
    guard let path = parsed.string("tls-ca") else {
      guard parsed.string("tls-certificate") == nil || parsed.string("server-key") != nil else {
        throw BadCommand("--tls-certificate needs --tls-ca or --server-key")
      }
      return nil
    }
    let authorities = try contents(of: path)
    // Alone first, so that an error names the file.
    try naming(path, "Name a file with the certificates of the CAs.") { () throws(TLSError) in
      _ = try TLSContext(.client, authorities: authorities)
    }
    return try context(authorities: authorities, certificate(parsed))
  }

  /// - Parameter authorities: The CAs that the server's certificate may be from.
  /// - Parameter own: What to show instead of the key that was made on first use.
  private static func context(
    authorities: [UInt8]?, _ own: TLSIdentity? = nil
  ) throws -> TLSContext {
    let state = own == nil ? try ClientState.existing() : nil
    let identity =
      try own
      ?? state.flatMap { state in
        try ClientState.failing { () throws(StateError) in try state.identityIfMade() }
      }
    let path = identity == nil ? nil : state?.identityPath
    return try naming(path, "Remove that file, and pair again.") { () throws(TLSError) in
      try TLSContext(.client, identity: identity, authorities: authorities)
    }
  }

  /// Runs `body`, whose errors are about a file.
  private static func naming<Value>(
    _ path: String?, _ remedy: String, _ body: () throws(TLSError) -> Value
  ) throws -> Value {
    do throws(TLSError) {
      return try body()
    } catch {
      throw BadState((path.map { "\($0): " } ?? "") + error.message, remedy: remedy)
    }
  }

  private static func certificate(_ parsed: ParsedCommand) throws -> TLSIdentity? {
    guard let path = parsed.string("tls-certificate") else { return nil }
    let identity = TLSIdentity(pem: try secret(path, where: TLSIdentity.mayHaveKey))
    if let problem = identity.datesProblem {
      throw BadState(
        "\(path): \(problem.message), and this machine's clock says \(WallTime.now)",
        remedy: "Renew the certificate, or set the clock.")
    }
    try naming(path, "Name a file with a certificate and its key.") { () throws(TLSError) in
      _ = try TLSContext(.client, identity: identity)
    }
    return identity
  }

  private static func secret(
    _ path: String, where isSecret: ([UInt8]) -> Bool = { _ in true }
  ) throws -> [UInt8] {
    do throws(SecretFileError) {
      return try SmallFile.readSecret(path, where: isSecret)
    } catch {
      throw BadCommand(error.message)
    }
  }

  private static func token(_ path: String) throws -> String {
    let bytes = try secret(path)
    do throws(TokenFileError) {
      return try Token.read(bytes)
    } catch {
      throw BadCommand("--token-file: \(path):\(error.line): \(error.message)")
    }
  }

  private static func contents(of path: String) throws -> [UInt8] {
    do throws(SystemError) {
      return try SmallFile.read(path)
    } catch {
      throw BadCommand(error.unreadable(path))
    }
  }
}

/// The client's own state directory.
enum ClientState {
  private static let program = "bridge-client"

  /// Returns `nil` when it was never needed.
  static func existing() throws -> PrivateDirectory? {
    try failing { () throws(StateError) in
      try StateDirectory.open(for: program, create: false)
    }
  }

  static func made() throws -> PrivateDirectory {
    let state = try failing { () throws(StateError) in
      try StateDirectory.open(for: program, create: true)
    }
    guard let state else { throw BadState("there is no place for keys") }
    return state
  }

  /// Turns what goes wrong with keys and files into an error of the command.
  static func failing<Value, Failure: Error & CustomStringConvertible>(
    _ body: () throws(Failure) -> Value
  ) throws -> Value {
    do throws(Failure) {
      return try body()
    } catch {
      throw BadState(error.description)
    }
  }
}

/// Keys or stored servers cannot be used, or nobody was paired.
struct BadState: Error, CustomStringConvertible {
  let description: String
  /// A full sentence.
  let remedy: String

  init(_ description: String, remedy: String = "Correct that, then try again.") {
    self.description = description
    self.remedy = remedy
  }
}

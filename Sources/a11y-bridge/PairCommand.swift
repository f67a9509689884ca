internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// `a11y-bridge pair`: invites another machine.
enum PairCommand: CredentialCommand {
  static let name = "pair"
  static let kind = CredentialStore.Kind.pairings

  static let description = Program(
    "a11y-bridge pair", version: Release.version,
    summary: "Let another machine connect: prints the command to run there",
    details: [
      "The command is valid for 5 minutes and for one use. Both machines then know each other's key. A "
        + "running server learns of it at once; one that listens beyond loopback needs a pairing to start."
    ],
    options: GrantOptions.specs(naming: "the other machine") + [
      OptionSpec.text(
        "address", "HOST[:PORT]",
        "Where the other machine finds the server; without, at the addresses of servers that run, or of this machine. "
          + "Without a port, 50151"
      ).repeatable(),
      OptionSpec.flag("qr", "Show the command as a QR code, even when the output is no terminal"),
      OptionSpec.flag(
        "confirm", "Wait for a machine without a code, and compare what both show"),
      OptionSpec.text("accept", "STRING", "Accept the machine that waits, which shows this string"),
    ],
    examples: [
      "a11y-bridge pair --name laptop", "a11y-bridge pair --name agent --allow act --days 30",
      "a11y-bridge pair --name laptop --confirm",
      "a11y-bridge pair --name agent --allow act --application 'gnome-*'",
      "a11y-bridge pair --list", "a11y-bridge pair --change laptop --allow act",
      "a11y-bridge pair --revoke laptop",
    ])

  static let modes: [GrantOptions.Mode] = [
    .init("accept"), .init("confirm", with: ["name", "allow", "application", "days", "address"]),
  ]

  static func make(_ parsed: ParsedCommand, in store: CredentialStore) throws(ProgramError) {
    if let text = parsed.string("accept") { return try PairConfirmation.accept(text, store) }
    guard let text = parsed.string("name") else {
      throw ProgramError(
        "--name is missing, what to call the other machine: a11y-bridge pair --name laptop; "
          + "--list, --accept, --change and --revoke need none",
        isUsage: true)
    }
    let name = try GrantOptions.name(text)
    try checkIsFree(name, store)
    let now = WallTime.now
    let terms = PairingTerms(
      name, scope: GrantOptions.scope(parsed),
      applications: try GrantOptions.applications(parsed) ?? [],
      expires: try GrantOptions.expiry(parsed, from: now) ?? nil)
    let addresses = try addresses(parsed, store)
    GrantOptions.warnOfPolicy(
      Identity(.pairing, name: name.text, scope: terms.scope), terms.applications)
    if parsed.flag("confirm") {
      try PairConfirmation.run(IntroductionWindow(terms, now: now), at: addresses, store)
    } else {
      try invite(terms, at: addresses, showing: parsed.flag("qr"), store, now)
    }
  }

  private static func checkIsFree(
    _ name: CredentialName, _ store: CredentialStore
  ) throws(ProgramError) {
    let contents = try stored { () throws(PrivateFileError) in try store.contents() }
    if let fault = contents.faults.first(where: { $0.kind == .pairings }) {
      let problem = fault.problems.joined(separator: "\n")
      throw ProgramError(
        fault.isInText
          ? problem : "\(problem); or revoke it: 'a11y-bridge pair --revoke \(fault.name)'")
    }
    guard !contents.grants.contains(where: { $0.kind == .pairings && $0.name == name }) else {
      throw taken(name)
    }
  }

  private static func invite(
    _ terms: PairingTerms, at addresses: [SocketAddress], showing showsQRCode: Bool,
    _ store: CredentialStore, _ now: WallTime
  ) throws(ProgramError) {
    let identity = try ServerKey.identity(in: store.directory)
    guard let key = identity.fingerprint, let invitation = Invitation(terms, now: now)
    else { throw ProgramError("the system has no random numbers") }
    try stored { () throws(PrivateFileError) in
      try store.add(invitation, now: now)
    }
    let code = InvitationCode(
      number: invitation.number, secret: invitation.secret, serverKey: key, addresses: addresses)
    let command = "bridge-client pair \(code.text)"
    AdminCommands.output(command)
    if showsQRCode || Terminal.isTerminal(1) { show(QRCode(command)) }
    Terminal.write(
      TerminalText(
        lines: "Run this on the other machine within 5 minutes. It may then \(terms.scope.words) "
          + "as \(terms.name), at \(addresses.map(\.description).joined(separator: ", ")).\n"
          + (try obstacle(addresses, store).map { "\($0)\n" } ?? "")),
      to: 2)
  }

  /// What keeps other machines from using the addresses as yet, and what to do; `nil`: nothing.
  private static func obstacle(
    _ addresses: [SocketAddress], _ store: CredentialStore
  ) throws(ProgramError) -> String? {
    if addresses.allSatisfy(\.isLoopback) {
      return
        "Only this machine reaches that. For another one, start the server with --listen 0.0.0.0:50151, and invite "
        + "it again."
    }
    let running = try stored { () throws(PrivateFileError) in
      try Listing.addresses(in: store.directory)
    }
    guard running.isEmpty, case .tcp(_, let port)? = addresses.first else { return nil }
    return "No server runs here yet. Start it with: a11y-bridge --listen 0.0.0.0:\(port)"
  }

  /// Prints a QR code, unless the terminal is too small for it.
  private static func show(_ code: QRCode?) {
    guard let code else { return }
    if let columns = Terminal.columns(of: 1), columns < code.columns {
      Terminal.write("(The QR code needs \(code.columns) columns.)\n", to: 2)
      return
    }
    // In colours even where NO_COLOR is set: without them it cannot be read on a dark terminal.
    _ = Terminal.print(code.text, by: "a11y-bridge", Painter(isEnabled: true))
  }

  /// Where the other machine finds the server: as the command line says, as the servers that run say, or at the
  /// machine's addresses.
  private static func addresses(
    _ parsed: ParsedCommand, _ store: CredentialStore
  ) throws(ProgramError) -> [SocketAddress] {
    var given: [SocketAddress] = []
    for text in parsed.strings("address") {
      do throws(SocketAddressError) {
        let address = try SocketAddress(parsing: text, defaultPort: 50151)
        given.append(address)
        if try SocketAddress(parsing: text, defaultPort: 1) != address {
          Terminal.write(
            TerminalText(
              lines: "--address \(text) has no port: the other machine will use 50151.\n"),
            to: 2)
        }
      } catch {
        throw ProgramError("--address: \(error.description)", isUsage: true)
      }
    }
    for address in given {
      if case .tcp(_, let port) = address, port != 0 { continue }
      throw ProgramError(
        "--address: no other machine can connect to \(address); give HOST:PORT", isUsage: true)
    }
    if !given.isEmpty { return given }
    let running = try stored { () throws(PrivateFileError) in
      try Listing.addresses(in: store.directory)
    }
    let remote = running.flatMap(\.reachable)
    if !remote.isEmpty { return remote }
    // A server that listens on loopback only is of use to this machine.
    let local = running.filter {
      if case .tcp = $0 { return true } else { return false }
    }
    if !local.isEmpty { return local }
    let found = ["0.0.0.0", "::"].flatMap { SocketAddress.tcp(host: $0, port: 50151).reachable }
    guard !found.isEmpty else {
      throw ProgramError(
        "this machine has no address that others can reach; give one with --address")
    }
    return found
  }
}

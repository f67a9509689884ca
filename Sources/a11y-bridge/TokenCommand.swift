internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// `a11y-bridge token`: lets in programs that cannot pair.
enum TokenCommand: CredentialCommand {
  static let name = "token"
  static let kind = CredentialStore.Kind.tokens

  static let description = Program(
    "a11y-bridge token", version: Release.version,
    summary: "Make a token for a program that cannot pair, and print it",
    details: [
      "The server stores a digest only: the token cannot be shown again. Write it to a file that only its "
        + "user can read (chmod 600), and name that with bridge-client --token-file. From another machine, and on "
        + "addresses with TLS, --server-key names the server's key as well; both are printed with the token."
    ],
    options: GrantOptions.specs(naming: "the token"),
    examples: [
      "a11y-bridge token --name ci --days 90", "a11y-bridge token --list",
      "a11y-bridge token --change ci --allow act", "a11y-bridge token --revoke ci",
    ])

  static func make(_ parsed: ParsedCommand, in store: CredentialStore) throws(ProgramError) {
    guard let text = parsed.string("name") else {
      throw ProgramError(
        "--name is missing, what to call the token: a11y-bridge token --name ci; --list, --change and --revoke need none",
        isUsage: true)
    }
    let name = try GrantOptions.name(text)
    guard let token = Token.make() else { throw ProgramError("the system has no random numbers") }
    let now = WallTime.now
    let grant = Grant(
      name, .tokenDigest(Token.digest(token)), scope: GrantOptions.scope(parsed),
      applications: try GrantOptions.applications(parsed) ?? [], created: now,
      expires: try GrantOptions.expiry(parsed, from: now) ?? nil)
    guard try stored({ () throws(PrivateFileError) in try store.add(grant) }) else {
      throw taken(name)
    }
    AdminCommands.output(token)
    Terminal.write(TerminalText(lines: usage(in: store)), to: 2)
    GrantOptions.warnOfPolicy(grant.identity, grant.applications)
  }

  /// What to do with the token, with the whole command for another machine.
  private static func usage(in store: CredentialStore) -> String {
    let running = (try? Listing.addresses(in: store.directory)) ?? []
    let local = running.first { address in
      if case .tcp = address { true } else { false }
    }
    let address = running.flatMap(\.reachable).first ?? local
    let key = (try? store.directory.identityIfMade())?.fingerprint
    return
      "Write it to a file FILE that only its user can read (chmod 600 FILE). Then, for example:\n"
      + "  bridge-client --server \(address?.description ?? "HOST:PORT") "
      + "--server-key \(key?.description ?? "SHA256:…") --token-file FILE info\n"
  }
}

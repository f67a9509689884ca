internal import BridgeClient
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// Pairing without an invitation: both machines show a string, and a person compares them.
struct Comparison {
  private let address: SocketAddress
  private let name: CredentialName

  init(_ address: SocketAddress, _ name: CredentialName) {
    (self.address, self.name) = (address, name)
  }

  /// Shows the string, asks whether the server shows the same, and waits until its owner has said so, too.
  ///
  /// A server that says yes at once proves nothing: whoever answers in its place would do that. So the person on this side
  /// is asked first. The server, too, pairs only when both have said yes.
  func pair(_ identity: TLSIdentity, _ session: Session) async throws -> KnownServer {
    let waiting = try await Pairing.introduce(
      to: address, identity: identity, software: "bridge-client \(Release.version)",
      timeout: min(session.timeLeft(), .seconds(10)))
    defer { waiting.end() }
    Terminal.write("\(address.description) must show \(waiting.string)\n", to: 2)
    Terminal.write("Does it show the same string? [y/N] ", to: 2)
    guard ["y", "yes"].contains(readLine()?.lowercased()) else {
      throw BadState(
        "not paired. If the other machine shows another string, somebody is in between: refuse there, too",
        remedy: "Pair again when you can compare the strings.")
    }
    Terminal.write("Waiting until this is confirmed on the other machine.\n", to: 2)
    let access = try await waiting.agree()
    return KnownServer(name, at: address, key: waiting.serverKey, access: access)
  }
}

extension KnownServer {
  /// A server that has just been paired with.
  init(
    _ name: CredentialName, at address: SocketAddress, key: KeyFingerprint, access: HelloAccess
  ) {
    self.init(
      name, at: address, key: key, nameThere: "", scope: "", paired: .now, expires: nil)
    learn(access)
  }

  /// Takes what the server says that this machine may do.
  mutating func learn(_ access: HelloAccess) {
    nameThere = access.name
    scope = (access.scope == .act ? Scope.act : .observe).rawValue
    expires = access.expiresAt > 0 ? WallTime(seconds: access.expiresAt) : nil
  }

  /// What the server lets this machine do. Of what is more than to act, the protocol tells nothing.
  var scopeWords: String {
    guard let scope = Scope(rawValue: scope) else { return self.scope }
    return scope.words + (scope == .act ? " at least" : "")
  }
}

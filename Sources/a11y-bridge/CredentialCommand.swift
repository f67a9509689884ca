internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// A command that changes who may connect: `a11y-bridge pair`, `a11y-bridge token`.
///
/// It works on the server's state directory, so it needs the rights of the user who runs the server, and no server.
protocol CredentialCommand: AdminCommand {
  /// What it makes, lists and revokes.
  static var kind: CredentialStore.Kind { get }
  /// Options that select what the command does, beside `--list` and `--revoke`.
  static var modes: [GrantOptions.Mode] { get }

  /// Does what is neither to list nor to revoke.
  static func make(_ parsed: ParsedCommand, in store: CredentialStore) throws(ProgramError)
}

extension CredentialCommand {
  static var modes: [GrantOptions.Mode] { [] }

  static func run(_ parsed: ParsedCommand) throws(ProgramError) {
    let state = try stored { () throws(StateError) in
      try StateDirectory.open(for: ServerSecurity.program, create: true)
    }
    guard let state else { throw ProgramError("there is no place for keys") }
    let store = CredentialStore(state)
    try GrantOptions.check(
      parsed, of: description,
      [.init("list"), .init("revoke"), .init("change", with: GrantOptions.changes)] + modes)
    if parsed.flag("list") {
      try GrantOptions.list(
        kind, try stored { () throws(PrivateFileError) in try store.contents() })
    } else if let text = parsed.string("revoke") {
      try revoke(try GrantOptions.name(text), in: store)
    } else if let text = parsed.string("change") {
      try change(try GrantOptions.name(text), parsed, in: store)
    } else {
      try make(parsed, in: store)
    }
  }

  private static func change(
    _ name: CredentialName, _ parsed: ParsedCommand, in store: CredentialStore
  ) throws(ProgramError) {
    guard GrantOptions.changes.contains(where: { parsed.origin($0) == .commandLine }) else {
      throw ProgramError(
        "say what is to change: \(kind.command(toChange: name.text, "--allow act")); --application PATTERN or all, and "
          + "--days DAYS or never as well",
        isUsage: true)
    }
    let rights = ChangedRights(
      scope: parsed.origin("allow") == .commandLine ? GrantOptions.scope(parsed) : nil,
      applications: try GrantOptions.applications(parsed),
      expires: try GrantOptions.expiry(parsed, from: .now))
    let (changed, invited) = try stored { () throws(PrivateFileError) in
      (
        try store.change(kind, name, rights),
        kind == .pairings ? try store.changeInvitations(for: name, rights, now: .now) : []
      )
    }
    guard !changed.isEmpty || !invited.isEmpty else {
      let faults = try stored { () throws(PrivateFileError) in try store.contents() }.faults
      let problems = faults.first { $0.kind == kind && $0.name == name.text }?.problems
      throw problems.map { ProgramError($0.joined(separator: "\n")) } ?? missing(name)
    }
    for grant in changed {
      AdminCommands.output(GrantOptions.text(of: grant.terms))
      GrantOptions.warnOfPolicy(grant.identity, grant.applications)
    }
    for terms in invited.map(\.terms) {
      AdminCommands.output("invited: \(GrantOptions.text(of: terms))")
      GrantOptions.warnOfPolicy(
        Identity(.pairing, name: name.text, scope: terms.scope), terms.applications)
    }
  }

  /// That a name cannot be given to another one.
  static func taken(_ name: CredentialName) -> ProgramError {
    ProgramError(
      "there is a \(kind.noun) named \(name); choose another name, revoke it first, or give it other rights with "
        + "'\(kind.command) --change \(name)'")
  }

  private static func missing(_ name: CredentialName) -> ProgramError {
    ProgramError(
      "there is no \(kind.noun) named \(name); 'a11y-bridge \(Self.name) --list' shows those there are"
    )
  }

  private static func revoke(
    _ name: CredentialName, in store: CredentialStore
  ) throws(ProgramError) {
    let (hadInvitation, removed) = try stored { () throws(PrivateFileError) in
      (
        kind == .pairings ? try store.removeInvitation(for: name) : false,
        try store.remove(kind, name)
      )
    }
    guard hadInvitation || !removed.isEmpty else {
      throw missing(name)
    }
    AdminCommands.output("revoked \(name)")
    for copy in removed where copy != name {
      AdminCommands.output("revoked \(copy), of the same \(kind == .pairings ? "key" : "token")")
    }
  }
}

extension CredentialStore.Kind {
  /// That there is none.
  var absence: String {
    switch self {
    case .pairings: "no machine is paired with this one"
    case .tokens: "there are no tokens"
    }
  }

  /// One of the kind, for people.
  fileprivate var noun: String {
    switch self {
    case .pairings: "pairing"
    case .tokens: "token"
    }
  }
}

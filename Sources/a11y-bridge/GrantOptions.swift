internal import BridgePolicy
internal import BridgeSecurity
internal import BridgeTransport
internal import CommandLineOptions

/// Options that the commands have which change who may connect.
enum GrantOptions {
  /// - Parameter noun: What is let in: "the token".
  static func specs(naming noun: String) -> [OptionSpec] {
    [
      OptionSpec.text("name", "NAME", "What to call \(noun)").short("n"),
      OptionSpec.choice(
        "allow", Scope.allCases.map(\.rawValue),
        "What it may do, each of them with those before it: read; perform actions; click and type where an element has "
          + "no action; see how the server is doing"
      ).defaulting(to: Scope.observe.rawValue),
      OptionSpec.text(
        "application", "PATTERN",
        "Show it only applications of this name; * stands for any text, and all for all applications"
      ).repeatable(),
      OptionSpec.text(
        "days", "DAYS", "After how many days it expires, or never; without, it never does"),
      OptionSpec.flag("list", "List those that there are, and make none"),
      OptionSpec.text(
        "change", "NAME",
        "Give an existing one what --allow, --application and --days say; what is left out stays. Its key or token stays "
          + "valid"),
      OptionSpec.text("revoke", "NAME", "Remove one; its connections end within a second"),
    ]
  }

  /// An option that selects what a command does.
  struct Mode {
    let option: String
    /// The options that may be given with it.
    let companions: [String]

    init(_ option: String, with companions: [String] = []) {
      (self.option, self.companions) = (option, companions)
    }
  }

  /// Refuses options that would be ignored beside the mode that is given.
  static func check(
    _ parsed: ParsedCommand, of program: Program, _ modes: [Mode]
  ) throws(ProgramError) {
    let given = program.options.map(\.name).filter { parsed.origin($0) == .commandLine }
    guard let mode = modes.first(where: { given.contains($0.option) }),
      let other = given.first(where: { $0 != mode.option && !mode.companions.contains($0) })
    else { return }
    throw ProgramError("--\(mode.option) and --\(other) exclude each other", isUsage: true)
  }

  static func name(_ text: String) throws(ProgramError) -> CredentialName {
    guard let name = CredentialName(text) else {
      throw ProgramError("'\(text)' is no name: \(CredentialName.rule)", isUsage: true)
    }
    return name
  }

  static func scope(_ parsed: ParsedCommand) -> Scope {
    parsed.string("allow").flatMap(Scope.init(rawValue:)) ?? .observe
  }

  /// The patterns of applications, empty for all of them; `nil`: none are given.
  static func applications(_ parsed: ParsedCommand) throws(ProgramError) -> [String]? {
    let patterns = parsed.strings("application")
    if patterns.isEmpty { return nil }
    if patterns.contains("all") {
      guard patterns.allSatisfy({ $0 == "all" }) else {
        throw ProgramError(
          "--application all excludes others; leave it out, or them", isUsage: true)
      }
      return []
    }
    for pattern in patterns where NamePattern(pattern) == nil {
      throw ProgramError(
        "--application: '\(pattern)' is no name of 1 to \(NamePattern.maxLength) characters",
        isUsage: true)
    }
    return patterns
  }

  /// When it expires, of which `nil` is never; `nil`: that is not given.
  static func expiry(_ parsed: ParsedCommand, from now: WallTime) throws(ProgramError) -> WallTime??
  {
    guard let text = parsed.string("days") else { return nil }
    if text == "never" { return .some(nil) }
    guard let days = Int64(text), (1...36_500).contains(days) else {
      throw ProgramError(
        "--days must be a whole number from 1 to 36500, or never, not '\(text)'", isUsage: true)
    }
    return now.adding(seconds: days * 86_400)
  }

  /// The options that say what something that exists may do from now on.
  static let changes = ["allow", "application", "days"]

  /// Whom a change concerns, with what it may do now, for people.
  static func text(of terms: PairingTerms) -> String {
    [
      "\(terms.name) may \(terms.scope.words)", limits(terms.applications),
      expiryText(terms.expires),
    ]
    .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private static func expiryText(_ expires: WallTime?, at now: WallTime = .now) -> String {
    expires.map { now < $0 ? "until \($0)" : "expired \($0)" } ?? ""
  }

  /// Warns where the policy of this machine lets what is made or changed do nothing, or less than that says. A server may
  /// use another policy, and the policy may be written later, so this is no error.
  static func warnOfPolicy(
    _ identity: Identity, _ applications: [String]
  ) {
    let file = PolicyFile(nil)
    do throws(ProgramError) {
      guard let policy = try file.read() else { return }
      let permissions = Permissions(identity.scope)
      let stanza = policy.stanza(for: identity.subject)
      if let stanza, !stanza.rights.permissions.isDisjoint(with: permissions) {
        return noteLimits(
          stanza, Rights.own(of: identity, applications: applications), identity, file)
      }
      let problem = stanza == nil ? "does not name" : "does not let in"
      let lines = Policy.lines(
        for: identity.subject, permissions,
        applications: applications.compactMap { NamePattern($0) })
      Terminal.write(
        TerminalText(
          lines:
            "warning: the policy \(file.path) \(problem) \(identity.subject), which may do nothing until "
            + "it does. Write, for example, these lines into it, and send the server SIGHUP:\n"
            + lines.map { "  \($0)\n" }.joined()), to: 2)
    } catch {
      Terminal.write(TerminalText(lines: "warning: \(error.message)\n"), to: 2)
    }
  }

  /// Says what a client may do where the policy allows less of that than what it was made with.
  private static func noteLimits(
    _ stanza: Policy.Stanza, _ own: Rights, _ identity: Identity, _ file: PolicyFile
  ) {
    let both = stanza.rights.limited(by: own)
    guard both.permissions != own.permissions || both.applications != own.applications else {
      return
    }
    let applications = both.applications.isEverything ? "" : ", of \(both.applications)"
    Terminal.write(
      TerminalText(
        lines:
          "note: \(file.path):\(stanza.line) allows \(identity.subject) less than that: it may "
          + "\(both.permissions.words)\(applications). Change these lines as well and send the server SIGHUP, if that "
          + "is not meant.\n"), to: 2)
  }

  /// Prints what there is. Throws what is wrong with files, which may be more of them.
  static func list(
    _ kind: CredentialStore.Kind, _ contents: CredentialStore.Contents
  ) throws(ProgramError) {
    let now = WallTime.now
    var rows = contents.grants.filter { $0.kind == kind }.map { grant in
      [
        grant.name.text, grant.scope.rawValue, limits(grant.applications), grant.evidenceText,
        expiryText(grant.expires, at: now),
      ]
    }
    if kind == .pairings {
      rows += contents.invitations.compactMap { invitation in
        let terms = invitation.terms
        return validity(of: invitation, at: now).map {
          [terms.name.text, terms.scope.rawValue, limits(terms.applications), "invited", $0]
        }
      }
    }
    for row in rows { AdminCommands.output(row.filter { !$0.isEmpty }.joined(separator: "  ")) }
    let problems = contents.problems
    // Not among the rows, which programs read.
    if rows.isEmpty, problems.isEmpty { AdminCommands.report(kind.absence) }
    guard problems.isEmpty else { throw ProgramError(problems.joined(separator: "\n")) }
  }

  /// Until when an invitation is valid, or why it is not yet; `nil`: it is not any more.
  private static func validity(of invitation: Invitation, at now: WallTime) -> String? {
    if invitation.isValid(at: now) { return "until \(invitation.expires)" }
    guard invitation.isUnspent, invitation.isFromLater(than: now) else { return nil }
    return
      "not valid before \(invitation.made): the clock was another one when it was made, and says \(now) now; set the "
      + "clock, or invite again: \(invitation.terms.command(made: invitation.made))"
  }

  private static func limits(_ applications: [String]) -> String {
    applications.isEmpty ? "" : "of \(applications.joined(separator: ", "))"
  }
}

extension Grant {
  fileprivate var evidenceText: String {
    if case .key(let key) = evidence { return "\(key)" }
    return ""
  }
}

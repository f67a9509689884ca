internal import BridgePolicy
internal import BridgeSecurity
internal import BridgeServer
internal import BridgeTransport
internal import SafeText

/// What clients may do, by the policy and by what pairings and tokens were made with.
struct PolicyClients {
  /// A client, what it may do, and why.
  struct Client {
    let subject: PolicySubject
    let origin: String
    let rights: Rights
  }

  private let policy: Policy?
  private let file: PolicyFile
  private let grants: [Grant]

  init(_ policy: Policy?, _ file: PolicyFile) throws(ProgramError) {
    self.policy = policy
    self.file = file
    let state = try stored { () throws(StateError) in
      try StateDirectory.open(for: ServerSecurity.program, create: false)
    }
    guard let state else {
      grants = []
      return
    }
    grants = try stored { () throws(PrivateFileError) in
      try CredentialStore(state).contents().grants
    }
  }

  /// Returns the clients that a text names: "laptop", "token:ci" or "user:alice".
  func named(_ text: String) throws(ProgramError) -> [Client] {
    if text == PolicySubject.Kind.anybody.rawValue { return [client(PolicySubject(.anybody))] }
    if let colon = text.firstIndex(of: ":"),
      let kind = PolicySubject.Kind(rawValue: String(text[..<colon]))
    {
      return [client(try subject(kind, String(text[text.index(after: colon)...])))]
    }
    var subjects = grants.filter { $0.name.text == text }.map(\.identity.subject)
    if let number = PolicyFile.userNumber(text) {
      subjects.append(PolicySubject(.user, "\(number)"))
    }
    if subjects.isEmpty {
      // It may be made later: what the policy says of such names.
      subjects = [PolicySubject.Kind.pairing, .token, .certificate].map { PolicySubject($0, text) }
        .filter { policy?.stanza(for: $0) != nil }
    }
    guard !subjects.isEmpty else { throw Self.unknown(text) }
    return subjects.map(client)
  }

  private static func unknown(_ text: String) -> ProgramError {
    let parts = text.split(separator: ":", maxSplits: 1)
    let kinds = PolicySubject.Kind.allCases.map(\.rawValue)
    if parts.count == 2, let kind = closest(to: parts[0].lowercased(), among: kinds) {
      return ProgramError(
        "--who: '\(parts[0])' is no kind of client; did you mean \(shellQuoted("\(kind):\(parts[1])"))?",
        isUsage: true)
    }
    return ProgramError(
      "there is no pairing, token or user named \(text), and the policy names none; for a "
        + "certificate of that name write --who \(shellQuoted("certificate:\(text)"))")
  }

  /// The client that "KIND:NAME" means.
  private func subject(
    _ kind: PolicySubject.Kind, _ name: String
  ) throws(ProgramError) -> PolicySubject {
    let written = "--who '\(kind):\(name)'"
    switch kind {
    case .anybody:
      throw ProgramError("\(written): write anybody without a name", isUsage: true)
    case _ where name.isEmpty:
      throw ProgramError(
        "\(written) has no name; write it behind the colon, without a space", isUsage: true)
    case .pairing, .token:
      guard CredentialName(name) != nil else {
        throw ProgramError(
          "\(written): no \(kind) can have this name: \(CredentialName.rule)", isUsage: true)
      }
    case .certificate: break
    case .user:
      guard let number = UInt32(name) ?? PolicyFile.userNumber(name) else {
        throw ProgramError("\(written): this machine has no user \(name)")
      }
      return PolicySubject(.user, "\(number)")
    }
    return PolicySubject(kind, name)
  }

  private func client(_ subject: PolicySubject) -> Client {
    if subject.kind == .user, subject.name == "0" || subject.name == "\(CurrentUser.id)" {
      return Client(
        subject: subject, origin: "the server runs as this user, or it is root", rights: .all)
    }
    let grant = grants.first { $0.identity.subject == subject }
    let own = grant.map { Rights.own(of: $0.identity, $0) } ?? ownRights(subject)
    guard let policy else {
      return Client(
        subject: subject, origin: grant == nil ? "no policy" : "as it was made; no policy",
        rights: own)
    }
    guard let stanza = policy.stanza(for: subject) else {
      return Client(
        subject: subject, origin: "\(file.path) does not name it", rights: .none)
    }
    let rights = stanza.rights.limited(by: own)
    let isLimited = rights != stanza.rights
    return Client(
      subject: subject,
      origin: "\(file.path):\(stanza.line)"
        + (isLimited ? ", limited by what it was made with" : ""),
      rights: rights)
  }

  /// What a client that no grant lets in may do without a policy.
  private func ownRights(_ subject: PolicySubject) -> Rights {
    switch subject.kind {
    case .certificate: Rights.own(of: Identity(.certificate, name: subject.name, scope: .act), nil)
    case .pairing, .token, .user, .anybody: .all
    }
  }
}

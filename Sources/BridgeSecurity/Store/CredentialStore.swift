public import BridgeTransport

/// The server's grants and invitations, in its state directory.
///
/// Any number of programs may use it at once: `a11y-bridge` serves by it, and `a11y-bridge pair` changes it.
public struct CredentialStore: Sendable {
  /// The kinds of grants; each has a directory of this name.
  public enum Kind: String, Sendable, CaseIterable {
    case pairings
    case tokens
  }

  public let directory: PrivateDirectory

  public init(_ directory: PrivateDirectory) {
    self.directory = directory
  }

  /// What is stored, and what could not be read.
  public struct Contents: Sendable {
    public var grants: [Grant] = []
    public var invitations: [Invitation] = []
    /// The window in which a client may introduce itself, if one is open.
    public var window: IntroductionWindow?
    /// One line for each file that grants nothing because it cannot be read.
    public var problems: [String] = []

    /// Whether anybody could be let in.
    public func admitsAnybody(at now: WallTime) -> Bool {
      grants.contains { $0.isValid(at: now) } || invitations.contains { $0.isValid(at: now) }
        || window?.isOpen(at: now) ?? false
    }
  }

  public func contents() throws(PrivateFileError) -> Contents {
    var contents = Contents()
    for kind in Kind.allCases {
      let place = try directory.directory(kind.rawValue)
      for file in try place.names() {
        let grant = Self.read(file, in: place, titled: Grant.title, &contents.problems) { bytes in
          CredentialName(file).flatMap { Grant($0, stored: bytes) }
        }
        if let grant { contents.grants.append(grant) }
      }
    }
    let place = try directory.directory(Self.invitations)
    for file in try place.names() {
      let invitation = Self.read(file, in: place, titled: Invitation.title, &contents.problems) {
        bytes in
        InvitationNumber(hexadecimal: file).flatMap { Invitation($0, stored: bytes) }
      }
      if let invitation { contents.invitations.append(invitation) }
    }
    contents.window = try window(at: .now)
    return contents
  }

  private static let invitations = "invitations"

  private static func read<Value>(
    _ file: String, in place: PrivateDirectory, titled title: String,
    _ problems: inout [String],
    _ parse: ([UInt8]) -> Value?
  ) -> Value? {
    do throws(PrivateFileError) {
      guard let bytes = try place.read(file) else { return nil }
      if let value = parse(bytes) { return value }
      let problem =
        Record.problem(in: bytes, titled: title) ?? "a value is missing or cannot be read"
      problems.append(
        "\(place.path(file)): \(problem); it grants nothing: remove it, and make it again")
    } catch {
      problems.append(error.message)
    }
    return nil
  }
}

// MARK: Changes

extension CredentialStore {
  /// Stores a grant. Returns `false` when one of its kind and name exists, and changes nothing.
  public func add(_ grant: Grant) throws(PrivateFileError) -> Bool {
    try directory.directory(grant.kind.rawValue).create(grant.name.text, grant.stored)
  }

  /// What keeps a pairing from being stored.
  enum Conflict {
    case nameTaken(CredentialName)
    case keyPaired(CredentialName)
  }

  /// Stores a pairing of a key that has none: with two, revoking one would leave the other. Returns what is in its way;
  /// `nil`: it is stored.
  func addPairing(_ grant: Grant) throws(PrivateFileError) -> Conflict? {
    let place = try directory.directory(Kind.pairings.rawValue)
    return try place.locked { () throws(PrivateFileError) -> Conflict? in
      if let other = try contents().grants.first(where: { $0.evidence == grant.evidence }) {
        return .keyPaired(other.name)
      }
      return try add(grant) ? nil : .nameTaken(grant.name)
    }
  }

  /// Removes a grant. Returns whether there was one.
  public func remove(_ kind: Kind, _ name: CredentialName) throws(PrivateFileError) -> Bool {
    try directory.directory(kind.rawValue).remove(name.text)
  }

  /// Stores an invitation, and removes those that are void.
  public func add(_ invitation: Invitation, now: WallTime) throws(PrivateFileError) {
    let place = try directory.directory(Self.invitations)
    for old in try contents().invitations where !old.isValid(at: now) {
      _ = try place.remove("\(old.number)")
    }
    try place.write("\(invitation.number)", invitation.stored)
  }

  /// Removes an invitation by the name that its pairing would get. Returns whether there was one.
  public func removeInvitation(for name: CredentialName) throws(PrivateFileError) -> Bool {
    let place = try directory.directory(Self.invitations)
    var isFound = false
    for invitation in try contents().invitations where invitation.name == name {
      if try place.remove("\(invitation.number)") { isFound = true }
    }
    return isFound
  }
}

extension Grant {
  public var kind: CredentialStore.Kind {
    switch evidence {
    case .key: .pairings
    case .tokenDigest: .tokens
    }
  }
}

// MARK: Pairing

extension CredentialStore {
  /// Why a pairing was refused. For the server's log; the client is not told which it was.
  public enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownInvitation
    case expired
    case tooManyTries
    case wrongSecret(triesLeft: Int)
    case nameTaken(CredentialName)
    /// The client's key has a pairing, of this name.
    case keyPaired(CredentialName)
    case unusable(PrivateFileError)

    public var description: String {
      switch self {
      case .unknownInvitation: "there is no such invitation, or it was used"
      case .expired: "the invitation has expired"
      case .tooManyTries: "the invitation is void after \(Invitation.tries) wrong tries"
      case .wrongSecret(let left): "the secret is wrong; \(left) tries are left"
      case .nameTaken(let name): "there is a pairing named \(name) already"
      case .keyPaired(let name): "the client's key is paired already, as \(name)"
      case .unusable(let error): error.message
      }
    }
  }

  /// Turns an invitation into a pairing with a client, if the client knows its secret.
  ///
  /// - Parameters:
  ///   - key: The client's key.
  ///   - proof: The client's proof.
  ///   - exported: The connection's exported bytes.
  /// - Returns: The pairing, and the server's own proof.
  public func redeem(
    _ number: InvitationNumber, key: KeyFingerprint, proof: [UInt8], exported: [UInt8],
    now: WallTime
  ) throws(Refusal) -> (grant: Grant, proof: [UInt8]) {
    let result: Result<(grant: Grant, proof: [UInt8]), Refusal>
    do throws(PrivateFileError) {
      let place = try directory.directory(Self.invitations)
      // Two clients that come at once must not both use one invitation.
      result = try place.locked { () throws(PrivateFileError) in
        try redeem(number, key, proof, exported, now, place)
      }
    } catch {
      throw .unusable(error)
    }
    return try result.get()
  }

  private func redeem(
    _ number: InvitationNumber, _ key: KeyFingerprint, _ proof: [UInt8], _ exported: [UInt8],
    _ now: WallTime, _ place: PrivateDirectory
  ) throws(PrivateFileError) -> Result<(grant: Grant, proof: [UInt8]), Refusal> {
    // The same files are read and as much is written for every refusal, whether there is such a number or not.
    let found = try place.read("\(number)").flatMap { Invitation(number, stored: $0) }
    guard let decoy = try decoy(number, now, place) else { return .failure(.unknownInvitation) }
    var invitation = found ?? decoy
    let expected = PairingProof.make(.client, secret: invitation.secret, exported: exported)
    let isRight = Digest.areEqual(expected, proof)
    if let refusal = Refusal(of: found, isRight: isRight, now: now) {
      if case .wrongSecret(let left) = refusal {
        invitation.triesLeft = left
        try place.write("\(number)", invitation.stored)
      } else {
        try place.write(Self.decoyFile, decoy.stored)
      }
      return .failure(refusal)
    }
    let grant = Grant(
      invitation.name, .key(key), scope: invitation.scope,
      applications: invitation.applications, created: now, expires: invitation.pairingExpires)
    if let conflict = try addPairing(grant) { return .failure(Refusal(conflict)) }
    _ = try place.remove("\(number)")
    return .success(
      (grant, PairingProof.make(.server, secret: invitation.secret, exported: exported)))
  }

  /// An invitation that nobody was given, in place of one that does not exist. The name of its file begins with a dot, so
  /// that it is not listed.
  private func decoy(
    _ number: InvitationNumber, _ now: WallTime, _ place: PrivateDirectory
  ) throws(PrivateFileError) -> Invitation? {
    if let stored = try place.read(Self.decoyFile) { return Invitation(number, stored: stored) }
    return CredentialName("nobody").flatMap {
      Invitation($0, scope: .observe, applications: [], pairingExpires: nil, now: now)
    }
  }

  private static let decoyFile = ".decoy"
}

extension CredentialStore.Refusal {
  fileprivate init(_ conflict: CredentialStore.Conflict) {
    self =
      switch conflict {
      case .nameTaken(let name): .nameTaken(name)
      case .keyPaired(let name): .keyPaired(name)
      }
  }

  /// Why an invitation is not accepted; `nil`: it is.
  fileprivate init?(of invitation: Invitation?, isRight: Bool, now: WallTime) {
    guard let invitation else {
      self = .unknownInvitation
      return
    }
    if now >= invitation.expires {
      self = .expired
    } else if invitation.triesLeft <= 0 {
      self = .tooManyTries
    } else if !isRight {
      self = .wrongSecret(triesLeft: invitation.triesLeft - 1)
    } else {
      return nil
    }
  }
}

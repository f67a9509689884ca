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
    /// One line for each file that grants nothing because it cannot be read.
    public var problems: [String] = []

    /// Whether anybody could be let in.
    public func admitsAnybody(at now: WallTime) -> Bool {
      grants.contains { $0.isValid(at: now) } || invitations.contains { $0.isValid(at: now) }
    }
  }

  public func contents() throws(PrivateFileError) -> Contents {
    var contents = Contents()
    for kind in Kind.allCases {
      let place = try directory.directory(kind.rawValue)
      for file in try place.names() {
        let grant = Self.read(file, in: place, &contents.problems) { bytes in
          CredentialName(file).flatMap { Grant($0, stored: bytes) }
        }
        if let grant { contents.grants.append(grant) }
      }
    }
    let place = try directory.directory(Self.invitations)
    for file in try place.names() {
      let invitation = Self.read(file, in: place, &contents.problems) { bytes in
        InvitationNumber(hexadecimal: file).flatMap { Invitation($0, stored: bytes) }
      }
      if let invitation { contents.invitations.append(invitation) }
    }
    return contents
  }

  private static let invitations = "invitations"

  private static func read<Value>(
    _ file: String, in place: PrivateDirectory, _ problems: inout [String],
    _ parse: ([UInt8]) -> Value?
  ) -> Value? {
    do throws(PrivateFileError) {
      guard let bytes = try place.read(file) else { return nil }
      if let value = parse(bytes) { return value }
      problems.append("\(place.path(file)) cannot be read; it grants nothing")
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
    case unusable(PrivateFileError)

    public var description: String {
      switch self {
      case .unknownInvitation: "there is no such invitation, or it was used"
      case .expired: "the invitation has expired"
      case .tooManyTries: "the invitation is void after \(Invitation.tries) wrong tries"
      case .wrongSecret(let left): "the secret is wrong; \(left) tries are left"
      case .nameTaken(let name): "there is a pairing named \(name) already"
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
    let found = try place.read("\(number)").flatMap { Invitation(number, stored: $0) }
    // The same work for a number that does not exist.
    let secret = found?.secret ?? [UInt8](repeating: 0, count: InvitationCode.secretLength)
    let expected = PairingProof.make(.client, secret: secret, exported: exported)
    let isRight = Digest.areEqual(expected, proof)
    guard var invitation = found else { return .failure(.unknownInvitation) }
    guard now < invitation.expires else { return .failure(.expired) }
    guard invitation.triesLeft > 0 else { return .failure(.tooManyTries) }
    guard isRight else {
      invitation.triesLeft -= 1
      try place.write("\(number)", invitation.stored)
      return .failure(.wrongSecret(triesLeft: invitation.triesLeft))
    }
    let grant = Grant(
      invitation.name, .key(key), scope: invitation.scope, created: now,
      expires: invitation.pairingExpires)
    guard try add(grant) else { return .failure(.nameTaken(invitation.name)) }
    _ = try place.remove("\(number)")
    return .success((grant, PairingProof.make(.server, secret: secret, exported: exported)))
  }
}

public import BridgeTransport

/// What keeps a pairing from being stored.
public enum PairingConflict: Equatable, Sendable, CustomStringConvertible {
  case nameTaken(CredentialName)
  /// The client's key has a pairing, of this name.
  case keyPaired(CredentialName)
  /// A pairing cannot be read. It may be of the same key, and count again when its file is put right.
  case closed(String)

  public var description: String {
    switch self {
    case .nameTaken(let name): "there is a pairing named \(name) already"
    case .keyPaired(let name): "that machine is paired already, as \(name)"
    case .closed(let problem):
      "\(problem); until then, or until the pairing is revoked, nobody is paired"
    }
  }
}

/// An invitation that is of no use any more, for a client that has proved that it knows the secret.
public struct SpentInvitation: Equatable, Sendable {
  public let terms: PairingTerms
  /// When it was used, or expired.
  public let time: WallTime
  let made: WallTime

  public init(terms: PairingTerms, time: WallTime, made: WallTime) {
    (self.terms, self.time, self.made) = (terms, time, made)
  }

  /// The command that makes an invitation with the same terms.
  ///
  /// - Parameter name: That of its pairing, where the former one is taken.
  public func command(as name: String? = nil) -> String { terms.command(as: name, made: made) }

  /// The same in quotation marks that it does not have itself.
  public func quotedCommand(as name: String? = nil) -> String {
    let command = command(as: name)
    let mark = command.contains("'") ? "\"" : "'"
    return mark + command + mark
  }
}

extension CredentialStore {
  /// Why a pairing was refused. For the server's log; the client is not told which it was.
  public enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    case unknownInvitation
    case expired(SpentInvitation?)
    /// It was made while the clock was ahead, and would be valid for long.
    case fromLater(SpentInvitation?)
    case used(SpentInvitation?)
    case tooManyTries
    case wrongSecret(triesLeft: Int)
    case conflict(PairingConflict)
    /// The client knows the secret, and would not be served all the same.
    case notAllowed
    case unusable(PrivateFileError)

    public var description: String {
      switch self {
      case .unknownInvitation: "there is no such invitation"
      case .expired: "the invitation has expired"
      case .fromLater:
        "the invitation was made at a time that is still to come by this machine's clock: the clock was ahead then, or is "
          + "behind now"
      case .used: "the invitation was used before"
      case .tooManyTries: "the invitation is void after \(Invitation.tries) wrong tries"
      case .wrongSecret(let left): "the secret is wrong; \(left) tries are left"
      case .conflict(let conflict): "\(conflict)"
      case .notAllowed: "the pairing would be allowed nothing"
      case .unusable(let error): error.message
      }
    }
  }

  /// Turns an invitation into a pairing with a client, if the client knows its secret. A refusal does not use the
  /// invitation up; a wrong secret uses up one of its tries.
  ///
  /// - Parameters:
  ///   - key: The client's key.
  ///   - proof: The client's proof.
  ///   - exported: The connection's exported bytes.
  ///   - isAllowed: Whether a pairing would be served; asked when the client has proved that it knows the secret.
  /// - Returns: The pairing, and the server's own proof.
  public func redeem(
    _ number: InvitationNumber, key: KeyFingerprint, proof: [UInt8], exported: [UInt8],
    now: WallTime, isAllowed: (Grant) -> Bool = { _ in true }
  ) throws(Refusal) -> (grant: Grant, proof: [UInt8]) {
    let result: Result<(grant: Grant, proof: [UInt8]), Refusal>
    do throws(PrivateFileError) {
      let place = try directory.directory(Self.invitations)
      // Two clients that come at once must not both use one invitation.
      result = try place.locked { () throws(PrivateFileError) in
        try redeem(number, key, proof, exported, now, isAllowed, place)
      }
    } catch {
      throw .unusable(error)
    }
    return try result.get()
  }

  private func redeem(
    _ number: InvitationNumber, _ key: KeyFingerprint, _ proof: [UInt8], _ exported: [UInt8],
    _ now: WallTime, _ isAllowed: (Grant) -> Bool, _ place: PrivateDirectory
  ) throws(PrivateFileError) -> Result<(grant: Grant, proof: [UInt8]), Refusal> {
    // The same files are read and as much is written for every refusal, whether there is such a number or not.
    let found = try place.read("\(number)").flatMap { try? Invitation(number, stored: $0) }
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
    let grant = invitation.terms.pairing(with: key, created: now)
    guard isAllowed(grant) else { return .failure(.notAllowed) }
    if let conflict = try addPairing(grant) { return .failure(.conflict(conflict)) }
    try spend(invitation, at: now, place)
    return .success(
      (grant, PairingProof.make(.server, secret: invitation.secret, exported: exported)))
  }

  /// Keeps an invitation as one that was used, so that whoever tries it again can be told so.
  private func spend(
    _ invitation: Invitation, at now: WallTime, _ place: PrivateDirectory
  ) throws(PrivateFileError) {
    var spent = invitation
    spent.used = now
    do throws(PrivateFileError) {
      try place.write("\(spent.number)", spent.stored)
    } catch {
      // On a full disk, for example: it must not be used twice.
      _ = try place.remove("\(spent.number)")
    }
  }

  /// An invitation that nobody was given, in place of one that does not exist. The name of its file begins with a dot, so
  /// that it is not listed.
  private func decoy(
    _ number: InvitationNumber, _ now: WallTime, _ place: PrivateDirectory
  ) throws(PrivateFileError) -> Invitation? {
    if let stored = try place.read(Self.decoyFile) {
      return try? Invitation(number, stored: stored)
    }
    return CredentialName("nobody").flatMap {
      Invitation(PairingTerms($0, scope: .observe), now: now)
    }
  }

  private static let decoyFile = ".decoy"
}

extension CredentialStore.Refusal {
  /// Why an invitation is not accepted; `nil`: it is.
  fileprivate init?(of invitation: Invitation?, isRight: Bool, now: WallTime) {
    guard let invitation else {
      self = .unknownInvitation
      return
    }
    func spent(_ time: WallTime) -> SpentInvitation? {
      isRight
        ? SpentInvitation(
          terms: invitation.terms, time: time, made: invitation.made) : nil
    }
    if let used = invitation.used {
      self = .used(spent(used))
    } else if now >= invitation.expires {
      self = .expired(spent(invitation.expires))
    } else if invitation.isFromLater(than: now) {
      self = .fromLater(spent(invitation.made))
    } else if invitation.triesLeft <= 0 {
      self = .tooManyTries
    } else if !isRight {
      self = .wrongSecret(triesLeft: invitation.triesLeft - 1)
    } else {
      return nil
    }
  }
}

internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

extension AccessControl {
  /// Pairs with a client that knows the secret of an invitation.
  func pair(
    _ connection: Connection, _ invitation: [UInt8], _ proof: [UInt8]
  ) throws(Status) -> Admission {
    // Each wrong try uses up one of the invitation's.
    try checkTries(of: connection)
    guard !isSuspended else { throw .cannotPair }
    guard let tls = connection.tls, let key = tls.peerKey,
      let exported = tls.exported(PairingProof.label)
    else {
      throw Status(
        .unauthenticated, "a pairing needs TLS and a client certificate", remedy: .pair)
    }
    let refusal: CredentialStore.Refusal
    var denial: Status?
    if let store, let number = InvitationNumber(received: invitation) {
      do throws(CredentialStore.Refusal) {
        let paired = try store.redeem(
          number, key: key, proof: proof, exported: exported, now: .now
        ) { grant in
          denial = self.denial(of: grant)
          return denial == nil
        }
        log(
          "paired with \(paired.grant.name), key \(key): may \(permissions(by: paired.grant).words)"
        )
        known.usable.append(paired.grant)
        return Admission(
          identity: paired.grant.identity, grant: paired.grant, pairingProof: paired.proof)
      } catch {
        refusal = error
      }
    } else {
      refusal = .unknownInvitation
    }
    // Only a client that knows the secret is told of these two.
    if let denial {
      logDenial(denial, of: connection)
      throw denial
    }
    if refusal.isOfWrongSecret { countTry(of: connection) }
    log("refused to pair with \(connection.peerDescription): \(refusal)")
    throw refusal.status(
      by: self,
      pairedAs: grants.first { $0.evidence == connection.tls?.peerKey.map { .key($0) } }?.name)
  }
}

extension CredentialStore.Refusal {
  /// Whether the client does not know the secret of such an invitation.
  fileprivate var isOfWrongSecret: Bool {
    switch self {
    case .unknownInvitation, .tooManyTries, .wrongSecret, .used(nil), .expired(nil),
      .fromLater(nil):
      true
    case .used, .expired, .fromLater, .conflict, .notAllowed, .unusable: false
    }
  }

  /// What the client hears. Why it was refused is for clients alone that know the invitation's secret.
  ///
  /// - Parameter known: The name of the pairing that its key has.
  fileprivate func status(by access: AccessControl, pairedAs known: CredentialName?) -> Status {
    switch self {
    case .conflict(.keyPaired(let name)): return access.pairedAlready(name)
    case .conflict(.nameTaken(let name)):
      return Status(
        .unauthenticated, "there is a pairing named \(name) already",
        advice:
          "Run 'a11y-bridge pair --revoke \(name)' on the server's machine and pair again, or choose another name there: the "
          + "invitation was not used up.")
    case .conflict(.closed), .unusable: return .cannotPair
    case .used(let spent?):
      if let known { return access.pairedAlready(known) }
      return Status(
        .unauthenticated,
        "this invitation was used at \(spent.time), for the pairing \(spent.terms.name)",
        advice:
          "Run \(spent.quotedCommand(as: "\(spent.terms.name.text.prefix(62))-2")) on the server's machine, and on this one the "
          + "command that it prints. If nobody you know has used it, run 'a11y-bridge pair --revoke \(spent.terms.name)' there."
      )
    case .expired(let spent?):
      return Status(
        .unauthenticated, "this invitation has expired: it was valid until \(spent.time)",
        advice:
          "Run \(spent.quotedCommand()) on the server's machine, and on this one the command that it prints."
      )
    case .fromLater(let spent?):
      return Status(
        .unauthenticated,
        "this invitation was made at \(spent.time) by the server's clock, which now says \(WallTime.now)",
        advice:
          "See that the clock of the server's machine is right, run \(spent.quotedCommand()) there, and on this machine the command "
          + "that it prints.")
    default:
      return Status(
        .unauthenticated, "the server does not accept this invitation", remedy: .inviteAgain)
    }
  }
}

extension Status {
  static let cannotPair = Status(
    .unauthenticated, "the server cannot pair now; its log says why",
    advice: "Ask the owner of the server to correct what its log says, then try again.")
}

public import BridgePolicy
internal import BridgeProtocol
public import BridgeSecurity
internal import BridgeTransport

extension AccessControl {
  /// Uses a policy from now on; `nil`: pairings and tokens have what they were made with, and others what they had
  /// before there were policies. Connections whose rights it changes are ended.
  public func use(_ policy: Policy?) {
    guard policy != self.policy else { return }
    self.policy = policy
    onChange?()
  }

  public var hasPolicy: Bool { policy != nil }

  /// Returns what a client may do. Throws when that is nothing.
  func rights(of admission: Admission) throws(Status) -> Rights {
    let identity = admission.identity
    let own = Rights.own(of: identity, admission.grant)
    guard let policy, !identity.isOwner else { return own }
    let rights = policy.stanza(for: identity.subject)?.rights.limited(by: own)
    guard let rights, !rights.permissions.isEmpty else {
      throw Status(
        .permissionDenied,
        rights == nil
          ? "the server's policy does not name \(identity.subject)"
          : "the server's policy and what \(identity.subject) was made with leave it nothing",
        remedy: .namedInPolicy)
    }
    return rights
  }

  /// What a pairing or token and the policy together let a client do.
  func permissions(by grant: Grant) -> Permissions {
    (try? rights(of: Admission(identity: grant.identity, grant: grant)))?.permissions ?? []
  }

  /// Returns why a pairing that is to be made would not be served; `nil`: it would be.
  func denial(of grant: Grant) -> Status? {
    do throws(Status) {
      _ = try rights(of: Admission(identity: grant.identity, grant: grant))
      return nil
    } catch {
      return Status(
        error.reason, error.message,
        advice:
          "Write 'for \(grant.identity.subject)' with what it may do into the server's policy, reload that with "
          + "SIGHUP, and pair again: nothing was used up.")
    }
  }

  /// Tells the owner of the server of such a refusal.
  func logDenial(_ denial: Status, of connection: Connection) {
    log(
      "refused to pair with \(connection.peerDescription): \(denial.message). "
        + (denial.detail?.remedy ?? ""))
  }

  /// What the policy grants a client; `nil`: there is none, or it does not concern the client.
  func policyRights(of identity: Identity) -> Rights? {
    guard let policy, !identity.isOwner else { return nil }
    return policy.stanza(for: identity.subject)?.rights ?? Rights([], targets: [])
  }

  func limiter(of identity: Identity) -> ActionLimiter {
    if let known = limiters[identity.subject] { return known }
    // Certificates may have any number of names.
    if limiters.count >= 1024 { limiters = limiters.filter { $0.value.isBusy } }
    let limiter = ActionLimiter()
    limiters[identity.subject] = limiter
    return limiter
  }
}

extension Rights {
  /// What a client may do where no policy says anything.
  ///
  /// - Parameter grant: The pairing or token by which it is let in.
  public static func own(of identity: Identity, _ grant: Grant?) -> Rights {
    own(of: identity, applications: grant?.applications ?? [])
  }

  /// - Parameter applications: Patterns of those that it may see; empty: all.
  public static func own(of identity: Identity, applications: [String]) -> Rights {
    let patterns = applications.map { NamePattern($0) }
    // A stored file with a pattern that cannot be read grants nothing.
    guard !patterns.contains(nil) else { return .none }
    return Rights(
      Permissions(identity.scope),
      applications: ApplicationFilter(
        patterns.isEmpty ? [] : [.init(names: patterns.compactMap(\.self))]))
  }
}

extension Identity {
  /// How a policy names the client.
  public var subject: PolicySubject {
    switch proof {
    case .localUser(let number): PolicySubject(.user, "\(number)")
    case .pairing: PolicySubject(.pairing, name)
    case .certificate: PolicySubject(.certificate, name)
    case .token: PolicySubject(.token, name)
    case .nobody: PolicySubject(.anybody)
    }
  }

  /// Whether it is the user who runs the server, or root: they can change any policy.
  fileprivate var isOwner: Bool {
    guard case .localUser(let number) = proof else { return false }
    return number == 0 || number == CurrentUser.id
  }
}

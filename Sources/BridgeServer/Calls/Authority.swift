internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity

/// By what right the calls of a client are made.
final class Authority {
  /// Who makes the call.
  let caller: Caller
  /// What the client may do.
  let rights: Rights
  /// Counts the actions of the client, over all its connections.
  let limiter: ActionLimiter
  private let identity: Identity
  /// What the policy grants it; `nil`: no policy concerns it.
  private let policy: Rights?

  init(of identity: Identity, _ rights: Rights, policy: Rights?, limiter: ActionLimiter) {
    caller = Caller(proof: identity.proof, name: identity.name)
    (self.identity, self.rights, self.policy, self.limiter) = (identity, rights, policy, limiter)
  }

  /// Returns the refusal of what needs permissions, with the commands and lines that grant them; `nil`: the client has
  /// them.
  ///
  /// - Parameter what: What needs them, for people.
  func refusal(of needed: Permissions, for what: String) -> Status? {
    let missing = needed.subtracting(rights.permissions)
    guard !missing.isEmpty else { return nil }
    let names = missing.names.map { "'\($0)'" }.joined(separator: " and ")
    let cures = [commandToAllow(missing), policyLine(for: missing) ?? policyToWrite(for: missing)]
      .compactMap(\.self)
    return Status(
      .permissionDenied,
      "\(what) needs the permission \(names), and \(identity.name) may \(rights.permissions.words)",
      advice: cures.isEmpty
        ? Remedy.grantPermission.rawValue
        : "Ask the owner of the server to \(cures.joined(separator: ", and to ")).")
  }

  /// The command that lets the client do more; `nil`: what it was made with is enough, or it was not made.
  private func commandToAllow(_ missing: Permissions) -> String? {
    let kind: CredentialStore.Kind
    switch identity.proof {
    case .pairing: kind = .pairings
    case .token: kind = .tokens
    case .certificate, .localUser, .nobody: return nil
    }
    let scope = Scope.allCases.first { missing.isSubset(of: Permissions($0)) } ?? .administer
    guard !identity.scope.includes(scope) else { return nil }
    return "run '\(kind.command(toChange: identity.name, "--allow \(scope)"))' on its machine"
  }

  /// What a policy has to say of a client that only a policy gives more; `nil`: there is one, or another way.
  private func policyToWrite(for missing: Permissions) -> String? {
    guard policy == nil, identity.proof == .certificate else { return nil }
    let permissions = rights.permissions.union(missing)
    return
      "start it with '--policy FILE', and in that write 'for \(identity.subject)' with the lines "
      + "'may \(permissions.words)', 'applications *' and 'act-on *'; a client that the policy does not name may do nothing"
  }

  /// What the policy has to say; `nil`: it says that, or there is none.
  private func policyLine(for missing: Permissions) -> String? {
    guard let policy, !missing.isSubset(of: policy.permissions) else { return nil }
    var lines = ["may \(policy.permissions.union(missing).words)"]
    // Further lines would add to those that are there.
    if missing.contains(.observe), policy.applications.namesNothing {
      lines.append("applications *")
    }
    if missing.contains(.act), policy.targets.isEmpty { lines.append("act-on *") }
    let text = lines.map { "'\($0)'" }.joined(separator: " and ")
    return
      "write \(text) for \(identity.subject) into the server's policy and send the server SIGHUP"
  }
}

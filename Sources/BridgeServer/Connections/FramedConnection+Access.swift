internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

extension FramedConnection {
  /// Decides who the client is, when its hello has arrived. Returns what to tell it; `nil`: nothing, because it is
  /// a user of the machine, who may do everything.
  func admit(_ hello: Hello) throws(Status) -> HelloAccess? {
    let admission: Admission
    let began = MonotonicTime.now()
    do throws(Status) {
      admission = try access.admit(connection, hello.credential)
      rights = try access.rights(of: admission)
      try show(rights.applications)
    } catch {
      service.log("refused \(peer): \(error.message)")
      if error.reason == .unauthenticated { holdRefusal(since: began) }
      audit?.refused(error, transport: transport)
      throw error
    }
    identity = admission.identity
    grant = admission.grant
    limiter = access.limiter(of: admission.identity)
    audit?.connected(
      admission.identity, may: rights.permissions, software: hello.software, transport: transport,
      isPaired: !admission.pairingProof.isEmpty)
    if connection.tls == nil { baseCharge.bytes = Self.baseMemory }
    switch admission.identity.proof {
    case .localUser, .nobody: return nil
    case .pairing, .certificate, .token: break
    }
    return HelloAccess(
      name: admission.identity.name,
      scope: rights.permissions.contains(.act) ? .act : .observe,
      expiresAt: admission.grant?.expires?.seconds ?? 0, pairingProof: admission.pairingProof)
  }

  /// Returns why the client may not make a call of a method, or `nil` when it may.
  func refusal(of method: Method) -> Status? {
    if method.permission.isSubset(of: rights.permissions) { return nil }
    let status = rights.refusal(of: method.permission, for: method.rawValue, to: identity)
    if let status { audit?.refused(method.rawValue, status) }
    return status
  }

  /// Who makes the calls of this connection.
  var caller: Caller { Caller(proof: identity?.proof, name: identity?.name ?? "") }

  /// How the client reaches the server, for the audit log.
  private var transport: String {
    if connection.tls != nil { return "tls" }
    return connection.peerCredentials != nil ? "unix" : "tcp"
  }

  /// Ends the connection when its client would not be let in again, or would be allowed something else.
  func endIfRevoked() {
    guard let identity, connection.isOpen else { return }
    if let grant, !access.isStillGranted(grant) {
      service.log("closing \(peer): \(identity) was revoked or has expired")
      endReason = "revoked or expired"
      return end(
        Status(
          .unauthenticated, "the access of \(identity.name) was revoked or has expired",
          remedy: grant.kind == .tokens ? .renewToken : .pair))
    }
    let present = try? access.rights(of: Admission(identity: identity, grant: grant))
    guard present != rights else { return }
    service.log("closing \(peer): the policy for \(identity) has changed")
    endReason = "the policy has changed"
    end(
      Status(
        .permissionDenied, "what \(identity.name) may do has changed", remedy: .connectWithNewRights
      ))
  }
}

extension Method {
  /// What a client must be allowed to do to call the method. Every method is listed, so that a new one cannot be
  /// forgotten.
  fileprivate var permission: Permissions {
    switch self {
    case .getServerInfo, .echo, .generate: []
    case .listApplications, .getTree, .find, .getElement, .hitTest, .subscribe, .waitFor, .verify:
      .observe
    case .perform: .act
    case .diagnose: .administer
    }
  }
}

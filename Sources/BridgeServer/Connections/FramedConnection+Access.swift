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
    } catch {
      service.log("refused \(peer): \(error.message)")
      if error.reason == .unauthenticated { holdRefusal(since: began) }
      audit?.refused(error, transport: transport)
      throw error
    }
    identity = admission.identity
    grant = admission.grant
    audit?.connected(
      admission.identity, software: hello.software, transport: transport,
      isPaired: !admission.pairingProof.isEmpty)
    if connection.tls == nil { baseCharge.bytes = Self.baseMemory }
    switch admission.identity.proof {
    case .localUser, .nobody: return nil
    case .pairing, .certificate, .token: break
    }
    return HelloAccess(
      name: admission.identity.name,
      scope: admission.identity.scope == .act ? .act : .observe,
      expiresAt: admission.grant?.expires?.seconds ?? 0, pairingProof: admission.pairingProof)
  }

  /// Returns why the client may not make a call of a method, or `nil` when it may.
  func scopeRefusal(_ method: Method) -> Status? {
    guard let identity, !identity.scope.includes(method.scope) else { return nil }
    let status = Status(
      .permissionDenied, "\(identity.name) may observe, and \(method.rawValue) acts",
      remedy: .actScope)
    audit?.refused(method.rawValue, status)
    return status
  }

  /// How the client reaches the server, for the audit log.
  private var transport: String {
    if connection.tls != nil { return "tls" }
    return connection.peerCredentials != nil ? "unix" : "tcp"
  }

  /// Ends the connection when its client would not be let in again.
  func endIfRevoked() {
    guard let identity, let grant, connection.isOpen, !access.isStillGranted(grant) else { return }
    service.log("closing \(peer): \(identity) was revoked or has expired")
    endReason = "revoked or expired"
    end(
      Status(
        .unauthenticated, "the access of \(identity.name) was revoked or has expired",
        remedy: .pair))
  }
}

extension Method {
  /// What a client must be allowed to do to call the method. Every method is listed, so that a new one cannot be
  /// forgotten.
  fileprivate var scope: Scope {
    switch self {
    case .getServerInfo, .listApplications, .getTree, .find, .getElement, .hitTest, .subscribe,
      .waitFor, .verify, .diagnose, .echo, .generate:
      .observe
    case .perform: .act
    }
  }
}

internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity
internal import BridgeTransport

/// Who the client is: by its hello, or in HTTP/2 by what each call shows.
extension ServerConnection {
  /// Decides who the client is, when its hello has arrived. Returns what to tell it; `nil`: nothing, because it is
  /// a user of the machine, who may do everything.
  func admit(_ hello: Hello) throws(Status) -> HelloAccess? {
    let began = MonotonicTime.now()
    let admission: Admission
    let client: AdmittedClient
    do throws(Status) {
      (admission, client) = try admit(hello.credential, software: hello.software, audit)
      self.client = client
    } catch {
      if error.reason == .unauthenticated { holdRefusal(since: began) }
      throw error
    }
    frames?.epoch = client.service.store.epoch
    switch admission.identity.proof {
    case .localUser, .nobody: return nil
    case .pairing, .certificate, .token: break
    }
    return HelloAccess(
      name: admission.identity.name,
      scope: .init(client.authority.rights.permissions),
      expiresAt: admission.grant?.expires?.seconds ?? 0, pairingProof: admission.pairingProof)
  }

  /// Lets a client in, and records that it was, or that it was refused.
  ///
  /// - Parameter clientAudit: What the audit log says of the client from now on.
  func admit(
    _ credential: HelloCredential?, software: String, _ clientAudit: ConnectionAudit?
  ) throws(Status) -> (Admission, AdmittedClient) {
    do throws(Status) {
      let admission = try access.admit(connection, credential)
      let rights = try access.rights(of: admission)
      let client = try AdmittedClient(
        admission, rights, access: access, services: services, audit: clientAudit)
      client.audit?.connected(
        admission.identity, may: rights.permissions, software: software, transport: transport,
        carrier: carrierName, isPaired: !admission.pairingProof.isEmpty)
      return (admission, client)
    } catch {
      report(error)
      audit?.refused(error, transport: transport, carrier: carrierName)
      throw error
    }
  }

  /// How the client reaches the server, for the audit log.
  var transport: String {
    if connection.tls != nil { return "tls" }
    return connection.peerCredentials != nil ? "unix" : "tcp"
  }

  /// Every client that the connection has let in.
  var clients: [AdmittedClient] { (client.map { [$0] } ?? []) + tokenClients.values }

  /// Ends the calls of clients that would not be let in again, or would be allowed something else. The connection ends
  /// with them, unless it carries calls of others.
  func endIfRevoked() {
    guard connection.isOpen else { return }
    for client in clients {
      guard let revocation = client.revocation(by: access) else { continue }
      let reason =
        revocation.status.code == .permissionDenied
        ? "its rights have changed" : "revoked or expired"
      guard http2 != nil, clients.count > 1 || isLetInByItself else {
        service.log("closing \(peer): \(revocation.reason)")
        endReason = reason
        return end(revocation.status)
      }
      service.log("ending calls of \(peer): \(revocation.reason)")
      dismiss(client, revocation.status, reason)
    }
  }

  /// Ends the calls of one client of a connection that goes on. What it shows from now on is judged anew.
  private func dismiss(_ client: AdmittedClient, _ status: Status, _ reason: String) {
    if self.client === client { self.client = nil }
    tokenClients = tokenClients.filter { $0.value !== client }
    // First of all, so that nothing more is sent of any answer.
    http2?.withdraw(from: client.authority, status)
    standardCalls?.endAll(of: client.authority, status)
    for call in calls.values where call.authority === client.authority { call.fail(status) }
    client.audit?.disconnected(reason)
    flush()
  }
}

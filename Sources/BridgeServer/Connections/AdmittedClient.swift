internal import BridgeGRPC
internal import BridgePolicy
internal import BridgeProtocol
internal import BridgeSecurity

/// A client that a connection has let in. A connection of frames has one, and one of HTTP/2 one for each credential that
/// its calls show.
final class AdmittedClient {
  private(set) var identity: Identity
  /// The pairing or token by which it was let in, if it was one.
  private(set) var grant: Grant?
  let authority: Authority
  /// What the audit log says of the client; `nil`: there is no audit log.
  let audit: ConnectionAudit?
  /// What the client may see; `nil`: everything.
  private let lease: ServiceRegistry.Lease?
  /// The service of what the client may see.
  let service: BridgeService
  /// What answers by gRPC begin with. Channels connect again without a word; the epoch tells that ids and revisions are
  /// of another run.
  let metadata: Metadata

  init(
    _ admission: Admission, _ rights: Rights, access: AccessControl, services: ServiceRegistry,
    audit: ConnectionAudit?
  ) throws(Status) {
    identity = admission.identity
    grant = admission.grant
    authority = Authority(
      of: admission.identity, rights, policy: access.policyRights(of: admission.identity),
      limiter: access.limiter(of: admission.identity))
    self.audit = audit
    lease = try services.service(for: rights.visibleApplications)
    service = lease?.service ?? services.whole
    metadata = ["a11y-bridge-epoch": "\(service.store.epoch)"]
  }

  /// Returns why the client may not make a call of a method, or `nil` when it may.
  func refusal(of method: Method) -> Status? {
    let status = authority.refusal(of: method.permission, for: method.rawValue)
    if let status { audit?.refused(method.rawValue, status) }
    return status
  }

  /// Returns why the client is no longer served, for it and for the log, or `nil` when it is: when it would not be let in
  /// again, or would be allowed something else.
  func revocation(by access: AccessControl) -> (status: Status, reason: String)? {
    if let grant {
      guard let present = access.present(grant) else {
        let status = access.refusal(of: grant)
        return (status, "\(identity) is no longer let in: \(status.message)")
      }
      (self.grant, identity) = (present, present.identity)
    }
    let present = try? access.rights(of: Admission(identity: identity, grant: grant))
    guard present != authority.rights else { return nil }
    let status = Status(
      .permissionDenied, "what \(identity.name) may do has changed", remedy: .connectWithNewRights)
    return (status, "what \(identity.name) may do has changed")
  }
}

extension Method {
  /// What a client must be allowed to do to call the method. Every method is listed, so that a new one cannot be
  /// forgotten.
  fileprivate var permission: Permissions {
    switch self {
    case .getServerInfo, .echo, .generate: []
    // Steps that act need more, which is checked before the first one.
    case .listApplications, .getTree, .getOutline, .find, .getElement, .hitTest, .subscribe,
      .watchMatches, .listAnnouncements, .waitFor, .runSteps, .verify:
      .observe
    case .perform: .act
    case .diagnose: .administer
    }
  }
}

internal import BridgePolicy
internal import BridgeProtocol
public import BridgeSecurity
internal import BridgeTransport

/// Decides who may connect, and as whom.
///
/// Confined to the server's loop. Without a credential store only users of this machine are let in.
public final class AccessControl {
  public struct Options: Sendable {
    /// Whether every user of this machine is let in on loopback addresses and unix sockets, not only the one who runs
    /// the server.
    public var allowsLocalUsers = false
    /// Whether everyone is let in, from everywhere.
    public var servesEveryone = false
    /// Of these, `failedTriesPerAddress` is used.
    public var limits = Limits()

    public init() {}
  }

  let options: Options
  let store: CredentialStore?
  let log: (String) -> Void
  /// The pairings and tokens that are known.
  var known = KnownGrants() {
    didSet { if known != oldValue { onGrants?(oldValue, known) } }
  }
  /// Those that count.
  public var grants: [Grant] { known.usable }
  /// The files that cannot be used now; `nil`: none can.
  private var faults: [CredentialStore.Fault]? = []
  var failedTries: FailedTries
  var policy: Policy?
  var limiters: [PolicySubject: ActionLimiter] = [:]
  /// Called when pairings and tokens have changed, with what they were and are.
  var onGrants: ((_ old: KnownGrants, _ new: KnownGrants) -> Void)?
  /// Called when a grant may have ended.
  var onChange: (() -> Void)?

  /// - Parameter log: Called with a line for people, such as the reason of a refusal.
  public init(
    _ options: Options = Options(), store: CredentialStore? = nil,
    log: @escaping (String) -> Void = { _ in }
  ) {
    self.options = options
    failedTries = FailedTries(limit: options.limits[.failedTriesPerAddress])
    self.store = store
    self.log = log
    reload()
  }

  /// Whether nobody is let in by what is stored.
  private(set) var isSuspended = false

  /// Lets nobody in by what is stored until it is read again, because it is not what the owner changes.
  public func suspend(_ problem: String) {
    isSuspended = true
    faults = nil
    known.withhold(problem)
    onChange?()
  }

  /// Reads what is stored, after something has changed there.
  ///
  /// - Parameter saysMistakes: Whether the log is to have what is wrong with files.
  public func reload(sayingMistakes saysMistakes: Bool = true) {
    isSuspended = false
    readGrants(saysMistakes)
    onChange?()
  }

  func readGrants(_ saysMistakes: Bool = true) {
    guard let store, !isSuspended else { return }
    let log: (String) -> Void = saysMistakes ? self.log : { _ in }
    do throws(PrivateFileError) {
      let contents = try store.contents()
      faults = contents.faults
      for problem in contents.problems { log(problem) }
      // While somebody edits a file, what was read of it before counts.
      let kept = grants.filter { grant in
        contents.faults.contains { $0.isInText && $0.concerns(grant) }
      }
      for grant in kept { log("going on with \(grant.identity) as its file was before") }
      known = known.after(reading: contents.grants + kept, contents.faults)
    } catch {
      // What cannot be read grants nothing.
      self.log(error.message)
      faults = nil
      known.withhold(error.message)
    }
  }

  /// Whether there are files that cannot be used.
  public var hasFaults: Bool { faults?.isEmpty != true }

  /// With what the server goes on, because of files that cannot be used.
  public var problems: [String] {
    (faults ?? []).filter { $0.kind != nil }.flatMap { fault in
      fault.problems.map { "\(fault.isInText ? "the old" : "fewer") pairings and tokens: \($0)" }
    }
  }

  /// What a client hears that may be one of those whose files cannot be used. Whether it is one, nobody knows.
  private func outage(of kind: CredentialStore.Kind) -> Status? {
    guard faults?.contains(where: { $0.kind == kind }) ?? true else { return nil }
    return Status(
      .unauthenticated, "the server cannot use all of its \(kind) now; its log says why",
      advice: "Ask the owner of the server to correct what its log says, then try again.")
  }

  /// What a client hears that was let in by a grant and is no longer.
  func refusal(of grant: Grant) -> Status {
    let present = grants.first { $0.holder == grant.holder }
    if let present, !present.isValid(at: .now) { return Self.invalid(present) }
    if present == nil,
      faults?.contains(where: { $0.concerns(grant) }) ?? true,
      let outage = outage(of: grant.kind)
    {
      return outage
    }
    return Status(
      .unauthenticated, "the access of \(grant.name) was revoked",
      remedy: grant.kind == .tokens ? .renewToken : .pair)
  }

  /// When the next grant expires.
  public var nextExpiry: WallTime? {
    let now = WallTime.now
    return grants.compactMap(\.expires).filter { $0 > now }.min()
  }

  /// The grant by which a client that was let in by one would be let in again: the same, or one with other rights.
  /// `nil`: it would not be.
  func present(_ grant: Grant) -> Grant? {
    grants.first { $0.holder == grant.holder && $0.isValid(at: .now) }
  }
}

// MARK: Admission

/// A client that is let in.
struct Admission {
  let identity: Identity
  /// The pairing or token by which it is let in, if it is one.
  var grant: Grant?
  /// The server's proof, when the client has just been paired.
  var pairingProof: [UInt8] = []
}

extension AccessControl {
  /// Decides who is at the other end of a connection, by what the connection and the hello show.
  func admit(
    _ connection: Connection, _ credential: HelloCredential?
  ) throws(Status) -> Admission {
    if let credential { return try admit(connection, by: credential) }
    if options.servesEveryone {
      return Admission(identity: Identity(.nobody, name: "everyone", scope: .administer))
    }
    if let tls = connection.tls { return try admit(tls) }
    return try admitLocal(connection)
  }

  private func admit(
    _ connection: Connection, by credential: HelloCredential
  ) throws(Status) -> Admission {
    switch credential {
    case .token(let token): return try admit(connection, token: token)
    case .pairing(let invitation, let proof): return try pair(connection, invitation, proof)
    case .introduction: throw Status(.unauthenticated, "an introduction lets nobody in")
    }
  }

  private func admitLocal(_ connection: Connection) throws(Status) -> Admission {
    let user = connection.peerUser
    if let user, user == CurrentUser.id || user == 0 || options.allowsLocalUsers {
      return Admission(identity: .localUser(user))
    }
    if options.allowsLocalUsers, connection.isLoopback {
      return Admission(identity: Identity(.nobody, name: "a local user", scope: .administer))
    }
    let who = user.map { "user \($0)" } ?? "a user whom the system does not name"
    throw Status(
      .permissionDenied,
      "the connection is of \(who), and only user \(CurrentUser.id), who runs the server, may connect",
      remedy: .localUser)
  }

  /// A right token is let in also from where too many wrong ones came: nobody guesses 256 bits, and others behind the same
  /// address must not be kept out.
  private func admit(_ connection: Connection, token: String) throws(Status) -> Admission {
    let digest = Token.digest(token)
    var found: Grant?
    // All are compared, so that the time does not say which one is near.
    for grant in grants {
      guard case .tokenDigest(let known) = grant.evidence else { continue }
      if Digest.areEqual(known, digest) { found = grant }
    }
    guard let found else {
      try checkTries(of: connection)
      if let outage = outage(of: .tokens) { throw outage }
      countTry(of: connection)
      log("refused an unknown token")
      throw Status(
        .unauthenticated, "the server does not know this token; it may have been revoked",
        remedy: .renewToken)
    }
    guard found.isValid(at: .now) else {
      let refusal = Self.invalid(found)
      log("refused \(found.identity): \(refusal.message)")
      throw refusal
    }
    return Admission(identity: found.identity, grant: found)
  }

  private func admit(_ tls: TLSEngine) throws(Status) -> Admission {
    let key = tls.peerKey
    if let key, let grant = grants.first(where: { $0.evidence == .key(key) }) {
      if grant.isValid(at: .now) { return Admission(identity: grant.identity, grant: grant) }
      // It has proved that it is the one.
      throw Self.invalid(grant)
    }
    switch tls.peerChain {
    case .valid(let name):
      return Admission(identity: Identity(.certificate, name: name, scope: .act))
    case .invalid(let problem):
      throw Status(
        .unauthenticated, "the client is not paired, and \(problem.message)",
        remedy: .renewCertificate)
    case .unknown:
      if key != nil, let outage = outage(of: .pairings) { throw outage }
      throw Status(
        .unauthenticated,
        key.map { "the client's key \($0) is not paired with this server" }
          ?? "the client has shown neither a key nor a token",
        remedy: .pair)
    }
  }

  /// What a client hears that shows what is not valid now.
  static func invalid(_ grant: Grant) -> Status {
    let now = WallTime.now
    if grant.isFromLater(than: now) {
      return Status(
        .unauthenticated,
        "the \(grant.identity.subject) was made at \(grant.created), and the server's clock says \(now): the clock was ahead "
          + "then, or is behind now",
        advice:
          "Set the clock of the server's machine. If it is right now, run '\(grant.kind.command) --revoke \(grant.name)' there and "
          + "make it again."
      )
    }
    return Status(
      .unauthenticated,
      "the \(grant.identity.subject) has expired"
        + (grant.expires.map { ": it was valid until \($0), and the server's clock says \(now)" }
          ?? ""),
      advice:
        "Run '\(grant.command(toChange: "--days \(grant.terms.days(made: grant.created) ?? 30)"))' on the server's machine."
    )
  }
}

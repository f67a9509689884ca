public import BridgeTransport
internal import TextEncodings

/// What lets a client in: a pairing or a token, by name.
public struct Grant: Hashable, Sendable {
  /// How the client proves that it is meant.
  public enum Evidence: Hashable, Sendable {
    /// The key of its certificate.
    case key(KeyFingerprint)
    /// A token of which this is the SHA-256.
    case tokenDigest([UInt8])
  }

  public let name: CredentialName
  public let evidence: Evidence
  public let scope: Scope
  /// Patterns of the names of the applications that the client may see; empty: all.
  public let applications: [String]
  public let created: WallTime
  /// `nil`: never.
  public let expires: WallTime?

  public init(
    _ name: CredentialName, _ evidence: Evidence, scope: Scope, applications: [String],
    created: WallTime, expires: WallTime?
  ) {
    self.name = name
    self.evidence = evidence
    self.scope = scope
    self.applications = applications
    self.created = created
    self.expires = expires
  }

  /// Whom it lets in, whatever that may do.
  public struct Holder: Hashable, Sendable {
    let name: CredentialName
    let evidence: Evidence
  }

  public var holder: Holder { Holder(name: name, evidence: evidence) }

  func changed(_ rights: ChangedRights) -> Grant {
    let terms = terms.changed(rights)
    return Grant(
      name, evidence, scope: terms.scope, applications: terms.applications, created: created,
      expires: terms.expires)
  }

  /// The command that gives its holder other rights.
  ///
  /// - Parameter options: Those of the new rights: "--allow act".
  public func command(toChange options: String) -> String {
    kind.command(toChange: name.text, options)
  }

  /// What it was made with.
  public var terms: PairingTerms {
    PairingTerms(name, scope: scope, applications: applications, expires: expires)
  }

  /// Whether it lets its holder in. One that was made while the clock was ahead would expire too late, and does not.
  public func isValid(at now: WallTime) -> Bool {
    expires.map { now < $0 && !isFromLater(than: now) } ?? true
  }

  /// Whether it expires, and was made at a time that is still to come.
  public func isFromLater(than now: WallTime) -> Bool {
    expires != nil && created.isLater(than: now)
  }

  public var identity: Identity {
    switch evidence {
    case .key: Identity(.pairing, name: name.text, scope: scope)
    case .tokenDigest: Identity(.token, name: name.text, scope: scope)
    }
  }
}

extension Grant {
  private static func format(_ kind: CredentialStore.Kind) -> Record.Format {
    Record.Format(
      title: "a11y-bridge grant 1",
      needed: [kind == .pairings ? "key" : "token-sha256", "scope", "created"],
      optional: ["expires", "application"])
  }

  /// Reads a stored grant.
  init(
    _ name: CredentialName, _ kind: CredentialStore.Kind, stored bytes: [UInt8]
  ) throws(RecordError) {
    let record = try Record(bytes, as: Self.format(kind))
    if let key = record["key"].flatMap({ KeyFingerprint($0) }) {
      evidence = .key(key)
    } else if let digest = record["token-sha256"].flatMap(BaseEncoding.base16.decode) {
      evidence = .tokenDigest(digest)
    } else {
      throw RecordError.unusable
    }
    guard let scope = record["scope"].flatMap(Scope.init(rawValue:)),
      let created = record.time("created")
    else { throw RecordError.unusable }
    (self.name, self.scope, self.created, expires) = (name, scope, created, record.time("expires"))
    applications = record.all("application")
  }

  var stored: [UInt8] {
    var record = Record(Self.format(kind))
    switch evidence {
    case .key(let key): record.add("key", "\(key)")
    case .tokenDigest(let digest): record.add("token-sha256", BaseEncoding.base16.encode(digest))
    }
    record.add("scope", scope.rawValue)
    record.add("created", "\(created.seconds)")
    record.add("expires", expires.map { "\($0.seconds)" })
    for pattern in applications { record.add("application", pattern) }
    return record.bytes
  }
}

public import BridgeTransport
internal import SafeText
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

  /// The command that makes a pairing with the same rights again.
  public var pairCommand: String {
    (["a11y-bridge pair --name \(name)"] + (scope == .observe ? [] : ["--allow \(scope)"])
      + applications.map { "--application \(shellQuoted($0))" })
      .joined(separator: " ")
  }

  public func isValid(at now: WallTime) -> Bool { expires.map { now < $0 } ?? true }

  public var identity: Identity {
    switch evidence {
    case .key: Identity(.pairing, name: name.text, scope: scope)
    case .tokenDigest: Identity(.token, name: name.text, scope: scope)
    }
  }
}

extension Grant {
  static let title = "a11y-bridge grant 1"

  /// Reads a stored grant. Returns `nil` when the file is not one.
  init?(_ name: CredentialName, stored bytes: [UInt8]) {
    guard let record = Record(bytes, titled: Self.title),
      let scope = record["scope"].flatMap(Scope.init(rawValue:)),
      let created = record.time("created"), let expires = record.timeOrNever("expires")
    else { return nil }
    if let key = record["key"].flatMap({ KeyFingerprint($0) }) {
      evidence = .key(key)
    } else if let digest = record["token-sha256"].flatMap(BaseEncoding.base16.decode),
      digest.count == Digest.length
    {
      evidence = .tokenDigest(digest)
    } else {
      return nil
    }
    (self.name, self.scope, self.created, self.expires) = (name, scope, created, expires)
    applications = record.all("application")
  }

  var stored: [UInt8] {
    var record = Record(Self.title)
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

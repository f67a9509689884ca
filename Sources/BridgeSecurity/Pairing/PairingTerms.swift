/// What a pairing is made with: its name, and what it lets the client do. The owner of the server sets them before the
/// client is known.
public struct PairingTerms: Hashable, Sendable {
  /// The name that the pairing gets.
  public let name: CredentialName
  public let scope: Scope
  /// Patterns of the names of the applications that the client may see; empty: all.
  public let applications: [String]
  /// When the pairing expires; `nil`: never.
  public let expires: WallTime?

  public init(
    _ name: CredentialName, scope: Scope, applications: [String] = [], expires: WallTime? = nil
  ) {
    self.name = name
    self.scope = scope
    self.applications = applications
    self.expires = expires
  }
}

extension PairingTerms {
  /// Reads the terms from a stored file. Returns `nil` when it has none.
  init?(_ record: Record) {
    guard let name = record["name"].flatMap({ CredentialName($0) }),
      let scope = record["scope"].flatMap(Scope.init(rawValue:)),
      let expires = record.timeOrNever("pairing-expires")
    else { return nil }
    self.init(name, scope: scope, applications: record.all("application"), expires: expires)
  }

  func add(to record: inout Record) {
    record.add("name", name.text)
    record.add("scope", scope.rawValue)
    record.add("pairing-expires", expires.map { "\($0.seconds)" })
    for pattern in applications { record.add("application", pattern) }
  }
}

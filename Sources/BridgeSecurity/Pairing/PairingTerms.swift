internal import SafeText

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

/// What of a pairing or token is to change; `nil`: it stays as it is.
public struct ChangedRights: Sendable {
  public var scope: Scope?
  /// Empty: all.
  public var applications: [String]?
  /// The inner `nil`: never.
  public var expires: WallTime??

  public init(scope: Scope?, applications: [String]?, expires: WallTime??) {
    (self.scope, self.applications, self.expires) = (scope, applications, expires)
  }
}

extension PairingTerms {
  /// Returns the same with other rights; `nil`: what it has.
  public func changed(_ rights: ChangedRights) -> PairingTerms {
    PairingTerms(
      name, scope: rights.scope ?? scope, applications: rights.applications ?? applications,
      expires: rights.expires ?? expires)
  }

  /// The command that makes a pairing with the same rights.
  ///
  /// - Parameters:
  ///   - other: Its name, where this one is taken.
  ///   - made: When the terms were set: the other pairing expires after as long.
  public func command(as other: String? = nil, made: WallTime) -> String {
    (["a11y-bridge pair --name \(other ?? name.text)"]
      + (scope == .observe ? [] : ["--allow \(scope)"])
      + (days(made: made).map { ["--days \($0)"] } ?? [])
      + applications.map { "--application \(shellQuoted($0))" })
      .joined(separator: " ")
  }

  /// After how many days it expires; `nil`: never.
  public func days(made: WallTime) -> Int64? {
    expires.map { max(1, ($0.seconds - made.seconds + 43_200) / 86_400) }
  }

  /// What a file that contains terms contains.
  static func format(
    _ title: String, _ others: [String], optional: [String] = []
  ) -> Record.Format {
    Record.Format(
      title: title, needed: others + ["name", "scope"],
      optional: optional + ["pairing-expires", "application"])
  }

  /// Reads the terms from a stored file. Returns `nil` when it has none.
  init?(_ record: Record) {
    guard let name = record["name"].flatMap({ CredentialName($0) }),
      let scope = record["scope"].flatMap(Scope.init(rawValue:))
    else { return nil }
    self.init(
      name, scope: scope, applications: record.all("application"),
      expires: record.time("pairing-expires"))
  }

  func add(to record: inout Record) {
    record.add("name", name.text)
    record.add("scope", scope.rawValue)
    record.add("pairing-expires", expires.map { "\($0.seconds)" })
    for pattern in applications { record.add("application", pattern) }
  }
}

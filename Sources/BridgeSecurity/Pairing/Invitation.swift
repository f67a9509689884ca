internal import BridgeTransport

/// An invitation to pair, as the server keeps it.
public struct Invitation: Hashable, Sendable {
  /// How long it is valid, in seconds.
  public static let lifetime: Int64 = 300
  /// The number of wrong secrets after which it is void.
  public static let tries = 5

  public let number: InvitationNumber
  public let secret: [UInt8]
  /// The name that the pairing gets.
  public let name: CredentialName
  public let scope: Scope
  /// Patterns of the names of the applications that the pairing may see; empty: all.
  public let applications: [String]
  /// When the pairing expires; `nil`: never.
  public let pairingExpires: WallTime?
  public let expires: WallTime
  public var triesLeft: Int

  /// Makes an invitation that is valid from `now` on. Returns `nil` when the system has no random bytes.
  public init?(
    _ name: CredentialName, scope: Scope, applications: [String], pairingExpires: WallTime?,
    now: WallTime
  ) {
    guard let number = Digest.random(InvitationNumber.length),
      let secret = Digest.random(InvitationCode.secretLength)
    else { return nil }
    self.number = InvitationNumber(bytes: number)
    self.secret = secret
    self.name = name
    self.scope = scope
    self.applications = applications
    self.pairingExpires = pairingExpires
    expires = now.adding(seconds: Self.lifetime)
    triesLeft = Self.tries
  }

  public func isValid(at now: WallTime) -> Bool { now < expires && triesLeft > 0 }
}

extension Invitation {
  static let title = "a11y-bridge invitation 1"

  /// Reads a stored invitation. Returns `nil` when the file is not one.
  init?(_ number: InvitationNumber, stored bytes: [UInt8]) {
    guard let record = Record(bytes, titled: Self.title),
      let secret = record["secret"].flatMap(Hexadecimal.decode),
      secret.count == InvitationCode.secretLength,
      let name = record["name"].flatMap({ CredentialName($0) }),
      let scope = record["scope"].flatMap(Scope.init(rawValue:)),
      let expires = record.time("expires"),
      let tries = record["tries"].flatMap({ Int($0) })
    else { return nil }
    if record["pairing-expires"] != nil, record.time("pairing-expires") == nil { return nil }
    (self.number, self.secret, self.name, self.scope) = (number, secret, name, scope)
    (self.expires, triesLeft) = (expires, tries)
    pairingExpires = record.time("pairing-expires")
    applications = record.all("application")
  }

  var stored: [UInt8] {
    var record = Record(Self.title)
    record.add("secret", Hexadecimal.encode(secret))
    record.add("name", name.text)
    record.add("scope", scope.rawValue)
    record.add("expires", "\(expires.seconds)")
    record.add("tries", "\(triesLeft)")
    record.add("pairing-expires", pairingExpires.map { "\($0.seconds)" })
    for pattern in applications { record.add("application", pattern) }
    return record.bytes
  }
}

public import BridgeTransport

/// The owner's permission for one client to introduce itself, as the server keeps it.
public struct IntroductionWindow: Hashable, Sendable {
  /// How long it is open, in seconds.
  public static let lifetime: Int64 = 300
  /// The number of introductions, and of strings that the owner mistypes, after which it closes.
  public static let tries = 5

  /// The name that the pairing gets.
  public let name: CredentialName
  public let scope: Scope
  /// Patterns of the names of the applications that the pairing may see; empty: all.
  public let applications: [String]
  /// When the pairing expires; `nil`: never.
  public let pairingExpires: WallTime?
  public let expires: WallTime
  public internal(set) var triesLeft = tries

  public init(
    _ name: CredentialName, scope: Scope, applications: [String], pairingExpires: WallTime?,
    now: WallTime
  ) {
    (self.name, self.scope, self.applications) = (name, scope, applications)
    self.pairingExpires = pairingExpires
    expires = now.adding(seconds: Self.lifetime)
  }

  public func isOpen(at now: WallTime) -> Bool { now < expires && triesLeft > 0 }
}

extension IntroductionWindow {
  private static let title = "a11y-bridge introduction window 1"

  init?(stored bytes: [UInt8]) {
    guard let record = Record(bytes, titled: Self.title),
      let name = record["name"].flatMap({ CredentialName($0) }),
      let scope = record["scope"].flatMap(Scope.init(rawValue:)),
      let expires = record.time("expires"),
      let tries = record["tries"].flatMap({ Int($0) })
    else { return nil }
    if record["pairing-expires"] != nil, record.time("pairing-expires") == nil { return nil }
    (self.name, self.scope, self.expires, triesLeft) = (name, scope, expires, tries)
    applications = record.all("application")
    pairingExpires = record.time("pairing-expires")
  }

  var stored: [UInt8] {
    var record = Record(Self.title)
    record.add("name", name.text)
    record.add("scope", scope.rawValue)
    for pattern in applications { record.add("application", pattern) }
    record.add("expires", "\(expires.seconds)")
    record.add("tries", "\(triesLeft)")
    record.add("pairing-expires", pairingExpires.map { "\($0.seconds)" })
    return record.bytes
  }
}

/// A client that has introduced itself, and waits for the owner.
public struct WaitingClient: Hashable, Sendable {
  public let string: IntroductionString
  public let key: KeyFingerprint
  /// Where it is, for people.
  public let peer: String

  public init(_ string: IntroductionString, key: KeyFingerprint, peer: String) {
    (self.string, self.key, self.peer) = (string, key, peer)
  }
}

extension WaitingClient {
  private static let title = "a11y-bridge waiting client 1"

  init?(stored bytes: [UInt8]) {
    guard let record = Record(bytes, titled: Self.title),
      let string = record["string"].flatMap({ IntroductionString($0) }),
      let key = record["key"].flatMap({ KeyFingerprint($0) })
    else { return nil }
    self.init(string, key: key, peer: record["peer"] ?? "")
  }

  var stored: [UInt8] {
    var record = Record(Self.title)
    record.add("string", "\(string)")
    record.add("key", "\(key)")
    record.add("peer", peer)
    return record.bytes
  }
}

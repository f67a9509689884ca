internal import BridgeTransport
internal import TextEncodings

/// An invitation to pair, as the server keeps it.
public struct Invitation: ShortLife, Hashable, Sendable {
  /// The number of wrong secrets after which it is void.
  public static let tries = 5

  public let number: InvitationNumber
  public let secret: [UInt8]
  public internal(set) var terms: PairingTerms
  public let expires: WallTime
  public var triesLeft: Int
  /// When it became a pairing; `nil`: not yet.
  var used: WallTime?

  /// Makes an invitation that is valid from `now` on. Returns `nil` when the system has no random bytes.
  public init?(_ terms: PairingTerms, now: WallTime) {
    guard let number = Digest.random(InvitationNumber.length),
      let secret = Digest.random(InvitationCode.secretLength)
    else { return nil }
    self.number = InvitationNumber(bytes: number)
    self.secret = secret
    self.terms = terms
    expires = now.adding(seconds: Self.lifetime)
    triesLeft = Self.tries
  }

  public func isValid(at now: WallTime) -> Bool { isCurrent(at: now) && isUnspent }

  /// Whether it may become a pairing at the right time.
  public var isUnspent: Bool { triesLeft > 0 && used == nil }
}

extension Invitation {
  private static let format = PairingTerms.format(
    "a11y-bridge invitation 1", ["secret", "expires", "tries"], optional: ["used"])

  /// Reads a stored invitation.
  init(_ number: InvitationNumber, stored bytes: [UInt8]) throws(RecordError) {
    let record = try Record(bytes, as: Self.format)
    guard let secret = record["secret"].flatMap(BaseEncoding.base16.decode),
      secret.count == InvitationCode.secretLength,
      let terms = PairingTerms(record), let expires = record.time("expires"),
      let tries = record["tries"].flatMap({ Int($0) })
    else { throw RecordError.unusable }
    (self.number, self.secret, self.terms) = (number, secret, terms)
    (self.expires, triesLeft, used) = (expires, tries, record.time("used"))
  }

  var stored: [UInt8] {
    var record = Record(Self.format)
    record.add("secret", BaseEncoding.base16.encode(secret))
    record.add("expires", "\(expires.seconds)")
    record.add("tries", "\(triesLeft)")
    record.add("used", used.map { "\($0.seconds)" })
    terms.add(to: &record)
    return record.bytes
  }
}

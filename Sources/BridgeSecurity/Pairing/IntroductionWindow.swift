public import BridgeTransport
internal import Glibc

/// The owner's permission for one client to introduce itself, as the server keeps it.
public struct IntroductionWindow: ShortLife, Hashable, Sendable {
  /// The number of introductions, and of strings that the owner mistypes, after which it closes.
  public static let tries = 5

  public let terms: PairingTerms
  public let expires: WallTime
  public internal(set) var triesLeft = tries
  /// The process that waits for the client, without which there is nobody to say yes.
  private let process: Int32

  public init(_ terms: PairingTerms, now: WallTime) {
    self.terms = terms
    expires = now.adding(seconds: Self.lifetime)
    process = getpid()
  }

  /// Whether the process that opened the window still runs: one that was killed could not close it.
  var isAttended: Bool { kill(process, 0) == 0 || errno != ESRCH }

  public func isOpen(at now: WallTime) -> Bool { isCurrent(at: now) && triesLeft > 0 }
}

extension IntroductionWindow {
  private static let format = PairingTerms.format(
    "a11y-bridge introduction window 1", ["expires", "tries", "process"])

  init?(stored bytes: [UInt8]) {
    guard let record = try? Record(bytes, as: Self.format),
      let terms = PairingTerms(record), let expires = record.time("expires"),
      let tries = record["tries"].flatMap({ Int($0) }),
      let process = record["process"].flatMap({ Int32($0) }), process > 0
    else { return nil }
    (self.terms, self.expires, triesLeft, self.process) = (terms, expires, tries, process)
  }

  var stored: [UInt8] {
    var record = Record(Self.format)
    record.add("expires", "\(expires.seconds)")
    record.add("tries", "\(triesLeft)")
    record.add("process", "\(process)")
    terms.add(to: &record)
    return record.bytes
  }
}

/// A client that has introduced itself, and waits for the owner.
public struct WaitingClient: Hashable, Sendable {
  public let string: IntroductionString
  public let key: KeyFingerprint
  /// Where it is, for people.
  public let peer: String
  /// Whether the owner of the server has said yes.
  var isAccepted = false
  /// Whether the person on the client's side has said yes.
  var isAgreed = false

  public init(_ string: IntroductionString, key: KeyFingerprint, peer: String) {
    (self.string, self.key, self.peer) = (string, key, peer)
  }
}

extension WaitingClient {
  /// Whether both are the same client, whatever was said meanwhile.
  public func isSame(as other: WaitingClient) -> Bool {
    (string, key, peer) == (other.string, other.key, other.peer)
  }

  private static let format = Record.Format(
    title: "a11y-bridge waiting client 1", needed: ["string", "key"],
    optional: ["peer", "accepted", "agreed"])

  init?(stored bytes: [UInt8]) {
    guard let record = try? Record(bytes, as: Self.format),
      let string = record["string"].flatMap({ IntroductionString($0) }),
      let key = record["key"].flatMap({ KeyFingerprint($0) })
    else { return nil }
    self.init(string, key: key, peer: record["peer"] ?? "")
    isAccepted = record["accepted"] == "yes"
    isAgreed = record["agreed"] == "yes"
  }

  var stored: [UInt8] {
    var record = Record(Self.format)
    record.add("string", "\(string)")
    record.add("key", "\(key)")
    record.add("peer", peer)
    if isAccepted { record.add("accepted", "yes") }
    if isAgreed { record.add("agreed", "yes") }
    return record.bytes
  }
}

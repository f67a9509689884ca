public import BridgeTransport

/// A pairing without an invitation: both sides show the same short string, and people compare it.
///
/// The client commits to its nonce before it has seen the server's, and opens the commitment afterwards. So whoever is in
/// between has chosen all that it can choose before it knows what either string will be, and has one chance in
/// 100,000,000 a try that the two are the same. docs/security.md has the argument.
public enum Introduction {
  /// The label of the exported bytes (RFC 8446, 7.5).
  public static let label = "EXPORTER-a11y-bridge-introduction"
  public static let nonceLength = 32

  /// Returns a nonce; `nil` when the system has no random bytes.
  public static func nonce() -> [UInt8]? { Digest.random(nonceLength) }

  public static func commitment(to nonce: [UInt8]) -> [UInt8] {
    Digest.sha256(Array("a11y-bridge introduction 1 commitment ".utf8) + nonce)
  }

  /// Whether a nonce is the one of a commitment.
  public static func opens(_ commitment: [UInt8], _ nonce: [UInt8]) -> Bool {
    nonce.count == nonceLength && Digest.areEqual(Self.commitment(to: nonce), commitment)
  }
}

/// The string that both sides of an introduction show: "4829-1507".
public struct IntroductionString: Hashable, Sendable, CustomStringConvertible {
  private static let modulus: UInt64 = 100_000_000
  private let digits: String

  /// - Parameters:
  ///   - exported: The connection's exported bytes.
  ///   - serverNonce, clientNonce: 32 bytes each.
  public init(
    exported: [UInt8], serverKey: KeyFingerprint, clientKey: KeyFingerprint,
    serverNonce: [UInt8], clientNonce: [UInt8]
  ) {
    let digest = Digest.sha256(
      Array("a11y-bridge introduction 1 string ".utf8) + exported + serverKey.bytes
        + clientKey.bytes + serverNonce + clientNonce)
    let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let text = "\(number % Self.modulus)"
    digits = String(repeating: "0", count: 8 - text.count) + text
  }

  /// Reads what a person typed: eight digits, with or without a hyphen or a space between them.
  public init?(_ text: some StringProtocol) {
    let kept = text.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
    guard kept.count == 8, kept.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    digits = String(decoding: kept, as: UTF8.self)
  }

  public var description: String { "\(digits.prefix(4))-\(digits.suffix(4))" }

  /// Compares in a time that does not depend on where they differ.
  public static func == (one: IntroductionString, other: IntroductionString) -> Bool {
    Digest.areEqual(Array(one.digits.utf8), Array(other.digits.utf8))
  }
}

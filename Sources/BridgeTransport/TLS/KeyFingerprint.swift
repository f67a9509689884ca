internal import COpenSSL
internal import TextEncodings

/// The name of a public key: the SHA-256 of its SubjectPublicKeyInfo.
///
/// Written as OpenSSH does, `SHA256:` and 43 characters of base64.
public struct KeyFingerprint: Hashable, Sendable, CustomStringConvertible {
  /// 32 bytes.
  public let bytes: [UInt8]

  private static let prefix = "SHA256:"

  /// Returns `nil` unless there are 32 bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == Digest.length else { return nil }
    self.bytes = Array(bytes)
  }

  /// Parses the written form. Returns `nil` when it is not one.
  public init?(_ text: some StringProtocol) {
    guard text.hasPrefix(Self.prefix),
      let bytes = BaseEncoding.base64.decode(text.dropFirst(Self.prefix.count))
    else { return nil }
    self.init(bytes: bytes)
  }

  /// The fingerprint of the first certificate in PEM text; `nil` when there is none.
  public init?(pem: [UInt8]) {
    var found = [UInt8](repeating: 0, count: Digest.length)
    guard unsafe copenssl_pem_fingerprint(pem, pem.count, &found) == 0 else { return nil }
    bytes = found
  }

  public var description: String { Self.prefix + BaseEncoding.base64.encode(bytes) }
}

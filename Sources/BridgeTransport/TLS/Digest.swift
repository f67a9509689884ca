internal import COpenSSL

/// SHA-256, HMAC with it, and what belongs to secrets.
public enum Digest {
  /// The number of bytes of a digest.
  public static let length = 32

  public static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: length)
    unsafe copenssl_sha256(bytes, bytes.count, &out)
    return out
  }

  public static func hmac(key: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    var out = [UInt8](repeating: 0, count: length)
    unsafe copenssl_hmac_sha256(key, key.count, bytes, bytes.count, &out)
    return out
  }

  /// Compares in a time that does not depend on where the bytes differ.
  public static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    return unsafe copenssl_equal(one, other, one.count) == 1
  }

  /// Returns random bytes; `nil` when the system has none.
  public static func random(_ count: Int) -> [UInt8]? {
    var out = [UInt8](repeating: 0, count: count)
    guard unsafe copenssl_random(&out, count) == 0 else { return nil }
    return out
  }
}

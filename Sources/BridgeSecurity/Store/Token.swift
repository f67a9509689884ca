internal import BridgeTransport
internal import TextEncodings

/// A token: what a program that cannot pair shows to be let in.
public enum Token {
  private static let prefix = "a11y_"
  /// The number of random bytes. With so many, a digest needs no slow hash.
  private static let length = 32

  /// Makes a token. Returns `nil` when the system has no random bytes.
  public static func make() -> String? {
    Digest.random(length).map { prefix + BaseEncoding.base16.encode($0) }
  }

  /// What is stored of a token.
  public static func digest(_ token: some StringProtocol) -> [UInt8] {
    Digest.sha256(Array(token.utf8))
  }

  /// Reads a token from the contents of a file: its first line. Returns `nil` when that is no token.
  public static func read(_ bytes: [UInt8]) -> String? {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    guard let text = String(validating: line, as: UTF8.self), text.hasPrefix(prefix),
      let random = BaseEncoding.base16.decode(String(text.dropFirst(prefix.count))),
      random.count == length
    else { return nil }
    return text
  }
}

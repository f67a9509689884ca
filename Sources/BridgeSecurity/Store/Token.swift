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

  /// Reads a token from the contents of a file, which has one line. Throws which line is wrong.
  public static func read(_ bytes: [UInt8]) throws(TokenFileError) -> String {
    let lines = bytes.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    guard let text = lines.first.flatMap({ String(validating: $0, as: UTF8.self) }),
      text.hasPrefix(prefix),
      let random = BaseEncoding.base16.decode(String(text.dropFirst(prefix.count))),
      random.count == length
    else {
      throw TokenFileError(
        line: 1,
        message:
          "the line is no token; write the one that 'a11y-bridge token --name NAME' printed: \(prefix) and "
          + "\(2 * length) digits")
    }
    if let more = lines.dropFirst().firstIndex(where: { !$0.isEmpty }) {
      throw TokenFileError(
        line: more + 1, message: "the file has more than a token; remove this line")
    }
    return text
  }
}

/// What is wrong with a file that is to contain a token.
public struct TokenFileError: Error, Equatable, Sendable {
  /// From 1.
  public let line: Int
  /// What is wrong, and what to do.
  public let message: String
}

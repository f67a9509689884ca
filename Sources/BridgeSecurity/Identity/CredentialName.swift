/// The name of a pairing, a token or a server: 1 to 64 letters, digits, ".", "_" and "-", the first of them a letter
/// or digit. It is the name of a file as well.
public struct CredentialName: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  public static let rule =
    "a name has 1 to 64 letters, digits, '.', '_' and '-', and begins with a letter or digit"

  /// Returns `nil` when the text is no name.
  public init?(_ text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard (1...64).contains(bytes.count), let first = bytes.first, Self.isPlain(first),
      bytes.allSatisfy({ Self.isPlain($0) || Self.marks.contains($0) })
    else { return nil }
    self.text = String(text)
  }

  /// Makes a name of any text: what no name may have is left out.
  ///
  /// - Parameter fallback: The name where nothing is left.
  public init(making text: some StringProtocol, or fallback: CredentialName) {
    let kept = text.utf8.filter { Self.isPlain($0) || Self.marks.contains($0) }
    let name = String(decoding: kept.drop { !Self.isPlain($0) }.prefix(64), as: UTF8.self)
    self = CredentialName(name) ?? fallback
  }

  public var description: String { text }

  private static let marks = Array("._-".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

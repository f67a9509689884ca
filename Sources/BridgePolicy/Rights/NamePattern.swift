/// A pattern for names: `*` stands for any text, `?` for one character. Case does not matter.
public struct NamePattern: Hashable, Sendable, CustomStringConvertible {
  /// The maximum length of a pattern, and of the part of a name that is compared, in Unicode scalars.
  public static let maxLength = 256

  public let text: String
  private let scalars: [Unicode.Scalar]

  /// Returns `nil` for an empty text, one that is too long, and one with control characters.
  public init?(_ text: some StringProtocol) {
    let scalars = Self.folded(text)
    guard (1...Self.maxLength).contains(scalars.count),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    self.text = String(text)
    self.scalars = scalars
  }

  /// Creates a pattern of a text that is known to be one.
  init(always text: String) {
    self.text = text
    scalars = Self.folded(text)
  }

  public var description: String {
    let isPlain = !text.hasPrefix("#") && !text.contains { $0 == "," || $0.isWhitespace }
    return isPlain ? text : "\"\(text)\""
  }

  /// Whether the pattern matches the whole name. Takes time in proportion to both lengths at worst. A name that is
  /// longer than `maxLength` is matched by a pattern that ends in `*` only.
  public func matches(_ name: some StringProtocol) -> Bool {
    let (name, isCut) = Self.cut(name)
    if isCut, scalars.last != "*" { return false }
    return Self.matches(scalars[...], name)
  }

  private static func matches(_ scalars: ArraySlice<Unicode.Scalar>, _ name: [Unicode.Scalar])
    -> Bool
  {
    var (index, place) = (0, 0)
    // Where to go on when the last star has to stand for one more character.
    var retry: (index: Int, place: Int)?
    while place < name.count {
      if index < scalars.count, scalars[index] == "*" {
        index += 1
        retry = (index, place)
      } else if index < scalars.count, scalars[index] == "?" || scalars[index] == name[place] {
        (index, place) = (index + 1, place + 1)
      } else if let last = retry {
        (index, place) = (last.index, last.place + 1)
        retry = (index, place)
      } else {
        return false
      }
    }
    return scalars[index...].allSatisfy { $0 == "*" }
  }

  /// Whether the pattern matches every name that another one matches.
  func covers(_ other: NamePattern) -> Bool {
    // A character that no pattern has is matched by wildcards only; more of them than a pattern has '?', by a star.
    let stranger = "\u{1}"
    let most = scalars.count { $0 == "?" } + 1
    // Such patterns nobody writes, and it would take long.
    guard other.scalars.count * most <= 1024 else { return false }
    return [0, 1, most].allSatisfy { count in
      let name = other.text.map {
        $0 == "*" ? String(repeating: stranger, count: count) : $0 == "?" ? stranger : String($0)
      }
      return Self.matches(scalars[...], Array(name.joined().lowercased().unicodeScalars))
    }
  }

  private static func folded(_ text: some StringProtocol) -> [Unicode.Scalar] {
    Array(text.lowercased().unicodeScalars)
  }

  private static func cut(_ name: some StringProtocol) -> ([Unicode.Scalar], Bool) {
    // An application may choose a name of any length.
    let scalars = folded(String(String.UnicodeScalarView(name.unicodeScalars.prefix(maxLength))))
    return (scalars, name.unicodeScalars.dropFirst(maxLength).first != nil)
  }
}

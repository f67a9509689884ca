/// Names one accessibility element for as long as it lives.
///
/// Ids are handed out in ascending order and never used again within one epoch (one run of the
/// server), so an id that outlived its element is recognised as stale and never resolves to another.
/// Each run starts at a base of its own (`ElementIDBase`), so that an id of another run names nothing.
/// Written `#482117350014`: a number sign and the value in decimal, without leading zeros.
public struct ElementID: RawRepresentable, Hashable, Comparable, Sendable {
  /// 1 or more; 0 never names an element.
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Reads `#482117350014`; `nil` when the text is anything else.
  public init?(parsing text: some StringProtocol) {
    guard text.first == "#", let id = ElementID(digits: text.dropFirst()) else { return nil }
    self = id
  }

  /// Reads the digits alone, as JSON and the wire have them: one spelling, so no sign and no leading
  /// zero.
  public init?(digits: some StringProtocol) {
    guard let value = UInt64(digits), digits.first != "0", digits.first != "+" else { return nil }
    self.init(rawValue: value)
  }

  public static func < (left: ElementID, right: ElementID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ElementID: CustomStringConvertible {
  public var description: String { "#" + String(rawValue) }
}

/// Where the ids of one run of the server start.
public enum ElementIDBase {
  /// 12 digits, with room above for every id of a run to have 12 as well.
  public static let range: Range<UInt64> = 100_000_000_000..<999_000_000_000

  /// A base that an earlier run is very unlikely to have come near: cryptographically random, out of
  /// 899,000,000,000. The ids of two runs that give out a million each overlap with a probability of
  /// 1 in 450,000; an id kept from an earlier run names one of 10,000 elements of the next with a
  /// probability of 1 in 90,000,000.
  public static func random() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return .random(in: range, using: &generator)
  }
}

/// A moment in the life of a tree: one batch of changes that belong together is one revision.
/// Starts at 0, an empty tree, and grows by one.
public typealias Revision = UInt64

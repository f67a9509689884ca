/// Identifies one accessibility element for its lifetime.
///
/// Ids are assigned in ascending order and never reused within an epoch (one run of the server), so the id of
/// a removed element is recognised as stale and never resolves to another element. Each run starts at a base
/// of its own (`ElementIDBase`), so that an id of another run is very unlikely to name an element.
/// Written `#482117350014`: a number sign and the value in decimal, without leading zeros.
public struct ElementID: RawRepresentable, Hashable, Comparable, Sendable {
  /// At least 1; 0 never identifies an element.
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Parses `#482117350014`; `nil` for any other text.
  public init?(parsing text: some StringProtocol) {
    guard text.first == "#", let id = ElementID(digits: text.dropFirst()) else { return nil }
    self = id
  }

  /// Parses decimal digits, as in JSON and on the wire. Only one spelling is valid: no sign and no leading zero.
  public init?(digits: some StringProtocol) {
    guard let value = UInt64(digits), digits.first != "0", digits.first != "+" else { return nil }
    self.init(rawValue: value)
  }

  /// Sets and dictionaries of ids are behind every edit and every answer. Ids are assigned in ascending order, and multiples
  /// of the golden ratio spread such numbers: a hash that withstands chosen ones would take ten times as long.
  @inlinable public func _rawHashValue(seed: Int) -> Int {
    let product = (rawValue ^ UInt64(bitPattern: Int64(seed))) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: product ^ product >> 32)
  }

  public static func < (left: ElementID, right: ElementID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ElementID: CustomStringConvertible {
  public var description: String { "#" + String(rawValue) }
}

/// The base above which the ids of one run of the server start.
public enum ElementIDBase {
  /// Bases have 12 digits, with room for every id of a run to have 12 digits as well.
  public static let range: Range<UInt64> = 100_000_000_000..<999_000_000_000

  /// Returns a random base, so that the ids of different runs are very unlikely to overlap: cryptographically
  /// random, one of 899,000,000,000. The ids of two runs that assign a million each overlap with a
  /// probability of 1 in 450,000; an id from an earlier run names one of 10,000 elements of the next with a
  /// probability of 1 in 90,000,000.
  public static func random() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return .random(in: range, using: &generator)
  }
}

/// The version of a tree: each batch of changes that belong together is one revision. Starts at 0, the
/// empty tree, and grows by one.
public typealias Revision = UInt64

/// Names one accessibility element for as long as it lives.
///
/// Ids are handed out in ascending order and never used again within one epoch (one run of the
/// server), so an id that outlived its element is recognised as stale and never resolves to another.
/// Written `#1a2`: a number sign and the value in hexadecimal.
public struct ElementID: RawRepresentable, Hashable, Comparable, Sendable {
  /// 1 or more; 0 never names an element.
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Reads `#1a2`; `nil` when the text is anything else.
  public init?(parsing text: some StringProtocol) {
    guard text.first == "#", let value = UInt64(text.dropFirst(), radix: 16), value > 0 else {
      return nil
    }
    // `UInt64(_:radix:)` takes a leading plus sign; an id has none.
    guard text.dropFirst().first != "+" else { return nil }
    self.init(rawValue: value)
  }

  public static func < (left: ElementID, right: ElementID) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ElementID: CustomStringConvertible {
  public var description: String { "#" + String(rawValue, radix: 16) }
}

/// A moment in the life of a tree: one batch of changes that belong together is one revision.
/// Starts at 0, an empty tree, and grows by one.
public typealias Revision = UInt64

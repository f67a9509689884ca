/// Identifies a call on one connection. Chosen by the client, ascending from 1.
public struct CallID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  public static func < (left: CallID, right: CallID) -> Bool { left.rawValue < right.rawValue }
}

extension CallID: CustomStringConvertible {
  public var description: String { String(rawValue) }
}

/// A set whose members have names: what selectors, outlines and JSON call them.
public protocol NamedOptionSet: OptionSet where Element == Self {
  /// Every member with its name, in order of its bit.
  static var named: [(name: String, member: Self)] { get }
}

extension NamedOptionSet {
  /// The member of that name; `nil` for a name that is none.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.member
  }

  /// The names of the members, in order of their bits.
  public var names: [String] {
    Self.named.compactMap { contains($0.member) ? $0.name : nil }
  }
}

/// An option set whose members have names for selectors, outlines and JSON.
public protocol NamedOptionSet: OptionSet where Element == Self {
  /// Every member with its name, in order of its bit.
  static var named: [(name: String, member: Self)] { get }
}

extension NamedOptionSet {
  /// Creates the member with a name; `nil` when there is none.
  public init?(name: String) {
    guard let found = Self.named.first(where: { $0.name == name }) else { return nil }
    self = found.member
  }

  /// The names of the members, in order of their bits.
  public var names: [String] {
    Self.named.compactMap { contains($0.member) ? $0.name : nil }
  }
}

// Not generic: these are written for each element of a tree.
extension States {
  public var names: [String] {
    var names: [String] = []
    for (name, member) in Self.named where contains(member) { names.append(name) }
    return names
  }
}

extension Traits {
  public var names: [String] {
    var names: [String] = []
    for (name, member) in Self.named where contains(member) { names.append(name) }
    return names
  }
}

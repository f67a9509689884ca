/// An option set whose members have names for selectors, outlines and JSON.
public protocol NamedOptionSet: OptionSet where Element == Self {
  /// Every member with its name, in order of its bit: the index of a member is the number of its bit.
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

// Not generic, and one step a member: these are written for each element of a tree.
extension States {
  public var names: [String] {
    var names: [String] = []
    forEachName { names.append($0) }
    return names
  }

  /// Calls `body` with the names of the members, in order of their bits.
  package func forEachName(_ body: (String) -> Void) {
    forEachBit(of: rawValue) { if $0 < Self.named.count { body(Self.named[$0].name) } }
  }
}

extension Traits {
  public var names: [String] {
    var names: [String] = []
    forEachName { names.append($0) }
    return names
  }

  /// Calls `body` with the names of the members, in order of their bits.
  package func forEachName(_ body: (String) -> Void) {
    forEachBit(of: UInt64(rawValue)) { if $0 < Self.named.count { body(Self.named[$0].name) } }
  }
}

@inline(__always)
private func forEachBit(of set: UInt64, _ body: (Int) -> Void) {
  var rest = set
  while rest != 0 {
    body(rest.trailingZeroBitCount)
    rest &= rest - 1
  }
}

/// The elements that may begin or cease to match a selector because one element changed, by their position
/// relative to that element.
package struct ChangeReach: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The element itself.
  package static let own = ChangeReach(rawValue: 1)
  /// Its descendants.
  package static let below = ChangeReach(rawValue: 2)
  /// Its siblings and their descendants.
  package static let beside = ChangeReach(rawValue: 4)
  /// Its ancestors.
  package static let above = ChangeReach(rawValue: 8)
  /// All elements.
  package static let everywhere = ChangeReach(rawValue: 16)
  /// Those of its children that follow another sibling than before.
  package static let followers = ChangeReach(rawValue: 32)
}

extension ChangeReach {
  // What a test at one element decides may decide a test at another one in turn. In each of these, the receiver
  // says which elements the later test affects.

  /// The reach of a test on which descendants depend.
  var throughDescendants: ChangeReach {
    isDisjoint(with: [.above, .everywhere]) ? .below : .everywhere
  }

  /// The reach of a test on which later siblings depend.
  var throughSiblings: ChangeReach {
    isDisjoint(with: [.above, .everywhere]) ? .beside : .everywhere
  }

  /// The reach of a test on which ancestors depend.
  var throughAncestors: ChangeReach { self == .own ? .above : .everywhere }
}

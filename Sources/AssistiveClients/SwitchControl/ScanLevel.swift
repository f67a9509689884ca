internal import AccessibilityTree

/// A level of a scan, and where the scan is in it.
struct ScanLevel: Sendable {
  /// What the level presents.
  enum Kind: Hashable, Sendable {
    case top
    /// The content of the node that is current in the level above.
    case content
    /// The actions of an element.
    case menu(ElementID)
    /// The places on an element to drop what was picked up.
    case drops(ElementID)
    /// The keys to type into a field.
    case spelling(ElementID)
  }

  let kind: Kind
  let nodes: [ScanNode]
  var place = 0
  /// The number of rounds that the timer has completed without a selection.
  var rounds = 0

  /// The number of rounds without a selection after which the timer leaves a level.
  static let patience = 2

  init(_ kind: Kind, _ nodes: [ScanNode], rounds: Int = 0) {
    self.kind = kind
    self.nodes = nodes
    self.rounds = rounds
  }

  /// Returns where to continue among new nodes when the current node is gone: in the group that now contains its
  /// element, at the goal, at the next one that still exists, or else at the one before it.
  func successor(among new: [ScanNode], goal: ElementID?) -> Int {
    let known = [current?.items.first, goal].compactMap(\.self)
    let found = known.lazy.compactMap { id in new.firstIndex { $0.leads(to: id) } }.first
    if let found { return found }
    let next = nodes.dropFirst(place + 1) + nodes.prefix(place).reversed()
    return next.lazy.filter(\.isContent)
      .compactMap { node in new.firstIndex { $0.isSame(as: node) } }.first ?? 0
  }

  var current: ScanNode? { nodes.indices.contains(place) ? nodes[place] : nil }
}

internal import AccessibilityMirror
internal import AccessibilityTree

/// What has parts that are renamed without actions, now this one and now that: rows of a list that change places, for example. Where
/// actions follow each other at once, no part of it changes often enough to be known by itself.
struct RestlessGroups {
  private let store: TreeStore
  private var renames: [ElementID: [Rename]] = [:]

  private struct Rename {
    let id: ElementID
    let late: LateChange
  }

  /// How many parts must have been renamed.
  private static let leastParts = 3
  /// How many renames of a group are compared.
  private static let maxRenames = 8
  private static let maxGroups = 256
  /// A group has at least so many parts, which are at most so many levels below it.
  private static let leastChildren = 4
  private static let depth = 3

  init(_ store: TreeStore) { self.store = store }

  /// Notes that an element was renamed behind an action, and not known as an effect of it.
  mutating func note(_ id: ElementID, _ change: LateChange) {
    guard let group = group(of: id) else { return }
    if renames[group] == nil, renames.count >= Self.maxGroups { forgetOld() }
    guard renames.count < Self.maxGroups || renames[group] != nil else { return }
    let known = renames[group] ?? []
    renames[group] = known.suffix(Self.maxRenames - 1) + [Rename(id: id, late: change)]
  }

  /// Whether an element is a part of what has parts that are renamed without actions.
  func contain(_ id: ElementID) -> Bool {
    guard !renames.isEmpty, let group = group(of: id), let renames = renames[group] else {
      return false
    }
    let recent = renames.filter { store.age(of: $0.late.time) <= LateChange.memory }
    return Set(recent.map(\.id)).count >= Self.leastParts && recent.map(\.late).areAtAnyTime
  }

  private mutating func forgetOld() {
    renames = renames.filter { group, renames in
      store.tree.contains(group)
        && renames.contains { store.age(of: $0.late.time) <= LateChange.memory }
    }
  }

  private func group(of id: ElementID) -> ElementID? {
    var next = id
    for _ in 0..<Self.depth {
      guard let parent = store.tree.read(next, { $0.parent }) ?? nil,
        let (count, isWindow) = store.tree.read(parent, { ($0.children.count, $0.isWindow) })
      else { return nil }
      if count >= Self.leastChildren { return parent }
      if isWindow { return nil }
      next = parent
    }
    return nil
  }
}

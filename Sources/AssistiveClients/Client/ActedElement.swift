package import AccessibilityTree

/// Follows the element of an action, to tell what the action made of it from what others made of it afterwards.
package struct ActedElement: Sendable {
  package let id: ElementID
  /// The states of the element since the action began, each from a revision on.
  private var states: [(revision: Revision, element: Element)] = []

  /// The maximum number of states that are kept; the oldest are forgotten first.
  private static let maxStates = 64

  package init(_ id: ElementID, in tree: Tree, at revision: Revision) {
    self.id = id
    record(tree, at: revision)
  }

  /// Remembers the element if it has changed.
  package mutating func record(_ tree: Tree, at revision: Revision) {
    guard let element = tree[id], element != states.last?.element else { return }
    states.append((revision, element))
    if states.count > Self.maxStates { states.removeFirst() }
  }

  /// Returns a tree with the element as it was at a revision, or else at the next one that is known; `nil` where it is
  /// the same now.
  package func tree(_ tree: Tree, asOf revision: Revision) -> Tree? {
    let next = states.first { $0.revision >= revision }
    guard let then = next?.element, let now = tree[id], then != now else { return nil }
    var tree = tree
    guard (try? tree.modify(id, { $0 = then })) != nil else { return nil }
    return tree
  }
}

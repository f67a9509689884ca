internal import AccessibilityMirror
internal import AccessibilityTree

/// The numbers that an action set, of sliders and spin buttons. One that is as it was in the end, as where its application takes a key
/// back, was not set.
struct NumberChanges {
  /// What each said before anything of it changed.
  private var former: [ElementID: Number] = [:]
  /// The elements of which nothing but their number changed, by the revision.
  private var changed: [Revision: Set<ElementID>] = [:]
  /// Those of which that is an effect, as long as the number is another.
  private var counted: Set<ElementID> = []

  private struct Number: Equatable {
    let value: String?
    let range: NumericRange

    init?(_ element: borrowing Element) {
      guard element.role == .slider || element.role == .spinButton, let range = element.range else {
        return nil
      }
      (value, self.range) = (element.value, range)
    }
  }

  private static let limit = 256

  /// Remembers what a commit changed, while the store still knows it.
  mutating func remember(_ commit: Commit, in store: TreeStore) {
    for id in commit.changed where former[id] != nil || former.count < Self.limit {
      // Of a page that moves, thousands change, and few have a number.
      guard let now = store.tree.read(id, { Number($0) }) ?? nil, !commit.added.contains(id),
        !commit.renamed.contains(id), let element = store.former[id],
        let before = Number(element), now != before,
        store.tree.read(id, { $0.hasSameStates(as: element) }) == true
      else { continue }
      if former[id] == nil { former[id] = before }
      changed[commit.revision, default: []].insert(id)
    }
  }

  /// Counts what a commit changed of an element; `false` where that is more than a number.
  mutating func count(_ id: ElementID, at revision: Revision) -> Bool {
    guard changed[revision]?.contains(id) == true else { return false }
    counted.insert(id)
    return true
  }

  /// Whether any has changed, however it is now.
  var areAny: Bool { !counted.isEmpty }

  /// Whether one of them is other than before.
  func areOther(in tree: Tree) -> Bool {
    counted.contains { id in tree.read(id) { Number($0) != former[id] } ?? true }
  }
}

extension Element {
  /// Whether it has the same states as before, but for the focus.
  fileprivate func hasSameStates(as former: Element) -> Bool {
    states.symmetricDifference(former.states).isSubset(of: [.focused])
  }
}

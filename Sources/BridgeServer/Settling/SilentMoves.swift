internal import AccessibilityMirror
internal import AccessibilityTree

/// What is elsewhere in pages, or came into sight or went out of it, where no event tells of that.
///
/// It is found when it is read next, however long before it was scrolled: by a person, by an action, or by the page itself. So it is
/// no effect of a press where nothing else becomes of an element. Nor is it one of keys to an element that came into sight with the
/// focus.
struct SilentMoves {
  private var areExpected: Bool
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  /// Whether anything was found.
  private(set) var areFound = false

  init(areExpected: Bool, _ store: TreeStore, _ rhythm: ChangeRhythm) {
    (self.areExpected, self.store, self.rhythm) = (areExpected, store, rhythm)
  }

  /// Takes over what was expected before the evidence of the action began again: what the focus has scrolled by then is told later.
  mutating func goOn(from former: SilentMoves) {
    if former.areExpected { expect() }
  }

  /// Takes what is found from here on for no effect.
  mutating func expect() { areExpected = true }

  /// Returns whether all that became of an element in a commit is such a move.
  mutating func find(_ id: ElementID, in commit: Commit) -> Bool {
    guard areExpected, !commit.added.contains(id),
      commit.moved.contains(id) || rhythm.partialChanges.wasOnlyPlaced(id, at: commit.revision)
    else { return false }
    return findScroll(of: id)
  }

  /// Returns whether it is such a move that something in an element was scrolled.
  mutating func findScroll(of container: ElementID) -> Bool {
    guard areExpected, store.tree.page(of: container) != nil else { return false }
    areFound = true
    return true
  }
}

internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

/// Notes which elements of an application are renamed during an action, and what they were before.
struct LabelChanges {
  private let store: TreeStore
  private let former: FormerValues<ElementIdentity>

  /// - Parameter target: What is not noted, since the receipt says it in another place; `nil`: nothing.
  init(
    of application: ElementID, without target: ElementID?, _ store: TreeStore,
    _ rhythm: ChangeRhythm
  ) {
    self.store = store
    former = FormerValues(
      of: application, limit: 4 * LabelChange.maxCount, store, rhythm,
      where: { id, commit in id != target && commit.renamed.contains(id) },
      { ElementIdentity($0) })
  }

  /// Ends the notes, and returns those of elements that are called something else now, but not by themselves.
  func end() -> [LabelChange] {
    let changes = former.end().filter { !$0.now.isRegrouped(from: $0.before) }.map {
      LabelChange(
        $0.id, before: $0.before.shortened(to: LabelChange.maxLabel),
        after: $0.now.shortened(to: LabelChange.maxLabel))
    }
    return store.shownFirst(changes, limit: LabelChange.maxCount, of: \.element)
  }
}

extension TreeStore {
  private static let presenceSteps = 40_000

  /// The first of some changes: of what is on screen, and behind it of what is not, such as the boxes of hidden pages.
  func shownFirst<Change>(
    _ changes: [Change], limit: Int, of element: (Change) -> ElementID
  ) -> [Change] {
    guard changes.count > limit else { return changes }
    var presence = ScreenPresence()
    var steps = Self.presenceSteps
    let shown = changes.map { [tree] change in
      tree.read(element(change)) { presence.isOnScreen($0, in: tree, steps: &steps) } == true
    }
    let ranked = zip(changes, shown)
    return Array((ranked.filter(\.1).map(\.0) + ranked.filter { !$0.1 }.map(\.0)).prefix(limit))
  }
}

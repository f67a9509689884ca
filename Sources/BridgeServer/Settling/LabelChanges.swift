internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

/// Notes which elements of an application are renamed during an action, and what they were before.
final class LabelChanges {
  private let application: ElementID
  private let target: ElementID?
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  /// The revision of the request.
  private let request: Revision
  private var before: [(id: ElementID, identity: ElementIdentity)] = []
  private var observation: Observation?

  /// The maximum number of elements that are noted. Some of them may have their former names again at the end.
  private static let maxNoted = 4 * LabelChange.maxCount

  /// - Parameter target: What is not noted, since the receipt says it in another place; `nil`: nothing.
  init(
    of application: ElementID, without target: ElementID?, _ store: TreeStore,
    _ rhythm: ChangeRhythm
  ) {
    self.application = application
    self.target = target
    self.store = store
    self.rhythm = rhythm
    request = store.revision
    observation = store.observe { [weak self] commit in self?.examine(commit) }
  }

  deinit { observation?.cancel() }

  private func examine(_ commit: Commit) {
    guard !commit.renamed.isEmpty, commit.applications.contains(application) else { return }
    for id in commit.changed where commit.renamed.contains(id) && id != target {
      guard before.count < Self.maxNoted else { return }
      guard let former = store.former[id], former.application == application,
        !before.contains(where: { $0.id == id })
      else { continue }
      before.append((id, ElementIdentity(former)))
    }
  }

  /// Ends the notes, and returns those of elements that are called something else now, but not by themselves.
  func end() -> [LabelChange] {
    observation.take()?.cancel()
    let commits = before.isEmpty ? [] : store.commits(since: request) ?? []
    let changes = before.lazy.compactMap { [store, rhythm] (id, before) -> LabelChange? in
      guard let now = store.tree.read(id, { ElementIdentity($0) }), now != before,
        !now.isRegrouped(from: before), !store.isSecret(id), !rhythm.isRestless(id),
        // What is new had no other name: it is read bit by bit.
        !commits.contains(where: { $0.added.contains(id) })
      else { return nil }
      return LabelChange(
        id, before: before.shortened(to: LabelChange.maxLabel),
        after: now.shortened(to: LabelChange.maxLabel))
    }
    return store.shownFirst(Array(changes), limit: LabelChange.maxCount, of: \.element)
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

internal import AccessibilityMirror
internal import AccessibilityTree

/// Notes what the elements of an application are in one respect before they become other during an action.
final class FormerValues<Value: Equatable> {
  private let application: ElementID
  private let limit: Int
  private let target: ElementID?
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  private let isMeant: (ElementID, Commit) -> Bool
  private let value: (borrowing Element) -> Value
  /// The revision of the request.
  private let request: Revision
  private var before: [(id: ElementID, value: Value)] = []
  private var observation: Observation?

  /// - Parameters:
  ///   - limit: The maximum number of elements that are noted. Some of them may be as they were at the end.
  ///   - target: The element that is noted also beyond that; `nil`: none.
  ///   - isMeant: Whether an element is noted that a commit changed.
  ///   - value: What an element is in the respect that is meant.
  init(
    of application: ElementID, limit: Int, alsoOf target: ElementID? = nil, _ store: TreeStore,
    _ rhythm: ChangeRhythm, where isMeant: @escaping (ElementID, Commit) -> Bool = { _, _ in true },
    _ value: @escaping (borrowing Element) -> Value
  ) {
    (self.application, self.limit, self.target) = (application, limit, target)
    (self.store, self.rhythm) = (store, rhythm)
    (self.isMeant, self.value) = (isMeant, value)
    request = store.revision
    observation = store.observe { [weak self] commit in self?.examine(commit) }
  }

  deinit { observation?.cancel() }

  private func examine(_ commit: Commit) {
    guard commit.applications.contains(application) else { return }
    for id in commit.changed where isMeant(id, commit) && (before.count < limit || id == target) {
      guard let former = store.former[id], former.application == application,
        let differs = store.tree.read(id, { value($0) != value(former) }), differs,
        !before.contains(where: { $0.id == id })
      else { continue }
      before.append((id, value(former)))
    }
  }

  /// Ends the notes, and returns which elements are other now, but not by themselves.
  func end() -> [(id: ElementID, before: Value, now: Value)] {
    observation.take()?.cancel()
    let commits = before.isEmpty ? [] : store.commits(since: request) ?? []
    return before.compactMap { id, before in
      guard let now = store.tree.read(id, { value($0) }), now != before,
        !store.isSecret(id), !rhythm.isRestless(id),
        // What is new was nothing else before: it is read bit by bit.
        !commits.contains(where: { $0.added.contains(id) })
      else { return nil }
      return (id, before, now)
    }
  }
}

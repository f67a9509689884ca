internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Notes which elements of an application become enabled, selected, checked, expanded or the like during an action, or cease to
/// be.
final class StateChanges {
  private let application: ElementID
  private let target: ElementID
  private let store: TreeStore
  private let rhythm: ChangeRhythm
  /// The revision of the request.
  private let request: Revision
  private var before: [(id: ElementID, states: States)] = []
  private var observation: Observation?

  /// The maximum number of elements that are noted. Some of them may be as they were at the end.
  private static let maxNoted = 8 * StateChange.maxCount
  /// What people see of an element, and what it is set to.
  private static let told: States = [
    .enabled, .selected, .checked, .mixed, .pressed, .expanded, .collapsed, .readOnly, .required,
    .invalid, .isCurrent,
  ]

  init(
    of application: ElementID, target: ElementID, _ store: TreeStore, _ rhythm: ChangeRhythm
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
    guard commit.applications.contains(application) else { return }
    for id in commit.changed where before.count < Self.maxNoted || id == target {
      guard let former = store.former[id], former.application == application,
        let differs = store.tree.read(id, { Self.states(of: $0) != Self.states(of: former) }),
        differs, !before.contains(where: { $0.id == id })
      else { continue }
      before.append((id, Self.states(of: former)))
    }
  }

  /// Ends the notes, and returns what is other now, but not by itself; the target first.
  func end() -> [StateChange] {
    observation.take()?.cancel()
    let commits = before.isEmpty ? [] : store.commits(since: request) ?? []
    let changes = before.compactMap { (id, before) -> StateChange? in
      guard let now = store.tree.read(id, { Self.states(of: $0) }), now != before,
        !store.isSecret(id), !rhythm.isRestless(id),
        // The states of what is new are read bit by bit.
        !commits.contains(where: { $0.added.contains(id) })
      else { return nil }
      return StateChange(id, gained: now.subtracting(before), lost: before.subtracting(now))
    }
    let ofTarget = changes.filter { $0.element == target }
    let others = changes.filter { $0.element != target }
    return ofTarget
      + store.shownFirst(others, limit: StateChange.maxCount - ofTarget.count, of: \.element)
  }

  /// The states that are told of an element.
  private static func states(of element: borrowing Element) -> States {
    var told = Self.told
    // The texts of a part that is disabled are, too.
    if !element.role.isControl { told.remove(.enabled) }
    // It goes down and up with each press.
    if element.role == .button { told.remove(.pressed) }
    return element.states.intersection(told)
  }
}

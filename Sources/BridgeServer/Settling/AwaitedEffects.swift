internal import AccessibilityMirror
internal import AccessibilityTree

/// What was done before an action of which effects may come now: actions that had none yet, and that the target was selected.
///
/// Nothing that an application tells says which action a change came of. So what changes is known to follow from the last one
/// only where it is nearer to its target than to theirs, or where the application tells of it while it is asked to act.
struct AwaitedEffects {
  private let target: ElementID
  /// The target and what it is in.
  private let path: Set<ElementID>
  /// Whether what becomes of the target follows from the action also where one before was on it: a text that is typed does. A
  /// press may be the second one of a button that takes its time.
  private let ownsTarget: Bool
  private let actions: [EndedAction]
  private let store: TreeStore
  /// The revisions at which the application told what changed while it was asked to act.
  private var sure: Set<Revision> = []
  /// Whether the application tells at once of what the action changes, so that this is known to be of it.
  var isToldAtOnce = false
  /// Whether the target was selected before this action, as a click does: what follows from that may come now.
  var isAfterSelecting = false
  /// From when on what changes may be of what was done before, and is too late to be known as an effect of this action: of elements
  /// that were there before, and of anything else, which has to be read first.
  private var lateSince: (known: Revision?, other: Revision?) = (nil, nil)

  /// - Parameters:
  ///   - path: The target and what it is in.
  ///   - kind: What is done to the target.
  ///   - actions: The actions before.
  init(
    on target: ElementID, in path: Set<ElementID>, _ kind: ActionKind?,
    after actions: [EndedAction], _ store: TreeStore
  ) {
    (self.target, self.path, self.actions, self.store) = (target, path, actions, store)
    let isArea = store.tree.read(target) { $0.isWindow || $0.role == .document } ?? false
    ownsTarget = kind != .press && !isArea
  }

  /// Whether no action before had no effect.
  var isEmpty: Bool { actions.isEmpty }

  /// Whether an action before was on one of some elements.
  func areOn(_ ids: [ElementID]) -> Bool {
    if isEmpty { return false }
    let ids = Set(ids)
    return actions.contains { ids.contains($0.target) }
  }

  /// Whether an action before was on the target itself, and what becomes of that may be of it.
  var mayIncludeTarget: Bool { !ownsTarget && actions.contains { $0.target == target } }

  /// Notes that what changed at a revision was told while the application was asked to act.
  mutating func noteSure(_ revision: Revision) {
    if !isEmpty { sure.insert(revision) }
  }

  /// Takes what changes from a revision on for too late.
  ///
  /// - Parameter includesOthers: Whether also what is told of more than a change of an element that was there before, such as
  ///   new windows and the focus.
  mutating func endQuickEffects(at revision: Revision, includesOthers: Bool) {
    lateSince.known = lateSince.known ?? revision
    if includesOthers { lateSince.other = lateSince.other ?? revision }
  }

  /// - Parameter isKnown: Whether no more is told than a change of an element that was there before.
  func isLate(_ revision: Revision, isKnown: Bool = false) -> Bool {
    (isKnown ? lateSince.known : lateSince.other).map { revision >= $0 } ?? false
  }

  /// Whether what changed may be of something that was done before.
  ///
  /// - Parameters:
  ///   - id: What changed, or what it was in; `nil`: it is not known.
  ///   - isNew: Whether more than a change of an element that was there is told, which has to be read first.
  func mayHaveChanged(
    _ id: ElementID?, at revision: Revision, isNew: Bool = true
  ) -> Bool {
    let isLate = isLate(revision, isKnown: !isNew)
    if isLate || !isToldAtOnce, mayBeOfAction(id, at: revision) { return true }
    guard isLate else { return false }
    // Selecting opens no window.
    if isEmpty, isNew, let id, store.isWindow(id) { return false }
    return id.map { !isOfTarget($0) } ?? true
  }

  /// Whether an element is the target, or in it, or what it is in within its window or page.
  func isOfTarget(_ id: ElementID) -> Bool {
    if path.contains(id) {
      return store.tree.read(id) { !$0.isWindow && $0.role != .document } == true
    }
    return store.tree.isAncestor(target, of: id)
  }

  private func mayBeOfAction(_ id: ElementID?, at revision: Revision) -> Bool {
    guard !isEmpty, !sure.contains(revision) else { return false }
    for around in id.map({ [$0] + store.tree.ancestors(of: $0) }) ?? [] {
      let isOwned = ownsTarget && around == target
      if actions.contains(where: { $0.isIn(around) && !(isOwned && $0.target == target) }) {
        return true
      }
      if path.contains(around) { return false }
    }
    return true
  }

  /// Whether an action before was on an element, or on something in it.
  func isIn(_ id: ElementID) -> Bool { actions.contains { $0.isIn(id) } }
}

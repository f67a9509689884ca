internal import AccessibilityMirror
internal import AccessibilityTree

/// What else was done of which effects may come during an action: actions before that had none yet, those that others perform
/// meanwhile, and that the target was selected.
///
/// Nothing that an application tells says which action a change came of. So what changes is known to follow from this one
/// only where it is nearer to its target than to theirs, or where the application tells of it while it is asked to act.
struct AwaitedEffects {
  private let target: ElementID
  /// The target and what it is in.
  private let path: Set<ElementID>
  /// Whether what becomes of the target follows from the action also where one before was on it: a text that is typed does. A
  /// press may be the second one of a button that takes its time.
  private let ownsTarget: Bool
  /// Whether the target is a window or a page: what is in it is no nearer to it than to what an action before was on.
  private let isArea: Bool
  private let actions: [WatchedAction]
  /// Those of them of which the application may still be telling at once.
  private let toldNow: [WatchedAction]
  /// The actions that were performed meanwhile, each with the revision before.
  private var others: [(action: WatchedAction, since: Revision)] = []
  /// The revisions at which the application told what changed while it was asked for one of these.
  private var ofOthers: Set<Revision> = []
  /// The last action, of which more may follow also where it had an effect.
  let last: LastAction?
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
  ///   - actions: The actions before that had no effect yet.
  ///   - last: The last action before.
  init(
    on target: ElementID, in path: Set<ElementID>, _ kind: ActionKind?,
    after actions: [WatchedAction], _ last: LastAction?, _ store: TreeStore
  ) {
    self.last = last
    (self.target, self.path, self.actions, self.store) = (target, path, actions, store)
    toldNow = actions.filter(\.mayBeToldNow)
    isArea = store.tree.read(target) { $0.isWindow || $0.role == .document } ?? false
    ownsTarget = kind != .press && !isArea
  }

  /// Whether no other action may have an effect.
  var isEmpty: Bool { actions.isEmpty && others.isEmpty }

  private var all: [WatchedAction] { actions + others.map(\.action) }

  /// Whether another action was on one of some elements.
  func areOn(_ ids: [ElementID]) -> Bool {
    if isEmpty { return false }
    let ids = Set(ids)
    return all.contains { ids.contains($0.target) }
  }

  /// Whether another action was on the target itself, and what becomes of that may be of it.
  var mayIncludeTarget: Bool { !ownsTarget && all.contains { $0.target == target } }

  /// Takes over what was done beside the action before its evidence began again.
  mutating func goOn(from former: AwaitedEffects) {
    (others, ofOthers) = (former.others, former.ofOthers)
    isAfterSelecting = former.isAfterSelecting
  }

  /// Notes that another action is performed.
  mutating func note(_ other: WatchedAction) { others.append((other, store.revision)) }

  /// Notes that what changed at a revision was told while the application was asked for another action.
  mutating func noteOther(_ revision: Revision) { ofOthers.insert(revision) }

  /// Notes that what changed at a revision was told while the application was asked to act.
  mutating func noteSure(_ revision: Revision) {
    if !isEmpty || last?.isRecent == true { sure.insert(revision) }
  }

  /// Whether the application told of what changed at a revision while it was asked to act.
  func isSure(_ revision: Revision) -> Bool { sure.contains(revision) }

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
    if ofOthers.contains(revision) { return true }
    let isLate = isLate(revision, isKnown: !isNew)
    // What is told at once may be of this action: two controls may switch one thing.
    let isSure = sure.contains(revision)
    if !isNew, !isSure, let id, last?.pending.contains(id) == true, !isOfTarget(id) { return true }
    if let id, !isSure, isLate || !isToldAtOnce, isBoxOfLast(id) { return true }
    if let id, isNew, !isSure, isTextOfLast(id) { return true }
    let others = others.filter { revision > $0.since }.map(\.action)
    if nearness(of: id, to: others) != .own { return true }
    if !isSure, nearness(of: id, to: toldNow) != .own { return true }
    let former = nearness(of: id, to: isSure ? [] : actions)
    // What is told at once is of this action, unless it is nearer to one before.
    if isLate || !isToldAtOnce ? former != .own : former == .other { return true }
    guard isLate else { return false }
    // Selecting opens no window.
    if isEmpty, isNew, let id, store.isWindow(id) { return false }
    if isEmpty, !isAfterSelecting { return mayFollowFromLast(id) }
    return id.map { !isOfTarget($0) } ?? true
  }

  /// Whether what changed late may follow from the last action: it changed nothing of it until this one, which is not nearer to it.
  private func mayFollowFromLast(_ id: ElementID?) -> Bool {
    guard let last, last.isRecent else { return false }
    guard let id else { return true }
    return !last.told.contains(id) && !isOfTarget(id) && nearness(of: id, to: [last.action]) != .own
  }

  /// Whether what becomes of an element at once is more likely of this action than of those before: none of these was on its target or is
  /// nearer to the element, and nothing else is performed or told meanwhile.
  func isMostLikely(of id: ElementID) -> Bool {
    others.isEmpty && toldNow.isEmpty && !mayIncludeTarget
      && nearness(of: id, to: actions) != .other
  }

  /// Whether an element is the target, or in it, or what it is in within its window or page.
  func isOfTarget(_ id: ElementID) -> Bool {
    if path.contains(id) {
      return store.tree.read(id) { !$0.isWindow && $0.role != .document } == true
    }
    return !isArea && store.tree.isAncestor(target, of: id)
  }

  /// Whether an element is a box that the last action switched. Its page may go on to change it, as to switch it back.
  private func isBoxOfLast(_ id: ElementID) -> Bool {
    guard let last, last.isRecent, last.action.target == id, id != target else { return false }
    return store.tree.read(id) { $0.role.isSwitched || $0.states.contains(.checkable) } == true
  }

  /// Whether a new element says what the one around it says since the last action: Chromium tells of a text first, and then of the
  /// node of it.
  private func isTextOfLast(_ id: ElementID) -> Bool {
    guard let last, last.isRecent,
      let (parent, text) = store.tree.read(
        id, { $0.role.isText ? ($0.parent, $0.label) : (nil, nil) }),
      let parent, let text, last.told.contains(parent)
    else { return false }
    return text == store.tree.ownText(of: parent) && !isOfTarget(parent)
  }

  /// Whether a text that was removed is the former one of an element that says something else since the last action.
  ///
  /// - Parameter parent: What it was in.
  func isFormerTextOfLast(_ text: String?, in parent: ElementID) -> Bool {
    guard let last, last.isRecent, last.told.contains(parent), let text,
      let now = store.tree.ownText(of: parent)
    else { return false }
    return now != text && !isOfTarget(parent)
  }

  /// What a change is nearer to in the tree: the target of this action, or those of others.
  private enum Nearness {
    case own, other, both
  }

  /// - Parameter id: What changed, or what it was in; `nil`: it is not known.
  private func nearness(of id: ElementID?, to actions: [WatchedAction]) -> Nearness {
    if actions.isEmpty { return .own }
    for around in id.map({ [$0] + store.tree.ancestors(of: $0) }) ?? [] {
      let isOwned = ownsTarget && around == target
      let isTheirs = actions.contains { $0.isIn(around) && !(isOwned && $0.target == target) }
      switch (path.contains(around), isTheirs) {
      case (true, false): return .own
      case (false, true): return .other
      case (true, true): return .both
      case (false, false): continue
      }
    }
    return .both
  }

  /// Whether another action was on an element, or on something in it.
  func isIn(_ id: ElementID) -> Bool { all.contains { $0.isIn(id) } }
}

extension Tree {
  /// What an element says itself.
  fileprivate func ownText(of id: ElementID) -> String? {
    read(id) { $0.label?.isBlank == false ? $0.label : $0.value } ?? nil
  }
}

extension Role {
  /// Whether a press switches what has the role.
  fileprivate var isSwitched: Bool {
    switch self {
    case .checkBox, .switch, .toggleButton: true
    default: false
    }
  }
}

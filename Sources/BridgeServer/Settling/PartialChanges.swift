internal import AccessibilityMirror
internal import AccessibilityTree

/// Of which elements a commit changed only what applications tell late, or in several parts. That is no effect of what was
/// done meanwhile.
struct PartialChanges {
  /// That an element is shown or hidden, of which toolkits tell by more than one state, one after the other.
  private struct Showing {
    let isShown: Bool
    let time: UInt64
    /// When it began to be, and the last revision at which nothing else became of it, but for its place; `nil`: it came with
    /// more.
    let start: Revision
    var last: Revision?
  }

  private let store: TreeStore
  /// At which revision an element last became another kind of group, and nothing else.
  private var regrouped: [ElementID: Revision] = [:]
  /// At which revision an element was last counted anew in its set, and perhaps moved, and nothing else.
  private var recounted: [ElementID: Revision] = [:]
  /// At which revision an element that has a number only got other limits of it, and perhaps moved.
  private var measured: [ElementID: Revision] = [:]
  /// At which revision no more was found of an element than that it can have the focus, and what can be done to it.
  private var readFurther: [ElementID: Revision] = [:]
  /// Of which elements a commit changed only where they are, with what follows from that, while an action is under way.
  private var placed: [Revision: Set<ElementID>] = [:]
  /// The elements that began to be shown or hidden.
  private var showings: [ElementID: Showing] = [:]

  /// How long after something was told of an element more of it may follow, in nanoseconds.
  private static let moment: UInt64 = 2_000_000_000
  /// How many elements of one kind are kept.
  private static let maxElements = 512
  private static let maxShowings = 2000

  init(_ store: TreeStore) { self.store = store }

  mutating func forget(_ removed: [ElementID]) {
    for id in removed {
      regrouped[id] = nil
      recounted[id] = nil
      measured[id] = nil
      readFurther[id] = nil
      showings[id] = nil
    }
  }

  /// Notes which elements became another kind of group, and have the same label.
  mutating func noteRegrouping(_ commit: Commit) {
    if regrouped.count >= Self.maxElements { regrouped = [:] }
    for id in commit.renamed {
      guard let former = store.former[id].map({ ElementIdentity($0) }),
        let now = store.tree.read(id, { ElementIdentity($0) }), now.isRegrouped(from: former)
      else { continue }
      regrouped[id] = commit.revision
    }
  }

  /// Whether all that became of an element's name at a revision is that it is another kind of group. Browsers find that out
  /// late.
  func wasRegrouped(_ id: ElementID, at revision: Revision) -> Bool { regrouped[id] == revision }

  /// Notes which elements only have another place in their set, or number of elements in it, and of which numbers only the limits
  /// are others. Browsers do not report the former: it is found when they are read next.
  mutating func noteCounting(_ commit: Commit) {
    if recounted.count >= Self.maxElements { recounted = [:] }
    if measured.count >= Self.maxElements { measured = [:] }
    for id in commit.changed.prefix(Self.maxElements)
    where !commit.added.contains(id) && !commit.renamed.contains(id) {
      guard var former = store.former[id], let now = store.tree[id] else { continue }
      former.frame = now.frame
      guard former != now else { continue }
      if former.hasSameNumber(as: now) { measured[id] = commit.revision }
      (former.setSize, former.positionInSet) = (now.setSize, now.positionInSet)
      former.attributes.removeAll(where: \.isCount)
      var present = now
      present.attributes.removeAll(where: \.isCount)
      if former == present { recounted[id] = commit.revision }
    }
  }

  /// Whether all that became of an element at a revision is how it is counted in its set, and perhaps where it is.
  func wasRecounted(_ id: ElementID, at revision: Revision) -> Bool { recounted[id] == revision }

  /// Whether all that became of an element at a revision are the limits of its number, and perhaps where it is: more or less of
  /// what is scrolled is in sight.
  func wasMeasured(_ id: ElementID, at revision: Revision) -> Bool { measured[id] == revision }

  /// Notes of which elements it is only found that they can have the focus, and what can be done to them. Chromium does not report
  /// that of a button that becomes enabled: it is found when it is read next.
  mutating func noteReading(_ commit: Commit) {
    if readFurther.count >= Self.maxElements { readFurther = [:] }
    for id in commit.changed.prefix(Self.maxElements)
    where !commit.added.contains(id) && !commit.renamed.contains(id) {
      guard let former = store.former[id], let now = store.tree[id], former.isReadFurther(as: now)
      else { continue }
      readFurther[id] = commit.revision
    }
  }

  /// Whether no more was found of an element at a revision than that it can have the focus, and what can be done to it.
  func wasReadFurther(_ id: ElementID, at revision: Revision) -> Bool {
    readFurther[id] == revision
  }

  /// Notes of which elements all that changed is where they are, with what follows from that.
  mutating func notePlaces(_ commit: Commit) {
    let ids = commit.changed.lazy.filter { [store] id in
      guard !commit.added.contains(id), !commit.moved.contains(id), let former = store.former[id],
        let now = store.tree[id]
      else { return false }
      return former.isPlaced(as: now)
    }
    let found = Set(ids)
    if !found.isEmpty { placed[commit.revision] = found }
  }

  /// Forgets where elements are, when no action is under way.
  mutating func forgetPlaces() { placed = [:] }

  /// Whether all that became of an element at a revision is where it is, whether it is in sight, how it is counted in its set, and
  /// what is read first when it is in sight.
  func wasOnlyPlaced(_ id: ElementID, at revision: Revision) -> Bool {
    placed[revision]?.contains(id) == true
  }

  /// Notes which elements begin to be shown or hidden, and of which only more is told of that.
  mutating func noteShowing(_ commit: Commit) {
    let now = store.time
    if showings.count >= Self.maxShowings {
      showings = showings.filter { now - min(now, $0.value.time) <= Self.moment }
    }
    for id in commit.changed where !commit.added.contains(id) && !commit.refocused.contains(id) {
      guard let former = store.former[id], let element = store.tree[id],
        let isShown = element.isShown(insteadOf: former)
      else { continue }
      let isAll = former.isSame(as: element.shown(as: former), exceptPlace: true)
      if var showing = showings[id], showing.isShown == isShown,
        now - min(now, showing.time) <= Self.moment
      {
        if isAll { showing.last = commit.revision }
        showings[id] = showing
      } else {
        showings[id] = Showing(
          isShown: isShown, time: now, start: commit.revision, last: isAll ? commit.revision : nil)
      }
    }
  }

  /// Whether all that became of an element at a revision is that it is shown or hidden, and perhaps elsewhere, as where it is
  /// scrolled.
  func wasOnlyShown(_ id: ElementID, at revision: Revision) -> Bool {
    showings[id]?.last == revision
  }

  /// Whether all that became of an element at a revision is more of what had begun until another one: that it is shown, or
  /// that it, or what it is in, is hidden.
  func wentOnShowing(_ id: ElementID, at revision: Revision, since start: Revision) -> Bool {
    guard let showing = showings[id], showing.last == revision else { return false }
    return showing.start <= start
      || !showing.isShown
        && store.tree.ancestors(of: id).contains { around in
          showings[around].map { !$0.isShown && $0.start <= start } == true
        }
  }
}

extension Element {
  /// Whether it differs from another state of it only by the limits of its number.
  fileprivate func hasSameNumber(as other: Element) -> Bool {
    guard let number = range?.current, number == other.range?.current else { return false }
    var copy = self
    copy.range = other.range
    return copy == other
  }
}

extension ElementIdentity {
  /// Whether the element is another kind of group than before, where one kind says nothing, and has the same label.
  func isRegrouped(from former: ElementIdentity) -> Bool {
    role != former.role && label == former.label && role.isKindOfGroup && former.role.isKindOfGroup
      && (role.isPlainGroup || former.role.isPlainGroup)
  }
}

extension Role {
  fileprivate var isKindOfGroup: Bool { isContainer && !isWindow && self != .document }

  fileprivate var isPlainGroup: Bool {
    switch self {
    case .generic, .group, .section, .unknown: true
    default: false
    }
  }
}

extension Element {
  /// Whether the element is shown, where it was less so with the states of `former`, or hidden; `nil`: neither.
  fileprivate func isShown(insteadOf former: Element) -> Bool? {
    let changes = states.symmetricDifference(former.states).intersection(Self.shownStates)
    if changes.isEmpty { return nil }
    if changes.isSubset(of: states) { return true }
    return changes.isDisjoint(with: states) ? false : nil
  }

  /// The element, shown or hidden as another is.
  fileprivate func shown(as other: Element) -> Element {
    var copy = self
    copy.states.subtract(Self.shownStates)
    copy.states.formUnion(other.states.intersection(Self.shownStates))
    return copy
  }

  /// Whether an element differs from a later state of it only in its place, or in what is read of it when it comes into sight: its
  /// attributes, and with them a role that says more.
  fileprivate func isPlaced(as now: Element) -> Bool {
    if attributes.isEmpty, !now.attributes.isEmpty {
      return label == now.label && value == now.value && children == now.children
        && states.symmetricDifference(now.states).isSubset(of: .showing)
    }
    return withoutPlace.isSame(as: now.withoutPlace, exceptPlace: false)
  }

  /// Whether a later state of the element differs only in that it can have the focus, and in more actions with that.
  fileprivate func isReadFurther(as now: Element) -> Bool {
    guard now.states.contains(.focusable), !states.contains(.focusable),
      actions.allSatisfy(now.actions.contains)
    else { return false }
    var copy = self
    copy.actions = now.actions
    copy.states.insert(.focusable)
    copy.frame = now.frame
    return copy.isSame(as: now, exceptPlace: false)
  }

  /// The element without what says where it is, whether it is in sight, and how it is counted in its set.
  fileprivate var withoutPlace: Element {
    var copy = self
    copy.frame = nil
    copy.states.remove(.showing)
    (copy.setSize, copy.positionInSet) = (nil, nil)
    copy.attributes.removeAll(where: \.isCount)
    return copy
  }

  private static let shownStates: States = [.visible, .showing]
}

extension ToolkitAttribute {
  /// Whether it says what the place in a set does.
  fileprivate var isCount: Bool { name == "setsize" || name == "posinset" }
}

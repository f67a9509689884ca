internal import AccessibilityMirror
internal import AccessibilityTree

/// What texts have begun to say a moment ago, which texts have come or were shown, and what an action has expanded.
///
/// A message goes away by itself after some seconds, also where it is in no live region, and toolkits may tell late that
/// something is no longer expanded. Neither is known to be the effect of an action that is not nearer to it than what put it
/// there.
final class PassingChanges {
  private struct Change {
    var time: UInt64
    /// Whether it is a text itself, and not what is around or beside one.
    var isText = true
    /// The targets of the actions of which it may be, each with what it is in.
    var causes: [Set<ElementID>]
    /// What a status bar said before; `nil`: nothing, or it is none.
    var former: (label: String?, value: String?)?
  }

  private let store: TreeStore
  /// What says something else, and what has come or is shown.
  private var texts: [ElementID: Change] = [:]
  private var arrivals: [ElementID: Change] = [:]
  private var expansions: [ElementID: Change] = [:]
  /// What has gone back, with the revision, and what the actions that had caused it were on.
  private var ended: [ElementID: End] = [:]

  private struct End {
    /// From when to when more of that was told.
    var revisions: ClosedRange<Revision>
    let isText: Bool
    let causes: [Set<ElementID>]
  }

  /// When something last went back in an application.
  private var lastEnds: [ElementID: UInt64] = [:]

  private static let maxKept = 512
  /// The number of elements in a message that are looked at; what has more is none.
  private static let maxParts = 32
  /// How long afterwards what is beside it may be told to be elsewhere, in nanoseconds.
  private static let moment: UInt64 = 1_000_000_000

  init(_ store: TreeStore) { self.store = store }

  /// Notes what began to say something, or was expanded, and what went back.
  ///
  /// - Parameter actions: Returns the targets of the actions on an application that are under way or have just ended, each
  ///   with what it is in.
  func note(_ commit: Commit, after actions: (ElementID) -> [Set<ElementID>]) {
    guard commit.changed.count <= PassingMessages.maxChanges else { return }
    noteRemoval(commit)
    for id in commit.changed {
      if commit.added.contains(id) {
        noteArrival(id, actions)
        continue
      }
      guard let former = store.former[id] else { continue }
      if noteShowing(id, former, commit.revision, actions) { continue }
      guard
        let (isText, isExpanded) = store.tree.read(
          id,
          { element in
            let saysOther = element.label != former.label || element.value != former.value
            let states = element.states.symmetricDifference(former.states)
            return (element.maySayMessage && saysOther, states.contains(.expanded))
          }), isText || isExpanded, let now = store.tree[id]
      else { continue }
      if isText { noteText(id, former, now, commit.revision, actions) }
      if isExpanded { noteExpansion(id, former, now, commit.revision, actions) }
    }
  }

  /// Notes that something was added or is shown that may be a message, or a part of one.
  private func noteArrival(_ id: ElementID, _ actions: (ElementID) -> [Set<ElementID>]) {
    guard let (isText, isPart) = store.tree.read(id, { ($0.isMessage, $0.mayHoldMessage) }),
      isText || isPart
    else { return }
    let change = Change(time: store.time, isText: isText, causes: causes(id, actions))
    if isText { keep(change, of: id, &texts) }
    keep(change, of: id, &arrivals)
  }

  /// Notes that what had come was removed. What is around a text goes with it.
  private func noteRemoval(_ commit: Commit) {
    let known = commit.removed.filter { arrivals[$0] != nil }
    guard known.contains(where: { arrivals[$0]?.isText == true }) else { return }
    for id in known where end(arrivals, id, commit.revision) { arrivals[id] = nil }
  }

  /// Returns whether nothing but that an element is shown now, or is no longer, became of it, and notes that.
  private func noteShowing(
    _ id: ElementID, _ former: Element, _ revision: Revision,
    _ actions: (ElementID) -> [Set<ElementID>]
  ) -> Bool {
    guard let states = store.tree.read(id, { $0.states }), states != former.states,
      let isAsBefore = store.tree.read(
        id,
        { ElementIdentity($0) == ElementIdentity(former) && $0.value == former.value })
    else { return false }
    let other = states.symmetricDifference(former.states)
    guard other.contains(.showing), isAsBefore else {
      // It is told by more than one state, one after the other.
      if isAsBefore, let end = ended[id], !states.contains(.showing) {
        ended[id]?.revisions = end.revisions.lowerBound...revision
      }
      return false
    }
    if states.contains(.showing) {
      noteArrival(id, actions)
      return false
    }
    return isMessage(id) && end(arrivals, id, revision)
  }

  /// Whether an element is a text, or has one in it and nothing that people act on.
  private func isMessage(_ id: ElementID) -> Bool {
    var found = [id]
    var next = 0
    var hasText = false
    while next < found.count, found.count < Self.maxParts {
      guard
        let (isControl, isText, children) = store.tree.read(
          found[next], { ($0.role.isControl, $0.isMessage, $0.children) }), !isControl
      else { return false }
      hasText = hasText || isText
      found += children
      next += 1
    }
    return hasText && next == found.count
  }

  private func noteText(
    _ id: ElementID, _ former: Element, _ now: Element, _ revision: Revision,
    _ actions: (ElementID) -> [Set<ElementID>]
  ) {
    let known = texts[id].flatMap { isRecent($0.time) ? $0 : nil }
    if let known, withoutLabelOfGroup(now).goesBack(from: former, to: known.former) {
      return end(id, revision, isText: true, known.causes)
    }
    if now.saysNothing { return }
    let isStatus = isInStatusBar(id)
    let before = known == nil ? (former.label, former.value) : known?.former
    let change = Change(
      time: store.time, causes: causes(id, actions), former: isStatus ? before : nil)
    keep(change, of: id, &texts)
  }

  /// Returns an element without a label that is the one of what it is in: in Qt a label without a text is called as its group.
  private func withoutLabelOfGroup(_ element: Element) -> Element {
    guard let label = element.label, let parent = element.parent,
      store.tree.read(parent, { $0.label == label }) == true
    else { return element }
    var copy = element
    copy.label = nil
    return copy
  }

  private func noteExpansion(
    _ id: ElementID, _ former: Element, _ now: Element, _ revision: Revision,
    _ actions: (ElementID) -> [Set<ElementID>]
  ) {
    if now.states.contains(.expanded) {
      let causes = causes(id, actions).filter { $0.contains(id) }
      if !causes.isEmpty { keep(Change(time: store.time, causes: causes), of: id, &expansions) }
    } else if let known = expansions.removeValue(forKey: id), isRecent(known.time),
      now.differsOnlyInExpansion(from: former)
    {
      end(id, revision, isText: false, known.causes)
    }
  }

  private func causes(
    _ id: ElementID, _ actions: (ElementID) -> [Set<ElementID>]
  ) -> [Set<ElementID>] {
    store.tree.read(id) { $0.application }.map(actions) ?? []
  }

  /// Whether all that became of an element at a revision is that it went back to what it was a moment ago, and an action is not
  /// nearer to it than what had changed it before.
  ///
  /// - Parameters:
  ///   - place: What is left of what a removed element was in; `nil`: it is still there.
  ///   - revision: `nil`: at any revision since `request`.
  ///   - path: The target of the action and what that is in.
  func hasGoneBack(
    _ id: ElementID, removedFrom place: ElementID? = nil, at revision: Revision?,
    since request: Revision, on target: ElementID, in path: Set<ElementID>
  ) -> Bool {
    guard let ended = ended[id], ended.revisions.upperBound > request,
      revision.map({ ended.revisions.contains($0) }) ?? true
    else { return false }
    let first = place ?? id
    for around in [first] + store.tree.ancestors(of: first) {
      if around == target { return false }
      let isTheirs = ended.causes.contains { $0.contains(around) }
      if isTheirs { return ended.isText || !path.contains(around) }
      if path.contains(around) { return ended.causes.isEmpty && around != id }
    }
    return true
  }

  /// Whether something in an application went back a moment ago, which may have moved what is beside it.
  func hasJustEnded(in application: ElementID) -> Bool {
    lastEnds[application].map { store.age(of: $0) <= Self.moment } ?? false
  }

  private func isInStatusBar(_ id: ElementID) -> Bool {
    ([id] + store.tree.ancestors(of: id).prefix(Self.depth)).contains {
      store.tree.read($0) { $0.role == .statusBar } == true
    }
  }

  /// The number of levels within a status bar at which its texts are looked for.
  private static let depth = 3

  /// Returns whether an element has come a moment ago, and notes that it has gone.
  private func end(_ kept: [ElementID: Change], _ id: ElementID, _ revision: Revision) -> Bool {
    guard let known = kept[id], isRecent(known.time) else { return false }
    end(id, revision, isText: true, known.causes)
    return true
  }

  private func end(
    _ id: ElementID, _ revision: Revision, isText: Bool, _ causes: [Set<ElementID>]
  ) {
    if ended.count >= Self.maxKept { ended = [:] }
    if let application = store.tree.read(id, { $0.application }) ?? store.former[id]?.application {
      if lastEnds.count >= Self.maxKept { lastEnds = [:] }
      lastEnds[application] = store.time
    }
    ended[id] = End(revisions: revision...revision, isText: isText, causes: causes)
  }

  private func keep(_ change: Change, of id: ElementID, _ kept: inout [ElementID: Change]) {
    if kept.count >= Self.maxKept, kept[id] == nil {
      kept = kept.filter { isRecent($0.value.time) }
    }
    if kept.count < Self.maxKept || kept[id] != nil { kept[id] = change }
  }

  private func isRecent(_ time: UInt64) -> Bool {
    store.age(of: time) <= PassingMessages.duration
  }
}

extension Role {
  /// Whether elements of the role show messages, and are nothing that people act on.
  fileprivate var saysMessages: Bool { isText || self == .statusBar }
}

extension Element {
  /// Whether the element is a text that says something.
  fileprivate var isMessage: Bool {
    role.saysMessages ? !saysNothing : mayHoldMessage && value?.isBlank == false
  }

  /// Whether the element may show messages. In pages any part may have a text.
  fileprivate var maySayMessage: Bool { role.saysMessages || mayHoldMessage }

  /// Whether the element may be a part of a message, around or beside its text: nothing that people act on, and no entry of a list.
  fileprivate var mayHoldMessage: Bool {
    switch role {
    case .generic, .group, .section, .image, .icon, .separator:
      !states.contains(.focusable) && !actions.contains { $0.kind == .press }
    default: false
    }
  }

  /// Whether the element has no text.
  fileprivate var saysNothing: Bool { label?.isBlank != false && value?.isBlank != false }

  /// Whether all that the element says otherwise than before is gone, or is what it said before a message.
  fileprivate func goesBack(
    from former: Element, to first: (label: String?, value: String?)?
  ) -> Bool {
    func isBack(_ now: String?, _ former: String?, _ first: String??) -> Bool {
      now == former || now?.isBlank != false || first == .some(now)
    }
    return role == former.role && isBack(label, former.label, first.map(\.label))
      && isBack(value, former.value, first.map(\.value))
  }

  /// Whether nothing else became of the element than that it is expanded, or not, and perhaps elsewhere.
  fileprivate func differsOnlyInExpansion(from former: Element) -> Bool {
    var copy = self
    // GTK 4 takes back that it can be expanded as well.
    let states: States = [.expandable, .expanded, .collapsed]
    copy.states.subtract(states)
    copy.states.formUnion(former.states.intersection(states))
    return former.isSame(as: copy, exceptPlace: true)
  }
}

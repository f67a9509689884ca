internal import AccessibilityMirror
internal import AccessibilityTree

/// What texts have begun to say a moment ago, and what an action has expanded.
///
/// A message goes away by itself after some seconds, also where it is in no live region, and toolkits may tell late that
/// something is no longer expanded. Neither is known to be the effect of an action that is not nearer to it than what put it
/// there.
final class PassingChanges {
  private struct Change {
    var time: UInt64
    /// The targets of the actions of which it may be, each with what it is in.
    var causes: [Set<ElementID>]
    /// What a status bar said before; `nil`: nothing, or it is none.
    var former: (label: String?, value: String?)?
  }

  private let store: TreeStore
  private var texts: [ElementID: Change] = [:]
  private var expansions: [ElementID: Change] = [:]
  /// What has gone back, with the revision, and what the actions that had caused it were on.
  private var ended: [ElementID: (revision: Revision, isText: Bool, causes: [Set<ElementID>])] = [:]

  private static let maxKept = 512

  init(_ store: TreeStore) { self.store = store }

  /// Notes what began to say something, or was expanded, and what went back.
  ///
  /// - Parameter actions: Returns the targets of the actions on an application that are under way or have just ended, each
  ///   with what it is in.
  func note(_ commit: Commit, after actions: (ElementID) -> [Set<ElementID>]) {
    guard commit.changed.count <= PassingMessages.maxChanges else { return }
    for id in commit.changed {
      if commit.added.contains(id) {
        let isText = store.tree.read(id) { $0.role.saysMessages && !$0.saysNothing } == true
        if isText { keep(Change(time: store.time, causes: causes(id, actions)), of: id, &texts) }
        continue
      }
      guard let former = store.former[id],
        let (isText, isExpanded) = store.tree.read(
          id,
          { element in
            let saysOther = element.label != former.label || element.value != former.value
            let states = element.states.symmetricDifference(former.states)
            return (element.role.saysMessages && saysOther, states.contains(.expanded))
          }), isText || isExpanded, let now = store.tree[id]
      else { continue }
      if isText { noteText(id, former, now, commit.revision, actions) }
      if isExpanded { noteExpansion(id, former, now, commit.revision, actions) }
    }
  }

  private func noteText(
    _ id: ElementID, _ former: Element, _ now: Element, _ revision: Revision,
    _ actions: (ElementID) -> [Set<ElementID>]
  ) {
    let known = texts[id].flatMap { isRecent($0.time) ? $0 : nil }
    if let known, now.goesBack(from: former, to: known.former) {
      return end(id, revision, isText: true, known.causes)
    }
    if now.saysNothing { return }
    let isStatus = isInStatusBar(id)
    let before = known == nil ? (former.label, former.value) : known?.former
    let change = Change(
      time: store.time, causes: causes(id, actions), former: isStatus ? before : nil)
    keep(change, of: id, &texts)
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
  /// - Parameter revision: `nil`: at any revision since `request`.
  /// - Parameter path: The target of the action and what that is in.
  func hasGoneBack(
    _ id: ElementID, at revision: Revision?, since request: Revision, on target: ElementID,
    in path: Set<ElementID>
  ) -> Bool {
    guard let ended = ended[id], ended.revision > request,
      revision.map({ $0 == ended.revision }) ?? true
    else { return false }
    for around in [id] + store.tree.ancestors(of: id) {
      if around == target { return false }
      let isTheirs = ended.causes.contains { $0.contains(around) }
      if isTheirs { return ended.isText || !path.contains(around) }
      if path.contains(around) { return ended.causes.isEmpty && around != id }
    }
    return true
  }

  private func isInStatusBar(_ id: ElementID) -> Bool {
    ([id] + store.tree.ancestors(of: id).prefix(Self.depth)).contains {
      store.tree.read($0) { $0.role == .statusBar } == true
    }
  }

  /// The number of levels within a status bar at which its texts are looked for.
  private static let depth = 3

  private func end(
    _ id: ElementID, _ revision: Revision, isText: Bool, _ causes: [Set<ElementID>]
  ) {
    if ended.count >= Self.maxKept { ended = [:] }
    ended[id] = (revision, isText, causes)
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

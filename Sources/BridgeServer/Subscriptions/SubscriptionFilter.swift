internal import AccessibilityMirror
internal import AccessibilityTree

/// What a subscription is for. Subscriptions that are for the same share their work.
struct SubscriptionFilter: Hashable {
  var kinds: NotificationKinds
  /// Elements with all below them; empty: everywhere.
  var scopes: Set<ElementID>
  /// Empty: every element.
  var selectorText: String

  var coversEverything: Bool { scopes.isEmpty && selectorText.isEmpty }
}

/// Applies a filter to commit after commit.
///
/// It knows which elements its subscribers know, so that it can tell them of those that are removed,
/// leave the scope, or match no longer.
struct FilterState {
  let filter: SubscriptionFilter
  private let selector: Selector?
  /// Not kept where every element is covered.
  private var members: Set<ElementID> = []

  init(_ filter: SubscriptionFilter, selector: Selector?, tree: Tree) {
    self.filter = filter
    self.selector = selector
    guard !filter.coversEverything else { return }
    members = Set(present(in: tree))
  }

  /// The elements that the filter covers now, in reading order.
  func present(in tree: Tree) -> [ElementID] {
    let scope = filter.scopes.isEmpty ? tree.roots : tree.inReadingOrder(filter.scopes)
    var seen: Set<ElementID> = []
    return tree.subtree(of: scope).filter { id in
      seen.insert(id).inserted && (selector?.matches(id, in: tree) ?? true)
    }
  }

  /// What of a commit the filter lets through; it may be nothing.
  mutating func apply(_ commit: Commit, tree: Tree) -> Commit {
    let elements =
      filter.coversEverything
      ? (changed: commit.changed, added: commit.added, removed: commit.removed)
      : changes(in: commit, tree: tree)
    let notifications = commit.notifications.filter { covers($0, commit, tree: tree) }
    let wantsElements = filter.kinds.contains(.elements)
    return Commit(
      revision: commit.revision, time: commit.time,
      changed: wantsElements ? elements.changed : [],
      added: wantsElements ? elements.added : [],
      removed: wantsElements ? elements.removed : [],
      applications: commit.applications, notifications: notifications)
  }

  /// The same for commits from before the subscription stood. Which elements were covered then is not
  /// known: all that were removed are named, and all that may have been covered and are not now.
  func resume(_ commits: [Commit], tree: Tree) -> [Commit] {
    var filtered = commits.map { commit in
      let isPassed = filter.kinds.contains(.elements) && filter.coversEverything
      return Commit(
        revision: commit.revision, time: commit.time, changed: isPassed ? commit.changed : [],
        added: isPassed ? commit.added : [], removed: isPassed ? commit.removed : [],
        applications: commit.applications,
        notifications: commit.notifications.filter { covers($0, commit, tree: tree) })
    }
    guard let last = commits.last, !filter.coversEverything, filter.kinds.contains(.elements) else {
      return filtered
    }
    var touched: Set<ElementID> = []
    var gone: Set<ElementID> = []
    for commit in commits {
      touched.formUnion(commit.changed)
      gone.formUnion(commit.removed)
    }
    touched = touched.filter(tree.contains)
    // What moved took what is below it into the scope or out of it.
    if !filter.scopes.isEmpty { touched = Set(tree.subtree(of: touched.sorted())) }
    let changed = touched.filter(members.contains).sorted()
    let left = touched.subtracting(members).union(gone.filter { !tree.contains($0) })
    filtered.append(
      Commit(
        revision: last.revision, time: last.time, changed: changed, added: [],
        removed: left.sorted(), applications: [], notifications: []))
    return filtered
  }

  private mutating func changes(
    in commit: Commit, tree: Tree
  ) -> (changed: [ElementID], added: Set<ElementID>, removed: [ElementID]) {
    var changed: [ElementID] = []
    var added: Set<ElementID> = []
    var removed: [ElementID] = []
    for id in commit.removed where members.remove(id) != nil { removed.append(id) }
    for id in commit.changed {
      let isCovered = isInScope(id, tree: tree)
      if members.contains(id) {
        if isCovered {
          changed.append(id)
          if selector?.matches(id, in: tree) == false { members.remove(id) }
        } else {
          removed += tree.subtree(of: id).filter { members.remove($0) != nil }
        }
      } else if isCovered {
        // What moved into the scope brings what is below it.
        for arrival in filter.scopes.isEmpty ? [id] : tree.subtree(of: id)
        where selector?.matches(arrival, in: tree) ?? true && members.insert(arrival).inserted {
          changed.append(arrival)
          added.insert(arrival)
        }
      }
    }
    return (changed, added, removed)
  }

  private func isInScope(_ id: ElementID, tree: Tree) -> Bool {
    if filter.scopes.isEmpty || filter.scopes.contains(id) { return true }
    return tree.ancestors(of: id).contains { filter.scopes.contains($0) }
  }

  private func covers(_ notification: Notification, _ commit: Commit, tree: Tree) -> Bool {
    guard filter.kinds.contains(notification.kind) else { return false }
    if filter.coversEverything { return true }
    if case .applicationChanged(let application) = notification {
      // Its health matters to whoever looks at a part of it.
      return filter.scopes.isEmpty
        || filter.scopes.contains { tree.read($0, { $0.application }) == application.root }
    }
    guard let subject = notification.subject else { return false }
    if members.contains(subject) { return true }
    guard tree.contains(subject) else { return false }
    return isInScope(subject, tree: tree) && selector?.matches(subject, in: tree) ?? true
  }
}

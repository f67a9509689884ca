internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

/// Applies a filter to commit after commit.
///
/// It records which elements its subscribers know, so that they can be told of those that are removed,
/// leave the scope, or no longer match. These elements are always those that Find finds at the same
/// revision, by selector in each scope. A commit reports elements that matched before it or match now.
struct FilterState {
  let filter: SubscriptionFilter
  let selector: Selector?
  private let limits: Limits
  private let strategy: Strategy
  /// The elements that are covered. Not kept where every element is covered.
  private(set) var members: Set<ElementID> = []
  /// The applications of the scopes, needed once the scopes are gone.
  private var scopeApplications: [ElementID: ElementID] = [:]

  /// How the members are kept up to date.
  private enum Strategy {
    case everything
    /// Only elements that changed can enter or leave, by their own properties.
    case byElement
    /// Only elements that moved can enter or leave, with all their descendants.
    case byScope
    /// Any change may affect any element: evaluated anew, once for all commits.
    case byTree
  }

  /// Throws when the selector takes too many steps on the current tree.
  init(
    _ filter: SubscriptionFilter, selector: Selector?, store: TreeStore, limits: Limits = Limits()
  ) throws(Status) {
    self.filter = filter
    self.selector = selector
    self.limits = limits
    if filter.coversEverything {
      strategy = .everything
    } else if let selector {
      strategy = filter.scopes.isEmpty && selector.isLocal ? .byElement : .byTree
    } else {
      strategy = .byScope
    }
    for scope in filter.scopes {
      scopeApplications[scope] = store.tree.read(scope) { $0.application }
    }
    if strategy != .everything { members = Set(try matches(in: store)) }
  }

  /// About how much memory the filter takes, in bytes.
  var memory: Int {
    512 + (selector?.memory ?? 0) + filter.selectorText.utf8.count
      + Self.entryMemory * (members.capacity + filter.scopes.capacity)
  }

  /// The bytes that an id takes in a set, with its share of the unused capacity.
  private static let entryMemory = 11

  /// Whether filtering a small commit takes little work.
  var isCheap: Bool { strategy != .byTree }

  /// Returns the elements that the filter covers, as of the last commit that was applied, in reading order.
  func present(in tree: Tree) -> [ElementID] {
    strategy == .everything ? tree.subtree(of: tree.roots) : tree.inReadingOrder(members)
  }

  /// Returns the elements that Find finds, or all that are in scope when there is no selector.
  private func matches(in store: TreeStore) throws(Status) -> [ElementID] {
    let tree = store.tree
    guard let selector else { return tree.subtree(of: outermost(filter.scopes, in: tree)) }
    var budget = limits.budget
    let scopes: [ElementID?] = filter.scopes.isEmpty ? [nil] : filter.scopes.map { $0 }
    var found: [ElementID] = []
    for scope in scopes {
      let matcher = SelectorMatcher(
        selector, in: tree, applications: store.applications, scope: scope, budget: budget)
      found += matcher.find().ids
      budget = matcher.budget
      guard !budget.isExceeded else {
        throw limits.budgetExceeded(
          "matching the subscription's selector", selector: selector.text)
      }
    }
    return found
  }

  /// Returns the scopes that are not within another.
  private func outermost(_ scopes: Set<ElementID>, in tree: Tree) -> [ElementID] {
    if scopes.count == 1 { return Array(scopes) }
    var test = ScopePredicate(scopes, in: tree)
    return scopes.sorted().filter { id in
      guard let parent = tree.read(id, { $0.parent }) ?? nil else { return true }
      return !test.holds(parent)
    }
  }

  /// Returns what the filter passes of consecutive commits: each with its notifications, the last one with
  /// all elements. This may be nothing. Throws when matching takes too many steps.
  mutating func apply(_ commits: [SharedCommit], store: TreeStore) throws(Status) -> [SharedCommit]
  {
    guard let joined = JoinedCommits(commits.map(\.commit)) else { return [] }
    let before = members
    let elements = try changes(in: joined, store: store)
    let wantsElements = filter.kinds.contains(.elements)
    return commits.enumerated().map { index, held in
      let isLast = index == commits.count - 1 && wantsElements
      return SharedCommit(
        Commit(
          revision: held.commit.revision, time: held.commit.time,
          changed: isLast ? elements.changed : [], added: isLast ? elements.added : [],
          removed: isLast ? elements.removed : [], left: isLast ? elements.left : [],
          applications: held.commit.applications, notifications: []),
        held.notifications.filter {
          covers($0.notification.notification, before.contains, scopeApplications, store: store)
        })
    }
  }

  /// Returns what the filter passes of commits from before the subscription began.
  ///
  /// Which elements were in scope then is known, but not which matched the selector. The result therefore
  /// names all elements in scope that were removed, and all that may have matched and do not match now,
  /// with the notifications about them.
  func resume(_ commits: [SharedCommit], store: TreeStore) -> [SharedCommit] {
    let tree = store.tree
    var touched: Set<ElementID> = []
    var gone: Set<ElementID> = []
    var left: Set<ElementID> = []
    var scopeApplications = scopeApplications
    if !filter.coversEverything {
      var former = FormerScope(before: commits.map(\.commit), of: filter.scopes, in: tree)
      for scope in filter.scopes where scopeApplications[scope] == nil {
        scopeApplications[scope] = former.root(of: scope)
      }
      for held in commits {
        touched.formUnion(held.commit.changed)
        gone.formUnion(held.commit.removed)
      }
      touched = touched.filter(tree.contains)
      gone = gone.filter { !tree.contains($0) && former.contained($0) }
      // Elements that moved took their descendants into the scope or out of it.
      if !filter.scopes.isEmpty { touched = Set(tree.subtree(of: touched.sorted())) }
      left = touched.subtracting(members).filter { id in
        let mayHaveMatched = selector.map { selector in
          tree.read(id) { selector.couldMatch($0) } ?? false
        }
        return mayHaveMatched != false && former.contained(id)
      }
    }
    let passesElements = filter.kinds.contains(.elements) && filter.coversEverything
    var filtered = commits.map { held in
      let commit = held.commit
      return SharedCommit(
        Commit(
          revision: commit.revision, time: commit.time,
          changed: passesElements ? commit.changed : [],
          added: passesElements ? commit.added : [], removed: passesElements ? commit.removed : [],
          applications: commit.applications, notifications: []),
        held.notifications.filter {
          covers(
            $0.notification.notification, { left.contains($0) || gone.contains($0) },
            scopeApplications,
            store: store)
        })
    }
    guard let last = commits.last?.commit, !filter.coversEverything,
      filter.kinds.contains(.elements)
    else { return filtered }
    filtered.append(
      SharedCommit(
        Commit(
          revision: last.revision, time: last.time,
          changed: touched.filter(members.contains).sorted(), added: [], removed: gone.sorted(),
          left: left.sorted(), applications: [], notifications: []),
        []))
    return filtered
  }

  /// Returns whether the filter passes a notification.
  ///
  /// - Parameters:
  ///   - before: Returns whether an element was, or may have been, covered before.
  ///   - scopeApplications: The applications of scopes that are gone.
  private func covers(
    _ notification: Notification, _ before: (ElementID) -> Bool,
    _ scopeApplications: [ElementID: ElementID],
    store: TreeStore
  ) -> Bool {
    guard filter.kinds.contains(notification.kind) else { return false }
    if strategy == .everything { return true }
    if case .applicationChanged(let application) = notification {
      // An application's health matters to subscribers of any part of it.
      return filter.scopes.isEmpty
        || filter.scopes.contains {
          (store.tree.read($0) { $0.application } ?? scopeApplications[$0]) == application.root
        }
    }
    return notification.subjects.contains { members.contains($0) || before($0) }
  }
}

// MARK: - Members

extension FilterState {
  private struct Changes {
    var changed: [ElementID] = []
    var added: Set<ElementID> = []
    /// No longer in the tree.
    var removed: [ElementID] = []
    /// No longer covered. Those that are still in scope are in `changed` as well.
    var left: [ElementID] = []
  }

  private mutating func changes(
    in joined: JoinedCommits, store: TreeStore
  ) throws(Status) -> Changes {
    switch strategy {
    case .everything:
      Changes(changed: joined.changed, added: joined.added, removed: joined.removed)
    case .byElement: try elementChanges(in: joined, store: store)
    case .byScope: scopeChanges(in: joined, tree: store.tree)
    case .byTree: try treeChanges(in: joined, store: store)
    }
  }

  private mutating func elementChanges(
    in joined: JoinedCommits, store: TreeStore
  ) throws(Status) -> Changes {
    guard let selector else { return Changes() }
    let matcher = SelectorMatcher(
      selector, in: store.tree, applications: store.applications, budget: limits.budget)
    var result = Changes()
    result.removed = joined.removed.filter { members.remove($0) != nil }
    for id in joined.changed {
      if matcher.matches(id) {
        if members.insert(id).inserted { result.added.insert(id) }
        result.changed.append(id)
      } else if members.remove(id) != nil {
        result.changed.append(id)
        result.left.append(id)
      }
    }
    guard !matcher.isBudgetExceeded else {
      throw limits.budgetExceeded(
        "matching the subscription's selector", selector: selector.text)
    }
    return result
  }

  private mutating func scopeChanges(in joined: JoinedCommits, tree: Tree) -> Changes {
    var result = Changes()
    result.removed = joined.removed.filter { members.remove($0) != nil }
    var reported: Set<ElementID> = []
    var test = ScopePredicate(filter.scopes, in: tree)
    for id in joined.changed {
      guard test.holds(id) else {
        guard members.contains(id) else { continue }
        // What moved out takes its descendants along, except where the scope itself is now below it.
        for leaving in tree.subtree(of: id) where !test.holds(leaving) {
          if members.remove(leaving) != nil { result.left.append(leaving) }
        }
        continue
      }
      // What moved into the scope brings its descendants.
      for entering in members.contains(id) ? [id] : tree.subtree(of: id) {
        if members.insert(entering).inserted { result.added.insert(entering) }
        if reported.insert(entering).inserted { result.changed.append(entering) }
      }
    }
    return result
  }

  private mutating func treeChanges(
    in joined: JoinedCommits, store: TreeStore
  ) throws(Status) -> Changes {
    let tree = store.tree
    let before = members
    members = Set(try matches(in: store))
    var result = Changes()
    result.added = members.subtracting(before)
    var test = ScopePredicate(filter.scopes, in: tree)
    for id in before.subtracting(members) {
      guard tree.contains(id) else {
        result.removed.append(id)
        continue
      }
      result.left.append(id)
      // What no longer matches is sent in its current state, but not what left the scope.
      if filter.scopes.isEmpty || test.holds(id) { result.changed.append(id) }
    }
    for id in joined.changed where members.contains(id) && !result.added.contains(id) {
      result.changed.append(id)
    }
    result.changed += result.added
    result.changed.sort()
    result.removed.sort()
    result.left.sort()
    return result
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Every subscription, grouped by what it is for: a commit is filtered and encoded once a group.
final class SubscriptionHub {
  private let store: TreeStore
  private let cache: ElementCache
  private var groups: [SubscriptionFilter: SubscriptionGroup] = [:]

  init(store: TreeStore, cache: ElementCache) {
    self.store = store
    self.cache = cache
  }

  var count: Int { groups.values.reduce(0) { $0 + $1.subscriptions.count } }

  /// The group of a filter, made when there is none.
  func group(_ filter: SubscriptionFilter, selector: Selector?) -> SubscriptionGroup {
    if let group = groups[filter] { return group }
    let group = SubscriptionGroup(
      FilterState(filter, selector: selector, tree: store.tree), store: store, cache: cache)
    groups[filter] = group
    return group
  }

  func remove(_ subscription: Subscription, from group: SubscriptionGroup) {
    group.subscriptions.removeAll { $0 === subscription }
    if group.subscriptions.isEmpty { groups[group.filter] = nil }
  }

  func apply(_ commit: Commit) {
    for group in groups.values { group.apply(commit) }
  }

  /// Gives up the backlogs that take the most memory, one after the other, until it is enough; returns
  /// how many it gave up.
  func giveUpBacklogs(until isEnough: () -> Bool) -> Int {
    var count = 0
    let largestFirst = groups.values.sorted { $0.backlog.memory > $1.backlog.memory }
    for group in largestFirst where group.backlog.memory > 0 {
      if isEnough() { break }
      group.backlog.giveUp()
      count += 1
    }
    return count
  }
}

/// The subscriptions of one filter.
final class SubscriptionGroup {
  let store: TreeStore
  let cache: ElementCache
  var subscriptions: [Subscription] = []
  /// What waits for those that do not keep up.
  var backlog = Backlog() {
    didSet { charge.bytes = backlog.memory }
  }
  private let charge: MemoryCharge
  private var state: FilterState
  /// There while somebody is sent it.
  private weak var recent: Snapshot?

  init(_ state: FilterState, store: TreeStore, cache: ElementCache) {
    self.state = state
    self.store = store
    self.cache = cache
    charge = MemoryCharge(cache.ledger, .backlogs)
  }

  var filter: SubscriptionFilter { state.filter }

  /// What the filter covers now, in reading order. Those who begin at the same revision share it.
  func snapshot(within limit: Int) -> Snapshot {
    if let recent, recent.revision == store.revision, recent.limit == limit { return recent }
    let made = Snapshot(
      cache.encodings(of: state.present(in: store.tree), within: limit), revision: store.revision,
      omitted: 0, limit: limit, ledger: cache.ledger, build: ResponseBuilder.subscribeSnapshot)
    recent = made
    return made
  }

  /// What of earlier commits the filter lets through.
  func past(_ commits: [Commit]) -> [Commit] {
    state.resume(commits, tree: store.tree)
  }

  func apply(_ commit: Commit) {
    let filtered = state.apply(commit, tree: store.tree)
    guard filtered.isSomething else { return }
    var ready: (from: Revision, limit: Int, messages: MessageSeries)?
    // A subscription may end while it is told: the list is a copy.
    for subscription in subscriptions {
      subscription.take(filtered) { from, limit in
        if let ready, ready.from == from, ready.limit == limit { return ready.messages }
        let messages = UpdateEncoder(cache, limit: limit).encode(filtered, from: from)
        ready = (from, limit, messages)
        return messages
      }
    }
    backlog.add(filtered)
  }
}

extension Commit {
  /// Whether there is anything to tell.
  var isSomething: Bool { !(changed.isEmpty && removed.isEmpty && notifications.isEmpty) }
}

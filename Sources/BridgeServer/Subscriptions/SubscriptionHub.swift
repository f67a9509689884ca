internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// All subscriptions, grouped by filter: a commit is filtered and encoded once per group.
///
/// Groups are told of a commit while it is made, as long as that costs little. The others fall behind and
/// catch up in slices: they are sent one merged update, from the revision that they know to the current
/// one.
final class SubscriptionHub {
  /// The number of elements and notifications above which a commit is not sent while it is made.
  private static let smallCommit = 512

  /// How many elements and notifications are filtered in one turn while commits are made, over all
  /// groups.
  private let shareOfTurn: Int
  private let store: TreeStore
  private let cache: ElementCache
  private let scheduler: Scheduler
  private let loop: EventLoop
  private let limits: Limits
  private var groups: [SubscriptionFilter: SubscriptionGroup] = [:]
  private(set) var count = 0
  /// The turn to which `spent` belongs, by the time when it began.
  private var turn = MonotonicTime(nanoseconds: 0)
  private var spent = 0
  /// Limits how long groups are told in this turn while commits are made: compared texts may be long.
  private var slice = Slice(.zero)

  init(
    store: TreeStore, cache: ElementCache, scheduler: Scheduler, loop: EventLoop,
    limits: Limits, shareOfTurn: Int
  ) {
    self.limits = limits
    self.shareOfTurn = shareOfTurn
    self.store = store
    self.cache = cache
    self.scheduler = scheduler
    self.loop = loop
  }

  /// Returns the group of a filter, up to date, and makes it when there is none. Throws when its selector
  /// takes too many steps.
  func group(
    _ filter: SubscriptionFilter, selector: Selector?
  ) throws(Status) -> SubscriptionGroup {
    if let group = groups[filter] {
      group.catchUp()
      if groups[filter] === group { return group }
    }
    let group = SubscriptionGroup(
      try FilterState(filter, selector: selector, store: store, limits: limits), store: store,
      cache: cache, scheduler: scheduler)
    groups[filter] = group
    return group
  }

  func add(_ subscription: Subscription, to group: SubscriptionGroup) {
    if group.add(subscription) { count += 1 }
  }

  func remove(_ subscription: Subscription, from group: SubscriptionGroup) {
    guard group.remove(subscription) else { return }
    count -= 1
    if group.isEmpty, groups[group.filter] === group { groups[group.filter] = nil }
  }

  func apply(_ commit: Commit) {
    guard !groups.isEmpty else { return }
    if turn != loop.turnBegan {
      (turn, spent, slice) = (loop.turnBegan, 0, Slice(Scheduler.slice))
    }
    let held = SharedCommit(commit, cache.ledger)
    let size = held.entries
    for group in groups.values {
      group.record(held)
      guard spent < shareOfTurn, spent == 0 || !slice.isExpired, size <= Self.smallCommit,
        group.keepsUp
      else {
        scheduler.add(group, .background)
        continue
      }
      spent += size + 1
      group.catchUp()
    }
  }

  /// Drops the backlogs that take the most memory, one after another, until `isEnough`. Returns how many
  /// it dropped.
  func dropBacklogs(until isEnough: () -> Bool) -> Int {
    var count = 0
    let largestFirst = groups.values.map { ($0, $0.heldMemory) }.sorted { $0.1 > $1.1 }
    for (group, memory) in largestFirst where memory > 0 {
      if isEnough() { break }
      group.dropBacklog()
      count += 1
    }
    return count
  }
}

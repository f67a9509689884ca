internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Every subscription, grouped by what it is for: a commit is filtered and encoded once a group.
///
/// Groups are told of a commit while it is made, as long as that costs little. The others fall behind,
/// and catch up in slices: what they are told then is joined, from the revision that they know to the
/// present one.
final class SubscriptionHub {
  /// A commit that changes more is not told while it is made.
  private static let smallCommit = 512

  /// How many elements and notifications are filtered in one turn while commits are made, over all
  /// groups.
  private let shareOfTurn: Int
  private let store: TreeStore
  private let cache: ElementCache
  private let scheduler: Scheduler
  private let loop: EventLoop
  private var groups: [SubscriptionFilter: SubscriptionGroup] = [:]
  private(set) var count = 0
  /// The turn that `spent` is of, by when it began.
  private var turn = MonotonicTime(nanoseconds: 0)
  private var spent = 0
  /// Until when groups are told in this turn while commits are made: what is compared may be long.
  private var slice = Slice(.zero)

  init(
    store: TreeStore, cache: ElementCache, scheduler: Scheduler, loop: EventLoop, shareOfTurn: Int
  ) {
    self.shareOfTurn = shareOfTurn
    self.store = store
    self.cache = cache
    self.scheduler = scheduler
    self.loop = loop
  }

  /// The group of a filter, up to date; made when there is none. Throws when its selector takes too
  /// many steps.
  func group(
    _ filter: SubscriptionFilter, selector: Selector?
  ) throws(Status) -> SubscriptionGroup {
    if let group = groups[filter] {
      group.catchUp()
      if groups[filter] === group { return group }
    }
    let group = SubscriptionGroup(
      try FilterState(filter, selector: selector, store: store), store: store, cache: cache,
      scheduler: scheduler)
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
    let held = HeldCommit(commit, cache.ledger)
    let size = held.entries
    for group in groups.values {
      group.note(held)
      guard spent < shareOfTurn, spent == 0 || !slice.isOver, size <= Self.smallCommit,
        group.keepsUp
      else {
        scheduler.add(group, .background)
        continue
      }
      spent += size + 1
      group.catchUp()
    }
  }

  /// Gives up the backlogs that take the most memory, one after the other, until it is enough; returns
  /// how many it gave up.
  func giveUpBacklogs(until isEnough: () -> Bool) -> Int {
    var count = 0
    let largestFirst = groups.values.map { ($0, $0.heldMemory) }.sorted { $0.1 > $1.1 }
    for (group, memory) in largestFirst where memory > 0 {
      if isEnough() { break }
      group.giveUpBacklog()
      count += 1
    }
    return count
  }
}

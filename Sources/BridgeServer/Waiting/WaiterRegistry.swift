internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// All calls that wait for a condition, by connection. A commit only schedules them: each one checks the
/// tree when its turn comes, once for all that happened until then.
final class WaiterRegistry {
  let store: TreeStore
  let targets: TargetResolver
  let cache: ElementCache
  let loop: EventLoop
  private let scheduler: Scheduler
  private var lists: [CarrierID: WaiterList] = [:]
  /// What changed from several revisions to the current one.
  private var changes: [Revision: ChangeTimes] = [:]

  init(
    _ store: TreeStore, _ scheduler: Scheduler, targets: TargetResolver, cache: ElementCache,
    loop: EventLoop
  ) {
    self.store = store
    self.scheduler = scheduler
    self.targets = targets
    self.cache = cache
    self.loop = loop
  }

  func add(_ waiter: Waiter, of owner: CarrierID) -> WaiterList {
    let list = lists[owner] ?? WaiterList(owner, store, scheduler)
    lists[owner] = list
    list.add(waiter)
    return list
  }

  func remove(_ waiter: Waiter, from list: WaiterList) {
    list.remove(waiter)
    if list.isEmpty { lists[list.owner] = nil }
  }

  func scheduleCheck(_ waiter: Waiter, of owner: CarrierID) {
    lists[owner]?.scheduleCheck(waiter)
  }

  func apply(_ commit: Commit) {
    changes = [:]
    for list in lists.values { list.scheduleAll() }
  }

  /// Returns which elements changed after a revision, or `nil` when that is no longer known. Worked out once
  /// for all waiters that last checked the same revision.
  func changes(since revision: Revision) -> ChangeTimes? {
    if let known = changes[revision] { return known }
    guard let commits = store.commits(since: revision) else { return nil }
    let times = ChangeTimes(commits, in: store.tree)
    if changes.count >= 16 { changes = [:] }
    changes[revision] = times
    return times
  }
}

/// The waiters of one connection. They take turns, a slice at a time.
final class WaiterList: SlicedWork {
  let owner: CarrierID
  private let store: TreeStore
  private let scheduler: Scheduler
  private var waiters: [Waiter] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The waiters that are to check whatever revision they checked last.
  private var due: [Waiter] = []
  /// The index at which the current round continues, and how many waiters are left in it.
  private var next = 0
  private var remaining = 0

  init(_ owner: CarrierID, _ store: TreeStore, _ scheduler: Scheduler) {
    self.owner = owner
    self.store = store
    self.scheduler = scheduler
  }

  var isEmpty: Bool { waiters.isEmpty }

  func add(_ waiter: Waiter) {
    indices[ObjectIdentifier(waiter)] = waiters.count
    waiters.append(waiter)
  }

  func remove(_ waiter: Waiter) {
    guard let index = indices.removeValue(forKey: ObjectIdentifier(waiter)) else { return }
    let last = waiters.removeLast()
    if index < waiters.count {
      waiters[index] = last
      indices[ObjectIdentifier(last)] = index
    }
  }

  /// Schedules a check of one waiter.
  func scheduleCheck(_ waiter: Waiter) {
    due.append(waiter)
    scheduler.add(self, .background)
  }

  /// Schedules a check of all waiters that have not checked the current revision.
  func scheduleAll() {
    remaining = waiters.count
    scheduler.add(self, .background)
  }

  override func proceed(_ slice: Slice) -> Bool {
    var checked = 0
    while checked < due.count {
      due[checked].check()
      checked += 1
      if slice.isExpired {
        due.removeFirst(checked)
        return true
      }
    }
    due = []
    while remaining > 0, !waiters.isEmpty {
      remaining -= 1
      // A waiter that ends is replaced by the last one, which is checked in its place or in the next round.
      next = next < waiters.count ? next : 0
      let waiter = waiters[next]
      next += 1
      if waiter.revision != store.revision { waiter.check() }
      if slice.isExpired { return remaining > 0 || !due.isEmpty }
    }
    return !due.isEmpty
  }
}

/// When elements, or anything below them, last changed.
struct ChangeTimes {
  private var times: [ElementID: UInt64] = [:]

  /// - Parameter commits: Consecutive commits, up to the current state of `tree`.
  init(_ commits: [Commit], in tree: Tree) {
    // The latest commit first: an element that has a time already has ancestors that have one, too.
    for commit in commits.reversed() {
      for id in commit.removed where times[id] == nil { times[id] = commit.time }
      for id in commit.changed {
        var next: ElementID? = id
        while let element = next, times[element] == nil {
          times[element] = commit.time
          next = tree.read(element) { $0.parent } ?? nil
        }
      }
    }
  }

  func latest(among ids: [ElementID]) -> UInt64? {
    guard !times.isEmpty else { return nil }
    var latest: UInt64?
    for id in ids {
      guard let time = times[id] else { continue }
      latest = max(latest ?? 0, time)
    }
    return latest
  }
}

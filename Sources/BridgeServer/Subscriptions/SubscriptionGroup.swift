internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// The subscriptions that share one filter.
final class SubscriptionGroup: SlicedWork {
  let store: TreeStore
  let cache: ElementCache
  private let scheduler: Scheduler
  /// The updates that wait for subscriptions that do not keep up.
  var backlog = Backlog() {
    didSet { charge.bytes = backlog.memory }
  }
  private let charge: MemoryCharge
  /// The charge for the state of the filter.
  private let stateCharge: MemoryCharge
  /// The revision that the subscribers have been told of, or have in the backlog.
  private(set) var revision: Revision
  private var state: FilterState
  /// The commits since then, and how many elements and notifications they name.
  private var pending: [SharedCommit] = []
  private var pendingEntries = 0
  private var subscriptions: [Subscription] = []
  private var indices: [ObjectIdentifier: Int] = [:]
  /// The update that the subscribers are being sent.
  private var update: GroupUpdate?
  private var isDelivering = false
  /// Subscriptions that wait for the group to be up to date.
  private var awaitingFlush: ArraySlice<Subscription> = []
  /// The elements to encode, a slice at a time, before the group catches up.
  private var unencoded: ArraySlice<ElementID>?
  /// The latest snapshot, while it is being sent to any subscriber.
  private weak var latestSnapshot: Snapshot?

  init(_ state: FilterState, store: TreeStore, cache: ElementCache, scheduler: Scheduler) {
    self.state = state
    self.scheduler = scheduler
    self.store = store
    self.cache = cache
    charge = MemoryCharge(cache.ledger, .backlogs)
    stateCharge = MemoryCharge(cache.ledger, .filters, state.memory)
    revision = store.revision
  }

  var filter: SubscriptionFilter { state.filter }
  var isEmpty: Bool { subscriptions.isEmpty }

  /// The number of commits, and of the elements and notifications that they name, that may be pending
  /// before the group catches up whatever that costs.
  private static let maxPending = (commits: 1_024, entries: 65_536)

  /// Whether the subscribers were told of everything, or have it in the backlog.
  var isCurrent: Bool { update == nil && pending.isEmpty && revision == store.revision }

  /// Records a commit that the subscribers are to be told of.
  func record(_ held: SharedCommit) {
    guard held.commit.revision > revision else { return }
    pending.append(held)
    pendingEntries += held.entries
    if pending.count > Self.maxPending.commits
      || (pending.count > 1 && pendingEntries > Self.maxPending.entries)
    {
      catchUp()
    }
  }

  /// Whether at most one commit is pending, and the group can be brought up to date with little work.
  var keepsUp: Bool {
    !isScheduled && pending.count <= 1 && state.isCheap && subscriptions.count <= 512
  }

  func add(_ subscription: Subscription) -> Bool {
    guard indices.updateValue(subscriptions.count, forKey: ObjectIdentifier(subscription)) == nil
    else { return false }
    subscriptions.append(subscription)
    return true
  }

  func remove(_ subscription: Subscription) -> Bool {
    guard let index = indices.removeValue(forKey: ObjectIdentifier(subscription)) else {
      return false
    }
    let last = subscriptions.removeLast()
    if index < subscriptions.count {
      subscriptions[index] = last
      indices[ObjectIdentifier(last)] = index
    }
    return true
  }

  /// About how much memory the updates that subscribers were not sent take, in bytes, including what other
  /// groups hold as well.
  var heldMemory: Int {
    pending.reduce(backlog.heldMemory) { $1.notifications.reduce($0) { $0 + $1.memory } }
  }

  /// The filter's memory per subscriber, about, in bytes.
  var stateMemory: Int { stateCharge.bytes / max(1, subscriptions.count) }

  /// Drops what waits for subscribers that do not keep up. Those that keep up are told first.
  func dropBacklog() {
    catchUp()
    backlog.dropAll()
  }

  /// The number of elements that may be left to encode when a snapshot is made.
  private static let smallSnapshot = 500

  /// Encodes what the filter covers, a slice at a time, before a snapshot is made. Returns whether enough of
  /// it is encoded already; otherwise `body` is called when it is.
  func prepareSnapshot(_ body: @escaping () -> Void) -> Bool {
    let ids = state.present(in: store.tree)
    if cache.isReady(ids, butFor: Self.smallSnapshot) { return true }
    scheduler.add(EncodingWork(ids, cache, whenDone: body), .heavy)
    return false
  }

  /// Returns what the filter covers now, in reading order. Subscribers that begin at the same revision
  /// share it.
  func snapshot(within limit: Int) -> Snapshot {
    catchUp()
    if let latestSnapshot, latestSnapshot.revision == store.revision, latestSnapshot.limit == limit
    {
      return latestSnapshot
    }
    let snapshot = Snapshot(
      cache.encodings(of: state.present(in: store.tree), within: limit), revision: store.revision,
      omitted: 0, limit: limit, ledger: cache.ledger, build: SubscribeResponse.encodedSnapshot)
    latestSnapshot = snapshot
    return snapshot
  }

  /// Returns what the filter passes of earlier commits. The group must be up to date.
  func filterPast(_ commits: [Commit]) -> [SharedCommit] {
    state.resume(commits.map { SharedCommit($0, cache.ledger) }, store: store)
  }

  override func proceed(_ slice: Slice) -> Bool {
    guard !isEmpty else { return false }
    if deliver(slice) { return true }
    if !pending.isEmpty {
      // Encode the elements of a large commit before it is sent, so that sending takes little time.
      var rest = unencoded ?? elementsToEncode()[...]
      while let id = rest.popFirst() {
        _ = cache.encoding(of: id)
        if slice.isExpired {
          unencoded = rest
          return true
        }
      }
      filterPending()
      // Filtering may have used up the slice. Sending has one of its own, and so have late subscriptions:
      // however fast commits come, both make progress.
      if deliver(Slice(Scheduler.slice)) { return true }
    }
    return flushDeferred(Slice(Scheduler.slice))
  }

  /// Schedules a subscription to be flushed when the group is up to date.
  func flushLater(_ subscription: Subscription) {
    awaitingFlush.append(subscription)
    scheduler.add(self, .background)
  }

  private func flushDeferred(_ slice: Slice) -> Bool {
    while isCurrent, let subscription = awaitingFlush.popFirst() {
      subscription.flushDeferred()
      if slice.isExpired { break }
    }
    return !awaitingFlush.isEmpty
  }

  private func elementsToEncode() -> [ElementID] {
    guard filter.kinds.contains(.elements) else { return [] }
    let changed =
      pending.count == 1 ? pending[0].commit.changed : pending.flatMap(\.commit.changed)
    return filter.coversEverything ? changed : changed.filter(state.members.contains)
  }

  /// Sends the subscribers all that happened since they were last told, merged into one update. Has no
  /// effect while they are being told.
  func catchUp() {
    guard !isDelivering else { return }
    _ = deliver(nil)
    filterPending()
    _ = deliver(nil)
  }

  private func filterPending() {
    guard let last = pending.last?.commit else { return }
    let commits = pending
    (pending, pendingEntries, unencoded) = ([], 0, nil)
    revision = last.revision
    do throws(Status) {
      defer { stateCharge.bytes = state.memory }
      let filtered = try state.apply(commits, store: store)
      guard filtered.contains(where: \.hasContent) else { return }
      update = GroupUpdate(filtered, to: subscriptions, cache: cache)
    } catch {
      for subscription in subscriptions { subscription.fail(error) }
    }
  }

  /// Continues to send the update to subscribers, until the slice is over if there is one. Returns whether
  /// some subscribers are left.
  private func deliver(_ slice: Slice?) -> Bool {
    guard var update = update.take() else { return false }
    isDelivering = true
    defer { isDelivering = false }
    // Elements are encoded in their current state: an update that others overtook is merged with these.
    let isOvertaken = revision != store.revision
    while let next = update.nextSubscriber() {
      if isOvertaken {
        next.didMissUpdate()
        continue
      }
      update.send(next)
      guard let slice, slice.isExpired, !update.isSent else { continue }
      self.update = update
      return true
    }
    for commit in update.commits { backlog.add(commit) }
    return false
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// The subscriptions of one filter.
final class SubscriptionGroup: SlicedWork {
  let store: TreeStore
  let cache: ElementCache
  private let scheduler: Scheduler
  /// What waits for those that do not keep up.
  var backlog = Backlog() {
    didSet { charge.bytes = backlog.memory }
  }
  private let charge: MemoryCharge
  /// For what the filter covers.
  private let stateCharge: MemoryCharge
  /// What its subscribers have been told of, or have in their backlogs.
  private(set) var revision: Revision
  private var state: FilterState
  /// What happened since, and how many elements and notifications that names.
  private var pending: [HeldCommit] = []
  private var pendingEntries = 0
  private var subscriptions: [Subscription] = []
  private var places: [ObjectIdentifier: Int] = [:]
  /// What its subscribers are being told.
  private var update: GroupUpdate?
  private var isDelivering = false
  /// Subscriptions that wait for the group to be up to date.
  private var late: ArraySlice<Subscription> = []
  /// What is to be encoded before it catches up, a slice at a time.
  private var unencoded: ArraySlice<ElementID>?
  /// There while somebody is sent it.
  private weak var recent: Snapshot?

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

  /// How many commits it falls behind at the most, and how many elements and notifications these
  /// name, before it catches up whatever that costs.
  private static let maxPending = (commits: 1_024, entries: 65_536)

  /// Whether its subscribers were told of everything, or have it in their backlogs.
  var isCurrent: Bool { update == nil && pending.isEmpty && revision == store.revision }

  /// Takes a commit that its subscribers are to be told of.
  func note(_ held: HeldCommit) {
    guard held.commit.revision > revision else { return }
    pending.append(held)
    pendingEntries += held.entries
    if pending.count > Self.maxPending.commits
      || (pending.count > 1 && pendingEntries > Self.maxPending.entries)
    {
      catchUp()
    }
  }

  /// Whether it is up to date but for one commit, and can be brought up to date with little work.
  var keepsUp: Bool {
    !isScheduled && pending.count <= 1 && state.isCheap && subscriptions.count <= 512
  }

  func add(_ subscription: Subscription) -> Bool {
    guard places.updateValue(subscriptions.count, forKey: ObjectIdentifier(subscription)) == nil
    else { return false }
    subscriptions.append(subscription)
    return true
  }

  func remove(_ subscription: Subscription) -> Bool {
    guard let place = places.removeValue(forKey: ObjectIdentifier(subscription)) else {
      return false
    }
    let last = subscriptions.removeLast()
    if place < subscriptions.count {
      subscriptions[place] = last
      places[ObjectIdentifier(last)] = place
    }
    return true
  }

  /// About how much memory it takes to remember what its subscribers were not told, in bytes; with what
  /// other groups remember as well.
  var heldMemory: Int {
    pending.reduce(backlog.heldMemory) { $1.notifications.reduce($0) { $0 + $1.memory } }
  }

  /// About how much memory the filter takes for each of its subscribers, in bytes.
  var stateMemory: Int { stateCharge.bytes / max(1, subscriptions.count) }

  /// Gives up what waits for those who do not keep up; who does is told first.
  func giveUpBacklog() {
    catchUp()
    backlog.giveUp()
  }

  /// How many elements are encoded at once for a snapshot.
  private static let smallSnapshot = 500

  /// Has what the filter covers encoded, a slice at a time, before a snapshot is made. Returns whether
  /// it is already; otherwise `body` is called when it is.
  func prepareSnapshot(_ body: @escaping () -> Void) -> Bool {
    let ids = state.present(in: store.tree)
    if cache.holds(ids, butFor: Self.smallSnapshot) { return true }
    scheduler.add(EncodingWork(ids, cache, whenDone: body), .heavy)
    return false
  }

  /// What the filter covers now, in reading order. Those who begin at the same revision share it.
  func snapshot(within limit: Int) -> Snapshot {
    catchUp()
    if let recent, recent.revision == store.revision, recent.limit == limit { return recent }
    let made = Snapshot(
      cache.encodings(of: state.present(in: store.tree), within: limit), revision: store.revision,
      omitted: 0, limit: limit, ledger: cache.ledger, build: SubscribeResponse.encodedSnapshot)
    recent = made
    return made
  }

  /// What of earlier commits the filter lets through. The group is up to date.
  func past(_ commits: [Commit]) -> [HeldCommit] {
    state.resume(commits.map { HeldCommit($0, cache.ledger) }, store: store)
  }

  override func proceed(_ slice: Slice) -> Bool {
    guard !isEmpty else { return false }
    if deliver(slice) { return true }
    if !pending.isEmpty {
      // A large commit's elements are encoded before they are told, so that telling is short.
      var rest = unencoded ?? toEncode()[...]
      while let id = rest.popFirst() {
        _ = cache.encoding(of: id)
        if slice.isOver {
          unencoded = rest
          return true
        }
      }
      filterPending()
      // Filtering may have used up the slice. Telling has one of its own, and so have those who are
      // late: however fast commits come, both make progress.
      if deliver(Slice(Scheduler.slice)) { return true }
    }
    return flushLate(Slice(Scheduler.slice))
  }

  /// Has a subscription flushed when the group is up to date.
  func flushLater(_ subscription: Subscription) {
    late.append(subscription)
    scheduler.add(self, .background)
  }

  private func flushLate(_ slice: Slice) -> Bool {
    while isCurrent, let subscription = late.popFirst() {
      subscription.flushAtLast()
      if slice.isOver { break }
    }
    return !late.isEmpty
  }

  private func toEncode() -> [ElementID] {
    guard filter.kinds.contains(.elements) else { return [] }
    let changed =
      pending.count == 1 ? pending[0].commit.changed : pending.flatMap(\.commit.changed)
    return filter.coversEverything ? changed : changed.filter(state.members.contains)
  }

  /// Tells its subscribers all that happened since they were told last, joined to one update. Has no
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
      guard filtered.contains(where: \.isSomething) else { return }
      update = GroupUpdate(filtered, to: subscriptions, cache: cache)
    } catch {
      fail(error)
    }
  }

  /// Goes on telling the subscribers, until the slice is over if there is one. Returns whether some
  /// are left.
  private func deliver(_ slice: Slice?) -> Bool {
    guard var update = update.take() else { return false }
    isDelivering = true
    defer { isDelivering = false }
    // Elements are encoded as they are now: an update that others overtook is told joined with these.
    let isOvertaken = revision != store.revision
    while let next = update.nextSubscriber() {
      if isOvertaken {
        next.missUpdate()
        continue
      }
      update.tell(next)
      guard let slice, slice.isOver, !update.isTold else { continue }
      self.update = update
      return true
    }
    for commit in update.commits { backlog.add(commit) }
    return false
  }

  private func fail(_ status: Status) {
    for subscription in subscriptions { subscription.fail(status) }
  }
}

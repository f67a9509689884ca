internal import AccessibilityTree
internal import BridgeProtocol

/// One call that watches sets. While it does not keep up, the changes that it was not sent are merged.
final class MatchWatch: SlicedWork {
  /// Whether changes of elements that stay in a set are left out.
  let isMembershipOnly: Bool
  /// By the position of the selector in the request.
  var sets: [StandingSet] = []

  private let call: Call
  private let view: ElementView
  private unowned let hub: StandingSets
  private let scheduler: Scheduler
  private let epoch: UInt64
  /// The sets that must be sent whole: none has been sent, or changes were dropped.
  private var whole: Set<Int>
  private var pending: [Int: MatchChanges] = [:]
  private var pendingCount = 0
  /// The revision of what waits to be sent; `nil`: nothing waits.
  private var dueRevision: Revision?
  private var parts: MatchParts?
  private var hasBegun = false
  private let charge: MemoryCharge

  init(
    _ call: Call, _ request: WatchMatchesRequest, hub: StandingSets, scheduler: Scheduler,
    epoch: UInt64
  ) {
    self.call = call
    self.hub = hub
    self.scheduler = scheduler
    self.epoch = epoch
    isMembershipOnly = request.onlyMembership
    view = request.view
    whole = Set(request.selectors.indices)
    charge = MemoryCharge(hub.cache.ledger, .backlogs)
    super.init()
    call.onReady = { [weak self] in self?.continueSending() }
  }

  /// About how much memory the changes that wait take, in bytes.
  var memory: Int { charge.bytes }

  /// The number of changes above which sets are sent whole instead.
  private static let maxPending = 65_536

  /// Changes what waits for a set.
  func changes(of index: Int, _ body: (inout MatchChanges) -> Void) {
    guard !whole.contains(index) else { return }
    let before = pending[index]?.count ?? 0
    body(&pending[index, default: MatchChanges()])
    let after = pending[index]?.count ?? 0
    if after == 0 { pending[index] = nil }
    pendingCount += after - before
    if pendingCount > Self.maxPending { dropChanges() }
  }

  /// Drops the changes that wait: their sets will be sent whole.
  func dropChanges() {
    whole.formUnion(pending.keys)
    (pending, pendingCount) = ([:], 0)
    updateCharge()
  }

  func fail(_ status: Status) { call.fail(status) }

  /// Sends what changed up to a revision, at which all sets are: at once while the slice lasts, else in its turn.
  func deliver(upTo revision: Revision, _ slice: Slice) {
    updateCharge()
    guard !whole.isEmpty || pendingCount > 0 || !hasBegun else { return }
    dueRevision = revision
    if slice.isExpired { scheduler.add(self, .heavy) } else { send(slice) }
  }

  override func proceed(_ slice: Slice) -> Bool {
    send(slice)
    return false
  }

  private func continueSending() { send(Slice(Scheduler.slice)) }

  /// Sends messages while the client takes them, until the slice is over.
  private func send(_ slice: Slice) {
    defer { updateCharge() }
    while call.isReady {
      if parts == nil { begin() }
      guard var rest = parts.take() else { return }
      let (bytes, isLast) = rest.next(hub.cache)
      if !isLast { parts = rest }
      call.send(bytes)
      guard !call.isEnded else { return }
      if slice.isExpired { return scheduler.add(self, .heavy) }
    }
  }

  private func begin() {
    // Between two batches only: meanwhile the sets are at different revisions.
    guard let revision = dueRevision, !hub.isUpdating else { return }
    let indices = whole.union(pending.keys).sorted()
    parts = MatchParts(
      indices.map { index in
        let changes = whole.contains(index) ? nil : pending[index]
        return (index, changes.map(MatchParts.Content.changes) ?? .whole(sets[index].members))
      }, revision: revision, epoch: hasBegun ? 0 : epoch, isRestart: hasBegun, view: view,
      limit: call.maxElementSize)
    (whole, pending, pendingCount, dueRevision, hasBegun) = ([], [:], 0, nil, true)
  }

  private func updateCharge() {
    charge.bytes = 48 * pendingCount + (parts?.memory ?? 0)
  }
}

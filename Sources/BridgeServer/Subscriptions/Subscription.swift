internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// One subscriber. While it keeps up it is sent each revision as it is made. Otherwise the group's backlog
/// records what it misses: elements in their latest state, and notifications in order up to a bound.
final class Subscription {
  private let call: Call
  private let group: SubscriptionGroup
  private let maxPending: Int
  private let wantsSnapshots: Bool
  /// The revision that the subscriber already has.
  private var sentRevision: Revision
  /// Messages for this subscriber alone that wait for credit, before the update.
  private var notices: ArraySlice<[UInt8]> = []
  /// The update that is being sent.
  private var update: SeriesReader?
  /// While a snapshot is wanted or being sent, updates wait.
  private var snapshot = SnapshotPhase.none
  /// Where the subscriber stopped reading; `nil` while it keeps up.
  private var cursor: Backlog.Cursor?
  /// Whether it waits for the group to be up to date.
  private var isFlushScheduled = false

  private enum SnapshotPhase {
    case none
    case wanted
    /// The elements are being encoded.
    case encoding
    case sending
  }

  /// - Parameters:
  ///   - maxPending: The number of notifications that may wait for the subscriber.
  ///   - wantsSnapshots: Whether the subscriber is sent a snapshot when it needs one.
  init(
    call: Call, group: SubscriptionGroup, revision: Revision, maxPending: Int,
    wantsSnapshots: Bool
  ) {
    self.call = call
    self.group = group
    self.maxPending = max(1, maxPending)
    self.wantsSnapshots = wantsSnapshots
    sentRevision = revision
    call.onReady = { [weak self] in self?.flush() }
  }

  /// Sends what passed the filter up to a revision, or falls behind. Must be called before the group adds
  /// that to its backlog. `encoded` returns the messages that all subscribers share that start from the same
  /// revision.
  func sendUpdate(upTo revision: Revision, encoded: (Revision, _ limit: Int) -> MessageSeries) {
    guard cursor == nil, !call.isEnded else { return }
    guard isIdle, call.isReady else { return fallBehind() }
    update = SeriesReader(encoded(sentRevision, call.maxElementSize))
    sentRevision = revision
    proceed()
  }

  /// Handles an update that later ones overtook before it could be sent: it is sent merged with them.
  func didMissUpdate() {
    guard !call.isEnded else { return }
    if cursor == nil { fallBehind() }
    flushLater()
  }

  private func flushLater() {
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    group.flushLater(self)
  }

  /// Sends what waits, now that the group is up to date.
  func flushDeferred() {
    isFlushScheduled = false
    if !call.isEnded { flush() }
  }

  /// Fails the call, because the filter cannot go on.
  func fail(_ status: Status) {
    call.fail(status)
  }

  /// Sends a message for this subscriber alone, before any update.
  func begin(with message: SubscribeResponse) {
    notices.append(message.encoded())
    proceed()
  }

  /// Sends what the filter covers now as soon as possible, and continues from there. Notifications from
  /// now on follow the snapshot.
  func sendSnapshot() {
    if cursor == nil { fallBehind() }
    snapshot = .wanted
    flush()
  }

  /// Sends what happened before the subscription began.
  func resume(_ commits: [SharedCommit]) {
    var past = Backlog()
    let start = past.open(most: maxPending)
    for commit in commits { past.add(commit) }
    send(past.pending(since: start, most: maxPending))
  }

  /// Releases what the subscription holds. Must be called when the call has ended.
  func end() {
    notices = []
    update = nil
    if let cursor = cursor.take() { group.backlog.close(cursor) }
  }

  /// Makes the group record what happens from now on.
  private func fallBehind() {
    cursor = group.backlog.open(most: maxPending)
  }

  private func flush() {
    proceed()
    guard isIdle, call.isReady else { return }
    switch snapshot {
    case .wanted: prepareSnapshot()
    case .encoding: break
    case .sending: break
    case .none: sendBacklog()
    }
  }

  private func prepareSnapshot() {
    snapshot = .encoding
    let isReady = group.prepareSnapshot { [weak self] in self?.streamSnapshot() }
    if isReady { streamSnapshot() }
  }

  private func streamSnapshot() {
    guard !call.isEnded else { return }
    // This brings the group up to date, which may fail. The cursor starts after that.
    let current = group.snapshot(within: call.maxElementSize)
    guard !call.isEnded, var cursor else { return }
    snapshot = .sending
    group.backlog.restartElements(&cursor)
    self.cursor = cursor
    sentRevision = current.revision
    SnapshotStream(current, call: call) { [self] in
      snapshot = .none
      call.onReady = { [weak self] in self?.flush() }
      flush()
    }.start()
  }

  private func sendBacklog() {
    guard let cursor else { return }
    // Elements are encoded in their current state, so the backlog must have all changes that led there.
    guard group.isCurrent else { return flushLater() }
    let pending = group.backlog.pending(since: cursor, most: maxPending)
    guard pending.elements != nil else { return requireSnapshot() }
    group.backlog.close(cursor)
    self.cursor = nil
    send(pending)
  }

  /// Tells the subscriber that it needs a snapshot, because the changes of its elements were dropped.
  private func requireSnapshot() {
    guard var cursor else { return }
    group.backlog.restartElements(&cursor)
    self.cursor = cursor
    let revision = group.revision
    begin(with: SubscribeResponse(.snapshotRequired(since: sentRevision, revision: revision)))
    sentRevision = revision
    if wantsSnapshots { snapshot = .wanted }
    flush()
  }

  private func send(_ pending: Backlog.Pending) {
    guard !pending.isEmpty, let elements = pending.elements else { return }
    let revision = group.revision
    group.cache.ledger.droppedNotifications &+= UInt64(clamping: pending.dropped)
    update = SeriesReader(
      UpdateEncoder(group.cache, limit: call.maxElementSize).encode(
        changed: elements.changed, removed: elements.removed, left: elements.left,
        notifications: pending.notifications, from: sentRevision, revision: revision,
        dropped: pending.dropped))
    sentRevision = revision
    proceed()
  }

  /// Whether everything that was begun has been sent.
  private var isIdle: Bool { notices.isEmpty && update == nil }

  /// Sends as much of what was begun as the call takes.
  private func proceed() {
    while let notice = notices.first, call.isReady {
      notices.removeFirst()
      call.send(notice)
    }
    guard notices.isEmpty, var reader = update else { return }
    let isDone = reader.send(on: call)
    update = isDone || call.isEnded ? nil : reader
  }
}

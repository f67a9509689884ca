internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// One subscriber. While it keeps up it is sent each revision as it is made; while it does not, the
/// group's backlog remembers for it: elements to their latest state, notifications in order up to a
/// bound.
final class Subscription {
  private let call: Call
  private let group: SubscriptionGroup
  private let maxPending: Int
  private let wantsSnapshots: Bool
  /// What the subscriber knows already.
  private var sentRevision: Revision
  /// Messages of its own that wait for credit, before the update.
  private var notices: ArraySlice<[UInt8]> = []
  /// The update that it is being sent.
  private var update: SeriesReader?
  /// While a snapshot is wanted or on its way, updates wait.
  private var snapshot = SnapshotPhase.none
  /// Where it stopped reading; `nil` while it keeps up.
  private var cursor: Backlog.Cursor?
  /// It waits for the group to be up to date.
  private var isLate = false

  private enum SnapshotPhase {
    case none
    case wanted
    /// Its elements are encoded.
    case prepared
    case underWay
  }

  /// - Parameters:
  ///   - maxPending: how many notifications may wait for it.
  ///   - wantsSnapshots: whether it is sent a snapshot where it needs one.
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

  /// Takes what came through the filter up to a revision, before the group's backlog does. `encoded`
  /// gives the messages that all subscribers share who start from the same revision.
  func take(upTo revision: Revision, encoded: (Revision, _ limit: Int) -> MessageSeries) {
    guard cursor == nil, !call.isEnded else { return }
    guard isIdle, call.isReady else { return fallBehind() }
    update = SeriesReader(encoded(sentRevision, call.longestElement))
    sentRevision = revision
    proceed()
  }

  /// An update was overtaken by later ones before it could be told: it is told joined with them.
  func missUpdate() {
    guard !call.isEnded else { return }
    if cursor == nil { fallBehind() }
    flushLater()
  }

  private func flushLater() {
    guard !isLate else { return }
    isLate = true
    group.flushLater(self)
  }

  /// The group is up to date.
  func flushAtLast() {
    isLate = false
    if !call.isEnded { flush() }
  }

  /// The filter cannot go on.
  func fail(_ status: Status) {
    call.fail(status)
  }

  /// Sends a message of its own, before any update.
  func begin(with message: SubscribeResponse) {
    notices.append(message.encoded())
    proceed()
  }

  /// Sends what the filter covers as it is now, as soon as it can, and goes on from there.
  /// Notifications from now on follow the snapshot.
  func sendSnapshot() {
    if cursor == nil { fallBehind() }
    snapshot = .wanted
    flush()
  }

  /// Sends what happened before the subscription stood.
  func resume(_ commits: [HeldCommit]) {
    var past = Backlog()
    let start = past.open(most: maxPending)
    for commit in commits { past.add(commit) }
    send(past.pending(since: start, most: maxPending))
  }

  /// To be called when the call has ended.
  func end() {
    notices = []
    update = nil
    if let cursor = cursor.take() { group.backlog.close(cursor) }
  }

  /// Has the group remember what happens from now on.
  private func fallBehind() {
    cursor = group.backlog.open(most: maxPending)
  }

  private func flush() {
    proceed()
    guard isIdle, call.isReady else { return }
    switch snapshot {
    case .wanted: prepareSnapshot()
    case .prepared: break
    case .underWay: break
    case .none: sendBacklog()
    }
  }

  private func prepareSnapshot() {
    snapshot = .prepared
    let isReady = group.prepareSnapshot { [weak self] in self?.streamSnapshot() }
    if isReady { streamSnapshot() }
  }

  private func streamSnapshot() {
    guard !call.isEnded else { return }
    // It brings the group up to date: the cursor starts after that. The group may fail over it.
    let made = group.snapshot(within: call.longestElement)
    guard !call.isEnded, var cursor else { return }
    snapshot = .underWay
    group.backlog.restartElements(&cursor)
    self.cursor = cursor
    sentRevision = made.revision
    SnapshotStream(made, call: call) { [self] in
      snapshot = .none
      call.onReady = { [weak self] in self?.flush() }
      flush()
    }.start()
  }

  private func sendBacklog() {
    guard let cursor else { return }
    // What is sent is encoded as it is now, so all that led there must be in the backlog.
    guard group.isCurrent else { return flushLater() }
    let pending = group.backlog.pending(since: cursor, most: maxPending)
    guard pending.elements != nil else { return askForSnapshot() }
    group.backlog.close(cursor)
    self.cursor = nil
    send(pending)
  }

  /// The changes of its elements were given up.
  private func askForSnapshot() {
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
      UpdateEncoder(group.cache, limit: call.longestElement).encode(
        changed: elements.changed, removed: elements.removed, left: elements.left,
        notifications: pending.notifications, from: sentRevision, revision: revision,
        dropped: pending.dropped))
    sentRevision = revision
    proceed()
  }

  /// Whether all that was begun is sent.
  private var isIdle: Bool { notices.isEmpty && update == nil }

  /// Sends as much of what was begun as the call takes.
  private func proceed() {
    while let notice = notices.first, call.isReady {
      notices.removeFirst()
      call.send(notice)
    }
    guard notices.isEmpty, var reader = update else { return }
    let isAll = reader.send(on: call)
    update = isAll || call.isEnded ? nil : reader
  }
}

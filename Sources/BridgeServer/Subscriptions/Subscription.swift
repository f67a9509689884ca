internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// One subscriber. While it keeps up it is sent each revision as it is made; while it does not, its
/// updates are joined: elements to their latest state, notifications in order up to a bound.
final class Subscription {
  private let call: Call
  private let group: SubscriptionGroup
  private var backlog: Backlog
  /// What the subscriber knows already.
  private var sentRevision: Revision
  /// Messages that are encoded and wait for credit: the parts of one update.
  private var parts: ArraySlice<[UInt8]> = []
  /// While a snapshot is wanted or on its way, updates wait.
  private var snapshot = SnapshotPhase.none

  private enum SnapshotPhase {
    case none
    case wanted
    case underWay
  }

  init(call: Call, group: SubscriptionGroup, revision: Revision, maxPending: Int) {
    self.call = call
    self.group = group
    sentRevision = revision
    backlog = Backlog(maxNotifications: maxPending)
    call.onReady = { [weak self] in self?.flush() }
  }

  /// Takes a commit that came through the filter. `encoded` gives the messages that all subscribers
  /// share who start from the same revision.
  func take(_ commit: Commit, encoded: (Revision, _ limit: Int) -> [[UInt8]]) {
    guard snapshot == .none, backlog.isEmpty, parts.isEmpty, call.isReady else {
      return backlog.add(commit)
    }
    parts = encoded(sentRevision, call.longestElement)[...]
    sentRevision = commit.revision
    sendParts()
  }

  /// Sends a message of its own, before any update.
  func begin(with message: SubscribeResponse) {
    parts.append(message.encoded())
    sendParts()
  }

  /// Sends what the filter covers as it is now, and goes on from there.
  func sendSnapshot() {
    snapshot = .wanted
    flush()
  }

  /// Sends what happened before the subscription stood.
  func resume(_ commits: [Commit]) {
    for commit in commits { backlog.add(commit) }
    flush()
  }

  private func flush() {
    sendParts()
    guard parts.isEmpty, call.isReady else { return }
    switch snapshot {
    case .wanted: streamSnapshot()
    case .underWay: break
    case .none: sendBacklog()
    }
  }

  private func streamSnapshot() {
    snapshot = .underWay
    backlog = Backlog(maxNotifications: backlog.maxNotifications)
    sentRevision = group.store.revision
    SnapshotStream(group.snapshot(within: call.longestElement), call: call) { [self] in
      snapshot = .none
      call.onReady = { [weak self] in self?.flush() }
      flush()
    }.start()
  }

  private func sendBacklog() {
    guard !backlog.isEmpty else { return }
    let pending = backlog.take()
    parts =
      UpdateEncoder(group.cache, limit: call.longestElement).encode(
        changed: pending.changed, removed: pending.removed, notifications: pending.notifications,
        from: sentRevision, revision: group.store.revision, dropped: pending.dropped)[...]
    sentRevision = group.store.revision
    sendParts()
  }

  private func sendParts() {
    while let part = parts.first, call.isReady {
      parts.removeFirst()
      call.send(part)
    }
    if parts.isEmpty { parts = [] }
  }
}

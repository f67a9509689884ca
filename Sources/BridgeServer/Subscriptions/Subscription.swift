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
  func take(_ commit: Commit, encoded: (Revision) -> [[UInt8]]) {
    guard snapshot == .none, backlog.isEmpty, parts.isEmpty, call.isReady else {
      return backlog.add(commit)
    }
    parts = encoded(sentRevision)[...]
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
    SnapshotStream(
      group.snapshot(), revision: sentRevision, omitted: 0, call: call,
      build: ResponseBuilder.subscribeSnapshot
    ) { [self] in
      snapshot = .none
      call.onReady = { [weak self] in self?.flush() }
      flush()
    }.start()
  }

  private func sendBacklog() {
    guard !backlog.isEmpty else { return }
    let pending = backlog.take()
    parts =
      UpdateEncoder(group.cache).encode(
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
  }
}

/// What waits for a slow subscriber. Bounded: elements by how many there are, notifications by number.
struct Backlog {
  let maxNotifications: Int
  private var elements = ChangeSummary()
  private var notifications: [RevisedNotification] = []
  private var dropped = 0

  init(maxNotifications: Int) {
    self.maxNotifications = max(1, maxNotifications)
  }

  var isEmpty: Bool { elements.isEmpty && notifications.isEmpty && dropped == 0 }

  mutating func add(_ commit: Commit) {
    elements.add(commit)
    for notification in commit.notifications {
      notifications.append(
        RevisedNotification(revision: commit.revision, notification))
      if notifications.count > maxNotifications { dropOne() }
    }
  }

  mutating func take() -> (
    changed: [ElementID], removed: [ElementID], notifications: [RevisedNotification], dropped: Int
  ) {
    defer {
      elements = ChangeSummary()
      notifications = []
      dropped = 0
    }
    return (elements.changed, elements.removed, notifications, dropped)
  }

  /// Leaves out the oldest of the least urgent.
  private mutating func dropOne() {
    let least = notifications.indices.min {
      notifications[$0].notification.urgency < notifications[$1].notification.urgency
    }
    guard let least else { return }
    notifications.remove(at: least)
    dropped += 1
  }
}

extension Notification {
  /// What is said cannot be read off the tree later; the rest can.
  fileprivate var urgency: Int {
    switch self {
    case .scrolled: 0
    case .valueChanged, .layoutChanged: 1
    case .focusMoved, .screenChanged, .applicationChanged: 2
    case .announcement(_, .low, _): 3
    case .announcement(_, .default, _): 4
    case .announcement(_, .high, _): 5
    }
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// A commit on its way to subscribers, with the notifications that they are sent.
struct SharedCommit {
  /// The commit. Its own notifications are those of the whole commit, or none.
  let commit: Commit
  /// The notifications that a filter passes, or all of them.
  let notifications: [SharedNotification]

  init(_ commit: Commit, _ notifications: [SharedNotification]) {
    self.commit = commit
    self.notifications = notifications
  }

  /// Creates the unfiltered form of a commit.
  init(_ commit: Commit, _ ledger: MemoryLedger) {
    self.init(
      commit,
      commit.notifications.map {
        SharedNotification(RevisedNotification(revision: commit.revision, $0), ledger)
      })
  }

  /// The number of elements and notifications that the commit names.
  var entries: Int { commit.changed.count + commit.removed.count + notifications.count }

  /// Whether there is anything to send.
  var hasContent: Bool {
    !(commit.changed.isEmpty && commit.removed.isEmpty && commit.left.isEmpty
      && notifications.isEmpty)
  }
}

/// A notification that waits for subscribers. The filters that pass it share it, and its text is charged
/// once for all of them.
final class SharedNotification {
  let notification: RevisedNotification
  /// About how much memory the notification takes, in bytes.
  var memory: Int { charge.bytes }
  private let charge: MemoryCharge

  init(_ notification: RevisedNotification, _ ledger: MemoryLedger) {
    self.notification = notification
    charge = MemoryCharge(ledger, .backlogs, Self.baseMemory + notification.notification.memory)
  }

  /// The memory of the objects themselves, in bytes.
  private static let baseMemory = 128
}

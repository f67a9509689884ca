internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// A commit on its way to subscribers, with the notifications that are told of it.
struct HeldCommit {
  /// Its own notifications are those of the whole commit, or none.
  let commit: Commit
  /// Those that a filter lets through, or all.
  let notifications: [HeldNotification]

  init(_ commit: Commit, _ notifications: [HeldNotification]) {
    self.commit = commit
    self.notifications = notifications
  }

  /// A commit as it was made.
  init(_ commit: Commit, _ ledger: MemoryLedger) {
    self.init(
      commit,
      commit.notifications.map {
        HeldNotification(RevisedNotification(revision: commit.revision, $0), ledger)
      })
  }

  /// How many elements and notifications it names.
  var entries: Int { commit.changed.count + commit.removed.count + notifications.count }

  /// Whether there is anything to tell.
  var isSomething: Bool {
    !(commit.changed.isEmpty && commit.removed.isEmpty && commit.left.isEmpty
      && notifications.isEmpty)
  }
}

/// A notification that waits for subscribers. The filters that let it through share it, and its text is
/// charged once for all of them.
final class HeldNotification {
  let notification: RevisedNotification
  /// About how much memory it takes, in bytes.
  var memory: Int { charge.bytes }
  private let charge: MemoryCharge

  init(_ notification: RevisedNotification, _ ledger: MemoryLedger) {
    self.notification = notification
    charge = MemoryCharge(ledger, .backlogs, Self.baseMemory + notification.notification.memory)
  }

  /// The objects themselves, in bytes.
  private static let baseMemory = 128
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// The updates that wait for the slow subscribers of a group. They are kept once for all subscribers, so
/// that they cost the same for one as for a thousand.
struct Backlog {
  /// Where a subscriber stopped reading; valid from `open` to `close`.
  struct Cursor {
    fileprivate var elements: ElementHistory.Position
    fileprivate let notifications: NotificationHistory.Position
  }

  /// What one subscriber has missed.
  struct Pending {
    /// `nil`: given up to save memory; the subscriber needs a snapshot.
    var elements: ChangeSummary?
    var notifications: [RevisedNotification]
    /// How many notifications were left out.
    var dropped: Int

    var isEmpty: Bool { elements?.isEmpty == true && notifications.isEmpty && dropped == 0 }
  }

  private var elements = ElementHistory()
  private var notifications = NotificationHistory()

  /// About how much memory the backlog itself takes, in bytes. What other backlogs hold as well has a
  /// charge of its own.
  var memory: Int { elements.memory + notifications.memory }
  /// The same, including what other backlogs may hold as well.
  var heldMemory: Int { memory + notifications.sharedMemory }

  /// Begins to record for a subscriber, which takes at most `most` notifications at once.
  mutating func open(most: Int) -> Cursor {
    notifications.maxCount = max(notifications.maxCount, most)
    return Cursor(elements: elements.open(), notifications: notifications.open())
  }

  /// Makes the elements of a cursor start from now, because its subscriber is sent a snapshot.
  mutating func restartElements(_ cursor: inout Cursor) {
    elements.close(cursor.elements)
    cursor.elements = elements.open()
  }

  mutating func close(_ cursor: Cursor) {
    elements.close(cursor.elements)
    notifications.close(cursor.notifications)
  }

  mutating func add(_ held: SharedCommit) {
    elements.add(held.commit)
    notifications.add(held.notifications)
  }

  func pending(since cursor: Cursor, most: Int) -> Pending {
    let told = notifications.pending(since: cursor.notifications, most: most)
    return Pending(
      elements: elements.changes(since: cursor.elements), notifications: told.notifications,
      dropped: told.dropped)
  }

  /// Drops everything to save memory. Subscribers are told that they need a snapshot, and how many
  /// notifications they missed.
  mutating func dropAll() {
    elements.dropAll()
    notifications.dropAll()
  }
}

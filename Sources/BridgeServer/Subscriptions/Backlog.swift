internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// What waits for a slow subscriber. Bounded: elements by how many there are, notifications by number.
struct Backlog {
  private struct Waiting {
    let order: Int
    let notification: RevisedNotification
  }

  let maxNotifications: Int
  private var elements = ChangeSummary()
  /// By urgency, the least urgent first; each oldest first.
  private var notifications: [ArraySlice<Waiting>]
  private var count = 0
  private var last = 0
  private var dropped = 0

  init(maxNotifications: Int) {
    self.maxNotifications = max(1, maxNotifications)
    notifications = Array(repeating: [], count: Notification.urgencies)
  }

  var isEmpty: Bool { elements.isEmpty && count == 0 && dropped == 0 }

  mutating func add(_ commit: Commit) {
    elements.add(commit)
    for notification in commit.notifications {
      last += 1
      count += 1
      notifications[notification.urgency].append(
        Waiting(
          order: last,
          notification: RevisedNotification(revision: commit.revision, notification)))
      if count > maxNotifications { dropOne() }
    }
  }

  mutating func take() -> (
    changed: [ElementID], removed: [ElementID], notifications: [RevisedNotification], dropped: Int
  ) {
    defer { self = Backlog(maxNotifications: maxNotifications) }
    let inOrder = notifications.joined().sorted { $0.order < $1.order }
    return (elements.changed, elements.removed, inOrder.map(\.notification), dropped)
  }

  /// Leaves out the oldest of the least urgent.
  private mutating func dropOne() {
    guard let least = notifications.indices.first(where: { !notifications[$0].isEmpty }) else {
      return
    }
    notifications[least].removeFirst()
    count -= 1
    dropped += 1
  }
}

extension Notification {
  fileprivate static let urgencies = 6

  /// What is said cannot be read off the tree later; the rest can.
  fileprivate var urgency: Int {
    switch self {
    case .scrolled: 0
    case .valueChanged, .layoutChanged, .speech: 1
    case .focusMoved, .screenChanged, .applicationChanged: 2
    case .announcement(_, .low, _): 3
    case .announcement(_, .default, _): 4
    case .announcement(_, .high, _): 5
    }
  }
}

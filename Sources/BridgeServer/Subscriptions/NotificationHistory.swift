internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Notifications that some of several subscribers have not been sent yet, kept once for all of them.
///
/// Bounded in number and in bytes. Beyond that the oldest of the least urgent are dropped. Each
/// subscriber learns how many of those it missed, because positions count every notification.
struct NotificationHistory {
  /// The number of notifications so far when a subscriber stopped reading.
  typealias Position = UInt64

  private struct Entry {
    let position: Position
    let held: SharedNotification
  }

  /// The maximum number of bytes kept for one group of subscribers, whether shared with others or not.
  static let maxMemory = 4 * 1024 * 1024

  /// The maximum number of notifications kept: the highest number that any subscriber asked for.
  var maxCount = 1
  /// One queue for each urgency, the least urgent first; each queue is oldest first.
  private var queues = [Fifo<Entry>](repeating: Fifo(), count: Notification.urgencies)
  private var count = 0
  private var newest: Position = 0
  /// The positions where subscribers stopped, ascending, and the number of subscribers at each.
  private var readers: [(position: Position, count: Int)] = []

  /// About how much memory the history takes beside the notifications, in bytes.
  var memory: Int { count * MemoryLayout<Entry>.stride }
  /// About how much memory the notifications take, in bytes; others may hold them as well.
  private(set) var sharedMemory = 0

  /// Begins to record for a subscriber, and returns its position.
  mutating func open() -> Position {
    if readers.last?.position == newest {
      readers[readers.count - 1].count += 1
    } else {
      readers.append((newest, 1))
    }
    return newest
  }

  /// Drops what only the reader at `position` needed.
  mutating func close(_ position: Position) {
    guard let index = readers.firstIndex(where: { $0.position >= position }),
      readers[index].position == position
    else { return }
    readers[index].count -= 1
    guard readers[index].count == 0 else { return }
    readers.remove(at: index)
    if index == 0 { forget(upTo: readers.first?.position ?? newest) }
  }

  /// Adds a commit's notifications for all subscribers that wait. Has no effect when none does.
  mutating func add(_ notifications: [SharedNotification]) {
    guard !readers.isEmpty else { return }
    for held in notifications {
      newest += 1
      queues[held.notification.notification.urgency].append(Entry(position: newest, held: held))
      count += 1
      sharedMemory += held.memory
      while count > maxCount || (memory + sharedMemory > Self.maxMemory && count > 1) { dropOne() }
    }
  }

  /// Returns the notifications after a position, in order: at most `most`, leaving out the oldest of the
  /// least urgent. Also returns how many are left out.
  func pending(
    since position: Position, most: Int
  ) -> (notifications: [RevisedNotification], dropped: Int) {
    var kept: [Entry] = []
    for queue in queues.reversed() where kept.count < most {
      kept += queue.suffix(most - kept.count) { $0.position > position }
    }
    kept.sort { $0.position < $1.position }
    return (kept.map(\.held.notification), Int(clamping: newest - position) - kept.count)
  }

  /// Drops all notifications to save memory; they count as dropped.
  mutating func dropAll() {
    forget(upTo: newest)
  }

  private mutating func forget(upTo position: Position) {
    for index in queues.indices {
      while let first = queues[index].first, first.position <= position { remove(first, index) }
    }
  }

  /// Drops the oldest of the least urgent notifications.
  private mutating func dropOne() {
    guard let least = queues.indices.first(where: { queues[$0].first != nil }),
      let first = queues[least].first
    else { return }
    remove(first, least)
  }

  private mutating func remove(_ first: Entry, _ index: Int) {
    _ = queues[index].popFirst()
    count -= 1
    sharedMemory -= first.held.memory
  }
}

extension Notification {
  fileprivate static let urgencies = 6

  /// The urgency, from 0 up. Announcements are the most urgent: only they cannot be read from the tree later.
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

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Notifications that some of several subscribers have not been sent yet, kept once for all.
///
/// Bounded in number and in bytes. Beyond that the oldest of the least urgent are left out; each
/// subscriber learns how many of those it missed, because positions count every notification.
struct NotificationHistory {
  /// How many notifications there were when a subscriber stopped reading.
  typealias Position = UInt64

  private struct Entry {
    let position: Position
    let held: HeldNotification
  }

  /// The most bytes that are kept for one group of subscribers, shared with others or not.
  static let maxMemory = 4 * 1024 * 1024

  /// How many are kept; as many as the most patient subscriber asked for.
  var maxCount = 1
  /// By urgency, the least urgent first; each oldest first.
  private var queues = [Fifo<Entry>](repeating: Fifo(), count: Notification.urgencies)
  private var count = 0
  private var newest: Position = 0
  /// Where subscribers stopped, ascending, and how many at each place.
  private var readers: [(position: Position, count: Int)] = []

  /// About how much memory it takes beside the notifications, in bytes.
  var memory: Int { count * MemoryLayout<Entry>.stride }
  /// About how much memory the notifications take, which others may hold as well, in bytes.
  private(set) var sharedMemory = 0

  /// Begins to remember, from now on.
  mutating func open() -> Position {
    if readers.last?.position == newest {
      readers[readers.count - 1].count += 1
    } else {
      readers.append((newest, 1))
    }
    return newest
  }

  /// Forgets what only the reader at `position` needed.
  mutating func close(_ position: Position) {
    guard let index = readers.firstIndex(where: { $0.position >= position }),
      readers[index].position == position
    else { return }
    readers[index].count -= 1
    guard readers[index].count == 0 else { return }
    readers.remove(at: index)
    if index == 0 { forget(upTo: readers.first?.position ?? newest) }
  }

  /// Adds a commit's notifications for all who wait. Does nothing when nobody does.
  mutating func add(_ notifications: [HeldNotification]) {
    guard !readers.isEmpty else { return }
    for held in notifications {
      newest += 1
      queues[held.notification.notification.urgency].append(Entry(position: newest, held: held))
      count += 1
      sharedMemory += held.memory
      while count > maxCount || (memory + sharedMemory > Self.maxMemory && count > 1) { dropOne() }
    }
  }

  /// What came after a position, in order: at most `most`, without the oldest of the least urgent;
  /// and how many that leaves out.
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

  /// Gives up all notifications to save memory; they count as dropped.
  mutating func giveUp() {
    forget(upTo: newest)
  }

  private mutating func forget(upTo position: Position) {
    for index in queues.indices {
      while let first = queues[index].first, first.position <= position { remove(first, index) }
    }
  }

  /// Leaves out the oldest of the least urgent.
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

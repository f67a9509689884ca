internal import AccessibilityMirror
internal import AccessibilityTree

/// Records which elements changed since each of several subscribers stopped reading, once for all of them.
///
/// The history is split where a subscriber stopped, and only there. A commit is added to the last segment,
/// so its cost does not depend on how many subscribers wait.
struct ElementHistory {
  /// Where a subscriber stopped reading; valid from `open` to `close`.
  struct Position: Equatable {
    fileprivate let number: UInt64
  }

  private struct Segment {
    let start: Position
    /// The number of subscribers that stopped at the start of the segment.
    var readers: Int
    var changes = ChangeSummary()
    /// Whether its changes were dropped to save memory.
    var isLost = false

    var isUnused: Bool { changes.isEmpty && !isLost }
  }

  /// Oldest first.
  private var segments: [Segment] = []
  private var lastNumber: UInt64 = 0

  /// About how much memory the changes take, in bytes.
  private(set) var memory = 0

  /// Begins to record for a subscriber, and returns its position.
  mutating func open() -> Position {
    if let last = segments.last, last.isUnused {
      segments[segments.count - 1].readers += 1
      return last.start
    }
    lastNumber += 1
    let start = Position(number: lastNumber)
    segments.append(Segment(start: start, readers: 1))
    return start
  }

  /// Drops what only the reader at `position` needed.
  mutating func close(_ position: Position) {
    guard let index = index(of: position) else { return }
    segments[index].readers -= 1
    guard segments[index].readers == 0 else { return }
    let closed = segments.remove(at: index)
    memory -= closed.changes.memory
    guard index > 0 else { return }
    change(index - 1) {
      $0.isLost = $0.isLost || closed.isLost
      if !$0.isLost { $0.changes.add(closed.changes) }
    }
  }

  /// Adds a commit for all subscribers that wait. Has no effect when none does.
  mutating func add(_ commit: Commit) {
    guard let last = segments.indices.last, !segments[last].isLost else { return }
    change(last) { $0.changes.add(commit) }
  }

  /// Returns what changed since a position, or `nil` when that was dropped.
  func changes(since position: Position) -> ChangeSummary? {
    guard let first = index(of: position) else { return nil }
    var sum = segments[first].changes
    for segment in segments[first...] where segment.isLost { return nil }
    for segment in segments[(first + 1)...] { sum.add(segment.changes) }
    return sum
  }

  /// Drops all changes to save memory. Subscribers that wait need a snapshot.
  mutating func dropAll() {
    for index in segments.indices {
      segments[index].isLost = segments[index].isLost || !segments[index].changes.isEmpty
      segments[index].changes = ChangeSummary()
    }
    memory = 0
  }

  private mutating func change(_ index: Int, _ body: (inout Segment) -> Void) {
    memory -= segments[index].changes.memory
    body(&segments[index])
    if segments[index].isLost { segments[index].changes = ChangeSummary() }
    memory += segments[index].changes.memory
  }

  /// Returns the index of the segment that starts at a position. Positions ascend.
  private func index(of position: Position) -> Int? {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = low + (high - low) / 2
      if segments[middle].start.number < position.number { low = middle + 1 } else { high = middle }
    }
    return low < segments.count && segments[low].start == position ? low : nil
  }
}

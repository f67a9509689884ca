/// Pending timers, earliest first: a binary heap, so that each of 10,000 timers costs 14 steps.
/// Timers with the same deadline keep the order in which they were scheduled.
final class TimerHeap {
  private struct Entry {
    let deadline: UInt64
    let order: UInt64
    let timer: Timer

    func precedes(_ other: Entry) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : order < other.order
    }
  }

  private var entries: [Entry] = []
  private var scheduled: UInt64 = 0
  private var isClosed = false

  /// When the next timer is due; `nil` when there is none.
  var next: MonotonicTime? {
    entries.isEmpty ? nil : MonotonicTime(nanoseconds: entries[0].deadline)
  }

  func schedule(at deadline: MonotonicTime, _ body: @escaping () -> Void) -> Timer {
    if isClosed { return Timer(deadline: deadline, heap: nil, body: nil) }
    let timer = Timer(deadline: deadline, heap: self, body: body)
    scheduled &+= 1
    entries.append(Entry(deadline: deadline.nanoseconds, order: scheduled, timer: timer))
    timer.position = entries.count - 1
    siftUp(from: entries.count - 1)
    return timer
  }

  func remove(_ timer: Timer) {
    let position = timer.position
    guard entries.indices.contains(position) else { return }
    timer.position = -1
    let last = entries.removeLast()
    guard position < entries.count else { return }
    place(last, at: position)
    siftUp(from: position)
    siftDown(from: last.timer.position)
  }

  /// Runs the timers that are due at `now`, but not those that they schedule for `now`, which wait
  /// for the next call. Stops early when `isEnough` returns `true`; the rest are left for the next call.
  /// Returns how many ran.
  func fire(due now: MonotonicTime, until isEnough: () -> Bool = { false }) -> Int {
    let newest = scheduled
    var fired = 0
    while let first = entries.first, first.deadline <= now.nanoseconds, first.order <= newest {
      remove(first.timer)
      first.timer.fire()
      fired += 1
      if fired & 3 == 0, isEnough() { break }
    }
    return fired
  }

  /// Cancels all timers, and ignores those that are scheduled later.
  func cancelAll() {
    isClosed = true
    for entry in entries { entry.timer.cancel() }
  }

  private func place(_ entry: Entry, at position: Int) {
    entries[position] = entry
    entry.timer.position = position
  }

  private func siftUp(from start: Int) {
    var position = start
    let entry = entries[position]
    while position > 0 {
      let parent = (position - 1) / 2
      guard entry.precedes(entries[parent]) else { break }
      place(entries[parent], at: position)
      position = parent
    }
    place(entry, at: position)
  }

  private func siftDown(from start: Int) {
    var position = start
    let entry = entries[position]
    while true {
      var child = position * 2 + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].precedes(entries[child]) { child += 1 }
      guard entries[child].precedes(entry) else { break }
      place(entries[child], at: position)
      position = child
    }
    place(entry, at: position)
  }
}

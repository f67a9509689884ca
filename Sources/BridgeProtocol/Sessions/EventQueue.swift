/// Events in order, pulled one by one. The memory is reused when all have been pulled.
struct EventQueue<Event> {
  private struct Entry {
    var event: Event?
    var payload: Int
  }

  /// The maximum number of entries that are kept for reuse.
  private static var maxKept: Int { 128 }

  /// The events that were not pulled yet are at `head..<tail`. The other entries are empty.
  private var entries: [Entry] = []
  private var head = 0
  private var tail = 0
  /// The number of bytes to which events that were not pulled yet refer, as passed to `append`.
  private var payloads = 0

  var isEmpty: Bool { head == tail }

  /// About how much memory the events that were not pulled yet take, in bytes.
  var memory: Int {
    (tail - head) * MemoryLayout<Entry>.stride + payloads
  }

  /// - Parameter payload: The number of bytes to which the event refers.
  @inline(__always)
  mutating func append(_ event: Event, payload: Int = 0) {
    if tail < entries.count {
      entries[tail] = Entry(event: event, payload: payload)
    } else {
      entries.append(Entry(event: event, payload: payload))
    }
    tail += 1
    payloads += payload
  }

  @inline(__always)
  mutating func next() -> Event? {
    guard head < tail else { return nil }
    let event = entries[head].event.take()
    payloads -= entries[head].payload
    head += 1
    if head == tail {
      // Entries that are empty cost nothing to keep.
      if entries.count > Self.maxKept { entries = [] }
      head = 0
      tail = 0
    } else if head >= 1024, head > tail / 2 {
      // The queue may never become empty, so release the pulled events now.
      entries.removeFirst(head)
      tail -= head
      head = 0
    }
    return event
  }
}

/// Events in order, pulled one by one. Its memory is used again when all are pulled.
struct EventQueue<Event> {
  private typealias Entry = (event: Event?, payload: Int)

  private var entries: [Entry] = []
  private var head = 0
  /// What the events refer to that were not pulled yet, in bytes, as `append` was told.
  private var payloads = 0

  /// About how much memory the events take that were not pulled yet, in bytes.
  var memory: Int {
    (entries.count - head) * MemoryLayout<Entry>.stride + payloads
  }

  /// - Parameter payload: how many bytes the event refers to.
  @inline(__always)
  mutating func append(_ event: Event, payload: Int = 0) {
    entries.append((event, payload))
    payloads += payload
  }

  @inline(__always)
  mutating func next() -> Event? {
    guard head < entries.count else { return nil }
    let event = entries[head].event.take()
    payloads -= entries[head].payload
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: entries.capacity <= 64)
      head = 0
    } else if head >= 1024, head > entries.count / 2 {
      // More may be added for as long as there are some.
      entries.removeFirst(head)
      head = 0
    }
    return event
  }
}

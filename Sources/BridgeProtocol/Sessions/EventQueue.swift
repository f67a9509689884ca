/// Events in order, pulled one by one. The memory is reused when all have been pulled.
struct EventQueue<Event> {
  private struct Entry {
    var event: Event?
    let payload: Int
  }

  private var entries: [Entry] = []
  private var head = 0
  /// The number of bytes to which events that were not pulled yet refer, as passed to `append`.
  private var payloads = 0

  /// About how much memory the events that were not pulled yet take, in bytes.
  var memory: Int {
    (entries.count - head) * MemoryLayout<Entry>.stride + payloads
  }

  /// - Parameter payload: The number of bytes to which the event refers.
  @inline(__always)
  mutating func append(_ event: Event, payload: Int = 0) {
    entries.append(Entry(event: event, payload: payload))
    payloads += payload
  }

  @inline(__always)
  mutating func next() -> Event? {
    guard head < entries.count else { return nil }
    let event = entries[head].event.take()
    payloads -= entries[head].payload
    head += 1
    if head == entries.count {
      entries.removeAll(keepingCapacity: entries.capacity <= 128)
      head = 0
    } else if head >= 1024, head > entries.count / 2 {
      // The queue may never become empty, so release the pulled events now.
      entries.removeFirst(head)
      head = 0
    }
    return event
  }
}

/// Events in order, pulled one by one. Its memory is used again when all are pulled.
struct EventQueue<Event> {
  private var events: [Event?] = []
  private var head = 0
  /// What the events refer to, in bytes, as `append` was told.
  private var payloads = 0

  /// About how much memory the events take that were not pulled yet, in bytes.
  var memory: Int {
    head == events.count ? 0 : events.count * MemoryLayout<Event?>.stride + payloads
  }

  /// - Parameter payload: how many bytes the event refers to.
  @inline(__always)
  mutating func append(_ event: Event, payload: Int = 0) {
    events.append(event)
    payloads += payload
  }

  @inline(__always)
  mutating func next() -> Event? {
    guard head < events.count else { return nil }
    let event = events[head].take()
    head += 1
    if head == events.count {
      events.removeAll(keepingCapacity: events.capacity <= 64)
      head = 0
      payloads = 0
    }
    return event
  }
}

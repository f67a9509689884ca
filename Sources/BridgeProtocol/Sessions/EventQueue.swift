/// Events in order, pulled one by one. Its memory is used again when all are pulled.
struct EventQueue<Event> {
  private var events: [Event?] = []
  private var head = 0

  @inline(__always)
  mutating func append(_ event: Event) {
    events.append(event)
  }

  @inline(__always)
  mutating func next() -> Event? {
    guard head < events.count else { return nil }
    let event = events[head].take()
    head += 1
    if head == events.count {
      events.removeAll(keepingCapacity: events.capacity <= 4096)
      head = 0
    }
    return event
  }
}

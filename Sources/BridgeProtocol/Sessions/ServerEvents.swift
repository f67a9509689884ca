/// The events of a server's session, in order. Not generic, so that it is fast in other targets as well.
package struct ServerEvents {
  private var queue = EventQueue<ServerEvent>()

  package init() {}

  /// About how much memory the events that were not pulled yet take, in bytes.
  package var memory: Int { queue.memory }

  /// - Parameter payload: The number of bytes to which the event refers.
  package mutating func append(_ event: ServerEvent, payload: Int = 0) {
    queue.append(event, payload: payload)
  }

  package mutating func next() -> ServerEvent? { queue.next() }
}

internal import CProtobuf

extension ProtoWriter {
  mutating func memory(_ memory: MemoryUsage) {
    number(1, memory.limit)
    number(2, memory.used)
    number(3, memory.peak)
    for use in memory.uses {
      message(4) {
        $0.text(1, use.purpose)
        $0.number(2, use.bytes)
      }
    }
    text(5, memory.largestConnection)
    number(6, memory.largestConnectionBytes)
    number(7, memory.endedConnections)
    number(8, memory.refusedCalls)
    number(9, memory.lostBacklogs)
    number(10, memory.droppedNotifications)
  }
}

extension MemoryUsage {
  /// A server of an older release says nothing of it.
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__MemoryUsage>?) throws(Status) {
    self.init()
    guard let message = unsafe message?.pointee else { return }
    limit = unsafe message.limit_bytes
    used = unsafe message.used_bytes
    peak = unsafe message.peak_bytes
    uses = try unsafe array(message.uses, message.n_uses) { (use) throws(Status) in
      Use(
        purpose: try unsafe readText(use.pointee.purpose, "MemoryUse.purpose"),
        bytes: unsafe use.pointee.bytes)
    }
    largestConnection = try unsafe readText(
      message.largest_connection, "MemoryUsage.largest_connection")
    largestConnectionBytes = unsafe message.largest_connection_bytes
    endedConnections = unsafe message.ended_connections
    refusedCalls = unsafe message.refused_calls
    lostBacklogs = unsafe message.lost_backlogs
    droppedNotifications = unsafe message.dropped_notifications
  }
}

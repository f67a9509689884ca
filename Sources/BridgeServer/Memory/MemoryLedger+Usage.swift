internal import BridgeProtocol

extension MemoryLedger {
  /// Returns the usage that clients are told.
  func usage(largest: (peer: String, memory: Int)) -> MemoryUsage {
    var usage = MemoryUsage()
    usage.limit = UInt64(clamping: limit)
    usage.used = UInt64(clamping: used)
    usage.peak = UInt64(clamping: max(peak, used))
    usage.uses = MemoryUse.allCases.map {
      MemoryUsage.Use(purpose: $0.name, bytes: UInt64(clamping: self[$0]))
    }
    usage.largestConnection = largest.peer
    usage.largestConnectionBytes = UInt64(clamping: largest.memory)
    usage.endedConnections = endedConnections
    usage.refusedCalls = refusedCalls
    usage.lostBacklogs = lostBacklogs
    usage.droppedNotifications = droppedNotifications
    return usage
  }
}

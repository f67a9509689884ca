internal import CProtobuf

/// The memory that all clients together make the server use, beside the trees themselves. All byte
/// counts are estimates: the system reports more for the process.
public struct MemoryUsage: Hashable, Sendable {
  /// Memory used for one purpose.
  public struct Use: Hashable, Sendable {
    public var purpose: String
    public var bytes: UInt64

    public init(purpose: String, bytes: UInt64) {
      self.purpose = purpose
      self.bytes = bytes
    }
  }

  /// The limit, the current use, and the highest use so far, in bytes.
  public var limit: UInt64 = 0
  public var used: UInt64 = 0
  public var peak: UInt64 = 0
  /// The current use for each purpose.
  public var uses: [Use] = []
  /// The connection that uses the most, by the address of its other end; empty when there is none.
  public var largestConnection = ""
  public var largestConnectionBytes: UInt64 = 0
  /// The number of connections that were ended because the memory was needed.
  public var endedConnections: UInt64 = 0
  /// The number of calls that were refused because their connection used too much.
  public var refusedCalls: UInt64 = 0
  /// How often changes that waited for slow subscribers were dropped.
  public var lostBacklogs: UInt64 = 0
  /// The number of notifications that were left out because subscribers were slow.
  public var droppedNotifications: UInt64 = 0

  public init() {}
}

extension MemoryUsage {
  /// Reads the usage; all zero for `nil`, because a server of an older release does not send it.
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

extension ProtoWriter {
  mutating func memory(_ memory: MemoryUsage) {
    number(MemoryUsageFields.limitBytes, memory.limit)
    number(MemoryUsageFields.usedBytes, memory.used)
    number(MemoryUsageFields.peakBytes, memory.peak)
    for use in memory.uses {
      message(MemoryUsageFields.uses) {
        $0.text(MemoryUseFields.purpose, use.purpose)
        $0.number(MemoryUseFields.bytes, use.bytes)
      }
    }
    text(MemoryUsageFields.largestConnection, memory.largestConnection)
    number(MemoryUsageFields.largestConnectionBytes, memory.largestConnectionBytes)
    number(MemoryUsageFields.endedConnections, memory.endedConnections)
    number(MemoryUsageFields.refusedCalls, memory.refusedCalls)
    number(MemoryUsageFields.lostBacklogs, memory.lostBacklogs)
    number(MemoryUsageFields.droppedNotifications, memory.droppedNotifications)
  }
}

/// The memory that all clients together make the server use, beside the trees themselves. All bytes
/// are estimates: what the system shows for the process is more.
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

  /// What may be used, what is used now, and the most that was ever used.
  public var limit: UInt64 = 0
  public var used: UInt64 = 0
  public var peak: UInt64 = 0
  /// What for.
  public var uses: [Use] = []
  /// The connection that uses the most, by the address of its other end; empty when there is none.
  public var largestConnection = ""
  public var largestConnectionBytes: UInt64 = 0
  /// How many connections were ended because the memory was needed.
  public var endedConnections: UInt64 = 0
  /// How many calls were refused because their connection used too much.
  public var refusedCalls: UInt64 = 0
  /// How often the changes were given up that waited for slow subscribers.
  public var lostBacklogs: UInt64 = 0
  /// How many notifications were left out because subscribers were slow.
  public var droppedNotifications: UInt64 = 0

  public init() {}
}

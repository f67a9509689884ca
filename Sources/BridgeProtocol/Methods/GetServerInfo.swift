public import AccessibilityTree

/// Asks what the server is.
public struct GetServerInfoRequest: Hashable, Sendable {
  /// Begins to measure turns anew, once the figures so far are answered.
  public var restartTurnTimes: Bool

  public init(restartTurnTimes: Bool = false) {
    self.restartTurnTimes = restartTurnTimes
  }
}

/// What the server is.
public struct GetServerInfoResponse: Hashable, Sendable {
  /// The release: "0.1.0".
  public var version: String
  /// Names this run of the server.
  public var epoch: UInt64
  public var revision: Revision
  /// Where the trees come from.
  public var sources: [SourceInfo]
  public var limits: ServerLimits
  /// Since the start, in milliseconds.
  public var uptimeMs: UInt64
  public var elementCount: Int
  public var connectionCount: Int
  public var subscriptionCount: Int
  /// Turns of the server's event loop that took longer than 50 ms on the clock: nothing is answered
  /// during one.
  public var slowTurns: Int
  /// The longest turn so far, in microseconds.
  public var longestTurnUs: UInt64
  /// The longest turn since a client last asked with `restartTurnTimes`, in microseconds; 0 before.
  public var measuredTurnUs: UInt64
  /// The longest processor time of a turn since then, in microseconds.
  public var measuredTurnCPUUs: UInt64
  public var memory: MemoryUsage

  public init(
    version: String = "", epoch: UInt64 = 0, revision: Revision = 0, sources: [SourceInfo] = [],
    limits: ServerLimits = ServerLimits(), uptimeMs: UInt64 = 0, elementCount: Int = 0,
    connectionCount: Int = 0, subscriptionCount: Int = 0,
    slowTurns: Int = 0, longestTurnUs: UInt64 = 0, measuredTurnUs: UInt64 = 0,
    measuredTurnCPUUs: UInt64 = 0, memory: MemoryUsage = MemoryUsage()
  ) {
    self.version = version
    self.epoch = epoch
    self.revision = revision
    self.sources = sources
    self.limits = limits
    self.uptimeMs = uptimeMs
    self.elementCount = elementCount
    self.connectionCount = connectionCount
    self.subscriptionCount = subscriptionCount
    self.slowTurns = slowTurns
    self.longestTurnUs = longestTurnUs
    self.measuredTurnUs = measuredTurnUs
    self.measuredTurnCPUUs = measuredTurnCPUUs
    self.memory = memory
  }
}

/// How a source is.
public enum SourcePhase: Int32, Hashable, Sendable, CaseIterable {
  case starting = 1
  case running = 2
  /// Has nothing to mirror now and keeps trying.
  case unavailable = 3
  case stopped = 4
}

/// Where trees come from.
public struct SourceInfo: Hashable, Sendable {
  /// "desktop", "sample:calculator".
  public var name: String
  public var phase: SourcePhase
  /// Why, where there is something to say.
  public var detail: String

  public init(name: String, phase: SourcePhase, detail: String = "") {
    self.name = name
    self.phase = phase
    self.detail = detail
  }
}

/// What the server allows. Each from 0 to 4,294,967,295.
public struct ServerLimits: Hashable, Sendable {
  /// The longest frame it takes, in bytes after the prefix.
  public var maxFrameLength: Int
  /// Calls under way at once on one connection.
  public var maxConcurrentCalls: Int
  public var maxConnections: Int
  /// In bytes.
  public var maxSelectorLength: Int
  /// The most elements in one page of Find.
  public var maxPageSize: Int
  /// How many revisions back a subscription may resume, at the most.
  public var maxLoggedRevisions: Int

  public init(
    maxFrameLength: Int = 0, maxConcurrentCalls: Int = 0, maxConnections: Int = 0,
    maxSelectorLength: Int = 0, maxPageSize: Int = 0, maxLoggedRevisions: Int = 0
  ) {
    self.maxFrameLength = maxFrameLength
    self.maxConcurrentCalls = maxConcurrentCalls
    self.maxConnections = maxConnections
    self.maxSelectorLength = maxSelectorLength
    self.maxPageSize = maxPageSize
    self.maxLoggedRevisions = maxLoggedRevisions
  }
}

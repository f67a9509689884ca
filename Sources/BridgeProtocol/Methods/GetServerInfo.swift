public import AccessibilityTree
internal import CProtobuf

/// Asks for information about the server.
public struct GetServerInfoRequest: Hashable, Sendable {
  /// Whether to begin a new measurement of turns, once the figures so far are answered.
  public var restartTurnTimes: Bool

  public init(restartTurnTimes: Bool = false) {
    self.restartTurnTimes = restartTurnTimes
  }
}

/// Information about the server.
public struct GetServerInfoResponse: Hashable, Sendable {
  /// The release, such as "0.1.0".
  public var version: String
  /// Identifies this run of the server.
  public var epoch: UInt64
  public var revision: Revision
  /// The sources of the trees.
  public var sources: [SourceInfo]
  public var limits: ServerLimits
  /// The time since the start, in milliseconds.
  public var uptimeMs: UInt64
  public var elementCount: Int
  public var connectionCount: Int
  public var subscriptionCount: Int
  /// The number of turns of the server's event loop that took longer than 50 ms of elapsed time: nothing is
  /// answered during a turn.
  public var slowTurns: Int
  /// The longest turn so far, in microseconds.
  public var longestTurnUs: UInt64
  /// The longest turn since a client last asked with `restartTurnTimes`, in microseconds; 0 before that.
  public var measuredTurnUs: UInt64
  /// The longest processor time of a turn since then, in microseconds; 0 before that.
  public var measuredTurnCPUUs: UInt64
  public var memory: MemoryUsage
  /// The log of connections and actions; `nil`: there is none, or the client may not know.
  public var auditLog: AuditLogState?
  /// What could not be read again at the last reload, a line each; empty where the client may not know.
  public var reloadProblems: [String]

  public init(
    version: String = "", epoch: UInt64 = 0, revision: Revision = 0, sources: [SourceInfo] = [],
    limits: ServerLimits = ServerLimits(), uptimeMs: UInt64 = 0, elementCount: Int = 0,
    connectionCount: Int = 0, subscriptionCount: Int = 0,
    slowTurns: Int = 0, longestTurnUs: UInt64 = 0, measuredTurnUs: UInt64 = 0,
    measuredTurnCPUUs: UInt64 = 0, memory: MemoryUsage = MemoryUsage(),
    auditLog: AuditLogState? = nil, reloadProblems: [String] = []
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
    self.auditLog = auditLog
    self.reloadProblems = reloadProblems
  }
}

/// The state of a source.
public enum SourcePhase: Int32, Hashable, Sendable, CaseIterable {
  case starting = 1
  case running = 2
  /// The source has nothing to mirror now and keeps trying.
  case unavailable = 3
  case stopped = 4
}

/// A source of trees.
public struct SourceInfo: Hashable, Sendable {
  /// The name, such as "desktop" or "sample:calculator".
  public var name: String
  public var phase: SourcePhase
  /// Why the source is in this phase, where there is something to say.
  public var detail: String

  public init(name: String, phase: SourcePhase, detail: String = "") {
    self.name = name
    self.phase = phase
    self.detail = detail
  }
}

/// The limits of the server, each from 0 to 4,294,967,295.
public struct ServerLimits: Hashable, Sendable {
  /// The maximum length of a frame that the server accepts, in bytes after the prefix.
  public var maxFrameLength: Int
  /// The maximum number of calls under way at once on one connection.
  public var maxConcurrentCalls: Int
  public var maxConnections: Int
  /// The maximum length of a selector, in bytes.
  public var maxSelectorLength: Int
  /// The maximum number of elements in one page of Find.
  public var maxPageSize: Int
  /// The maximum number of revisions back from which a subscription may resume.
  public var maxLoggedRevisions: Int
  /// Each limit that can be set.
  public var named: [NamedLimit]

  public init(
    maxFrameLength: Int = 0, maxConcurrentCalls: Int = 0, maxConnections: Int = 0,
    maxSelectorLength: Int = 0, maxPageSize: Int = 0, maxLoggedRevisions: Int = 0,
    named: [NamedLimit] = []
  ) {
    self.maxFrameLength = maxFrameLength
    self.maxConcurrentCalls = maxConcurrentCalls
    self.maxConnections = maxConnections
    self.maxSelectorLength = maxSelectorLength
    self.maxPageSize = maxPageSize
    self.maxLoggedRevisions = maxLoggedRevisions
    self.named = named
  }
}

extension GetServerInfoRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetServerInfoRequest>) throws(Status) {
    self.init(restartTurnTimes: unsafe message.pointee.restart_turn_times != 0)
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 2) {
      $0.flag(GetServerInfoRequestFields.restartTurnTimes, restartTurnTimes)
    }
  }
}

extension GetServerInfoResponse {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__GetServerInfoResponse>) throws(Status) {
    self.init(
      version: try unsafe readText(message.pointee.version, "GetServerInfoResponse.version"),
      epoch: unsafe message.pointee.epoch, revision: unsafe message.pointee.revision,
      sources: try unsafe array(message.pointee.sources, message.pointee.n_sources) {
        (source) throws(Status) in try unsafe SourceInfo(source)
      },
      limits: try unsafe ServerLimits(message.pointee.limits),
      uptimeMs: unsafe message.pointee.uptime_ms,
      elementCount: Int(clamping: unsafe message.pointee.element_count),
      connectionCount: Int(clamping: unsafe message.pointee.connection_count),
      subscriptionCount: Int(clamping: unsafe message.pointee.subscription_count),
      slowTurns: Int(clamping: unsafe message.pointee.slow_turns),
      longestTurnUs: unsafe message.pointee.longest_turn_us,
      measuredTurnUs: unsafe message.pointee.measured_turn_us,
      measuredTurnCPUUs: unsafe message.pointee.measured_turn_cpu_us,
      memory: try unsafe MemoryUsage(message.pointee.memory),
      auditLog: try unsafe message.pointee.audit_log.map { (log) throws(Status) in
        try unsafe AuditLogState(log)
      },
      reloadProblems: try unsafe array(
        message.pointee.reload_problems, message.pointee.n_reload_problems
      ) { (line) throws(Status) in
        try unsafe readText(line, "GetServerInfoResponse.reload_problems")
      })
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes(capacity: 256) { writer in
      writer.text(GetServerInfoResponseFields.version, version)
      writer.number(GetServerInfoResponseFields.epoch, epoch)
      writer.number(GetServerInfoResponseFields.revision, revision)
      for source in sources {
        writer.message(GetServerInfoResponseFields.sources) {
          $0.text(SourceFields.name, source.name)
          $0.signed(SourceFields.phase, source.phase.rawValue)
          $0.text(SourceFields.detail, source.detail)
        }
      }
      writer.message(GetServerInfoResponseFields.limits) { $0.limits(limits) }
      writer.number(GetServerInfoResponseFields.uptimeMs, uptimeMs)
      writer.count(GetServerInfoResponseFields.elementCount, elementCount)
      writer.count(GetServerInfoResponseFields.connectionCount, connectionCount)
      writer.count(GetServerInfoResponseFields.subscriptionCount, subscriptionCount)
      writer.count(GetServerInfoResponseFields.slowTurns, slowTurns)
      writer.number(GetServerInfoResponseFields.longestTurnUs, longestTurnUs)
      writer.number(GetServerInfoResponseFields.measuredTurnUs, measuredTurnUs)
      writer.number(GetServerInfoResponseFields.measuredTurnCPUUs, measuredTurnCPUUs)
      writer.message(GetServerInfoResponseFields.memory) { $0.memory(memory) }
      if let auditLog {
        writer.message(GetServerInfoResponseFields.auditLog) { $0.auditLog(auditLog) }
      }
      for line in reloadProblems {
        writer.text(GetServerInfoResponseFields.reloadProblems, present: line)
      }
    }
  }
}

extension SourceInfo {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Source>) throws(Status) {
    let phase = Int32(clamping: unsafe message.pointee.phase.rawValue)
    self.init(
      name: try unsafe readText(message.pointee.name, "Source.name"),
      phase: SourcePhase(rawValue: phase) ?? .unavailable,
      detail: try unsafe readText(message.pointee.detail, "Source.detail"))
  }
}

extension ServerLimits {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Limits>?) throws(Status) {
    self.init()
    guard let message = unsafe message else { return }
    maxFrameLength = Int(unsafe message.pointee.max_frame_length)
    maxConcurrentCalls = Int(unsafe message.pointee.max_concurrent_calls)
    maxConnections = Int(unsafe message.pointee.max_connections)
    maxSelectorLength = Int(unsafe message.pointee.max_selector_length)
    maxPageSize = Int(unsafe message.pointee.max_page_size)
    maxLoggedRevisions = Int(unsafe message.pointee.max_logged_revisions)
    named = try unsafe array(message.pointee.named, message.pointee.n_named) {
      (limit) throws(Status) in try unsafe NamedLimit(limit)
    }
  }
}

extension ProtoWriter {
  fileprivate mutating func limits(_ limits: ServerLimits) {
    count32(LimitsFields.maxFrameLength, limits.maxFrameLength)
    count32(LimitsFields.maxConcurrentCalls, limits.maxConcurrentCalls)
    count32(LimitsFields.maxConnections, limits.maxConnections)
    count32(LimitsFields.maxSelectorLength, limits.maxSelectorLength)
    count32(LimitsFields.maxPageSize, limits.maxPageSize)
    count32(LimitsFields.maxLoggedRevisions, limits.maxLoggedRevisions)
    for limit in limits.named { message(LimitsFields.named) { $0.limit(limit) } }
  }
}

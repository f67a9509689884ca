internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension BridgeService {
  /// Answers with what concerns the client, and where it may administer the server with how the server is doing for
  /// all of its clients.
  func getServerInfo(_ call: Call, _ request: GetServerInfoRequest) throws(Status) {
    let isAdministrator = call.rights.permissions.contains(.administer)
    if request.restartTurnTimes,
      let refusal = call.authority.refusal(of: .administer, for: "restart_turn_times")
    {
      throw refusal
    }
    var response = serverInfo()
    if isAdministrator {
      addFigures(to: &response)
    } else {
      // Its own, of this connection.
      response.connectionCount = 1
      response.subscriptionCount = call.pendingCalls(of: .subscribe)
    }
    call.respond(response)
    if request.restartTurnTimes { loop.restartTurnTimes() }
  }

  private func serverInfo() -> GetServerInfoResponse {
    GetServerInfoResponse(
      version: configuration.version, epoch: store.epoch, revision: store.revision,
      sources: sources.map {
        SourceInfo(name: $0.name, phase: SourcePhase($0.status.phase), detail: $0.status.detail)
      },
      limits: ServerLimits(
        maxFrameLength: configuration.limits[.frameBytes],
        maxConcurrentCalls: configuration.limits[.callsPerConnection],
        maxConnections: configuration.limits[.connections],
        maxSelectorLength: Selector.Limit.length, maxPageSize: configuration.maxPageSize,
        maxLoggedRevisions: store.maxLoggedRevisions, named: configuration.limits.named),
      uptimeMs: UInt64(MonotonicTime.now().since(started).milliseconds),
      elementCount: store.tree.count)
  }

  private func addFigures(to response: inout GetServerInfoResponse) {
    response.connectionCount = connectionCount()
    response.subscriptionCount = subscriptions.count
    response.slowTurns = loop.turnTimes.slowTurns
    response.longestTurnUs = UInt64(max(0, loop.turnTimes.longest.microseconds))
    response.measuredTurnUs = UInt64(max(0, loop.turnTimes.measured.microseconds))
    response.measuredTurnCPUUs = UInt64(
      max(0, loop.turnTimes.measuredProcessorTime.microseconds))
    response.memory = memory.usage(largest: largestConnection())
    response.auditLog = audit?.state
    response.reloadProblems = reloadProblems.lines
  }
}

extension SourcePhase {
  fileprivate init(_ phase: SourceStatus.Phase) {
    switch phase {
    case .starting: self = .starting
    case .running: self = .running
    case .unavailable: self = .unavailable
    case .stopped: self = .stopped
    }
  }
}

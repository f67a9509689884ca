internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

extension BridgeService {
  func getServerInfo(_ call: Call, _ request: GetServerInfoRequest) {
    call.respond(
      GetServerInfoResponse(
        version: configuration.version, epoch: store.epoch, revision: store.revision,
        sources: sources.map {
          SourceInfo(
            name: $0.name, phase: SourcePhase($0.status.phase), detail: $0.status.detail)
        },
        limits: ServerLimits(
          maxFrameLength: configuration.limits[.frameBytes],
          maxConcurrentCalls: configuration.limits[.callsPerConnection],
          maxConnections: configuration.limits[.connections],
          maxSelectorLength: Selector.Limit.length, maxPageSize: configuration.maxPageSize,
          maxLoggedRevisions: store.maxLoggedRevisions,
          named: configuration.limits.named),
        uptimeMs: UInt64(MonotonicTime.now().since(started).milliseconds),
        elementCount: store.tree.count, connectionCount: connectionCount(),
        subscriptionCount: subscriptions.count, slowTurns: loop.turnTimes.slowTurns,
        longestTurnUs: UInt64(max(0, loop.turnTimes.longest.microseconds)),
        measuredTurnUs: UInt64(max(0, loop.turnTimes.measured.microseconds)),
        measuredTurnCPUUs: UInt64(max(0, loop.turnTimes.measuredProcessorTime.microseconds)),
        memory: memory.usage(largest: largestConnection())))
    if request.restartTurnTimes { loop.restartTurnTimes() }
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

internal import BridgeProtocol

extension Limits {
  /// Returns the status of what a limit refuses: it has the limit's name and number.
  ///
  /// - Parameter what: What would exceed the limit, as a phrase.
  func refusal(
    _ limit: Limit, _ what: String, selector: String? = nil, remedy: Remedy? = nil
  ) -> Status {
    var status = Status(
      .limit, "limit \(limit.name)=\(limit.text(self[limit])) reached: \(what)",
      selector: selector, remedy: remedy ?? limit.remedy, limit: UInt64(clamping: self[limit]))
    status.detail?.limitName = limit.name
    return status
  }

  /// The limits as clients are told them.
  var named: [NamedLimit] {
    Limit.allCases.map {
      NamedLimit(
        name: $0.name, value: UInt64(clamping: self[$0]), unit: $0.unit.name,
        text: $0.text(self[$0]),
        summary: $0.summary)
    }
  }
}

extension Limit {
  /// What the client, or whoever runs the server, can do about it.
  fileprivate var remedy: Remedy {
    switch self {
    case .connections: .closeConnections
    case .connectionsPerAddress: .closeAddressConnections
    case .handshakes: .finishHandshakes
    case .handshakeTime: .helloInTime
    case .failedTriesPerAddress: .tryLater
    case .frameBytes: .shortenFrame
    case .callsPerConnection, .waitsPerConnection, .actionsPerConnection, .actions: .awaitCall
    case .subscriptionsPerConnection: .joinSubscriptions
    case .matchWatchesPerConnection: .joinWatches
    case .watchedSelectorBytes: .shortenSelectors
    case .selectorSteps: .narrowSelector
    case .queuedBytes, .stallTime: .readAsItComes
    case .idleTime: .answerPings
    case .memory: .readOrRaiseMemory
    }
  }
}

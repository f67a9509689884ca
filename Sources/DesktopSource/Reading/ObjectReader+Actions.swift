internal import AccessibilityTree

extension ObjectReader {
  /// Gives an object that is not on screen the actions of its kind, without asking it. Returns whether the kind is known.
  func takeForecast(for object: MirroredObject, _ priority: ReadPriority) -> Bool {
    guard priority == .normal, !object.peer.dialect.supportsGetActions,
      mayForecast(object, priority), let forecast = forecast(object, count: nil)
    else { return false }
    publisher.set(forecast, \.facts.actions, of: object)
    didRead(object, .actions)
    reads.mark(object, .actions, .background)
    return true
  }

  /// Reads the actions of an object: their number, and the names unless they can be forecast.
  func readActions(
    of object: MirroredObject, _ priority: ReadPriority, _ calls: ObjectCalls,
    _ done: @escaping ObjectCalls.Done<[AtspiAction]>
  ) {
    guard !object.peer.dialect.supportsGetActions else { return calls.actions(done) }
    let mayForecast = mayForecast(object, priority)
    calls.actionCount { [weak self] result in
      guard let self, case .success(let count) = result else { return done(result.map { _ in [] }) }
      if mayForecast, let forecast = forecast(object, count: count) {
        done(.success(forecast))
        return reads.mark(object, .actions, .background)
      }
      calls.actionNames(count: count) { [weak self] result in
        if let self, case .success(let actions) = result { learn(actions, of: object) }
        done(result)
      }
    }
  }

  /// Whether the actions of an object may be forecast. Only the first reading relies on that, so that what an event or
  /// an action made necessary is true at once; and the one that follows where the forecast of an object that had not
  /// been asked proved wrong.
  private func mayForecast(_ object: MirroredObject, _ priority: ReadPriority) -> Bool {
    switch priority {
    case .background: false
    case .normal: object.forecastsActions || !object.known.contains(.actions)
    case .high, .visible, .outOfSight: !object.known.contains(.actions)
    }
  }

  private func forecast(_ object: MirroredObject, count: Int?) -> [AtspiAction]? {
    let kind = LearnedActions.Kind(object.facts, count: count)
    guard let forecast = object.peer.learnedActions.forecast(kind) else { return nil }
    object.forecastsActions = true
    return forecast
  }

  /// Learns from an object that was asked. Where elements of its kind turn out to differ, those that were taken to be
  /// alike are read now.
  private func learn(_ actions: [AtspiAction], of object: MirroredObject) {
    object.forecastsActions = false
    for count in [nil, actions.count] {
      let kind = LearnedActions.Kind(object.facts, count: count)
      if !object.peer.learnedActions.learn(kind, actions) { readForecast(kind, object.peer) }
    }
  }

  private func readForecast(_ kind: LearnedActions.Kind, _ peer: Peer) {
    for object in root.subtree where object.forecastsActions && object.peer === peer {
      let count = kind.count.map { _ in object.facts.actions.count }
      guard LearnedActions.Kind(object.facts, count: count) == kind else { continue }
      reads.mark(object, .actions, count == nil ? .normal : .visible)
    }
  }
}

internal import AccessibilityTree

extension ObjectReader {
  /// Reads the actions of an object: the number, and the names unless they can be forecast.
  ///
  /// Only the first reading relies on forecasts, so that what an event or an action made necessary is
  /// true at once.
  func readActions(
    of object: MirroredObject, _ calls: ObjectCalls,
    _ done: @escaping ObjectCalls.Done<[AtspiAction]>
  ) {
    guard !object.peer.dialect.supportsGetActions else { return calls.actions(done) }
    let isFirst = calls.lane != .background && !object.known.contains(.actions)
    calls.actionCount { [weak self] result in
      guard let self, case .success(let count) = result, count > 0 else {
        return done(result.map { _ in [] })
      }
      let kind = LearnedActions.Kind(object.facts, count: count)
      if isFirst, let forecast = object.peer.learnedActions.forecast(kind) {
        object.forecastsActions = true
        done(.success(forecast))
        return reads.mark(object, .actions, .background)
      }
      calls.actionNames(count: count) { [weak self] result in
        if let self, case .success(let actions) = result {
          object.forecastsActions = false
          if !object.peer.learnedActions.learn(kind, actions) { readForecast(kind, object.peer) }
        }
        done(result)
      }
    }
  }

  /// Elements of a kind turn out to differ: those that were taken to be alike are read now.
  private func readForecast(_ kind: LearnedActions.Kind, _ peer: Peer) {
    for object in root.subtree
    where object.forecastsActions && object.peer === peer
      && LearnedActions.Kind(object.facts, count: object.facts.actions.count) == kind
    {
      reads.mark(object, .actions, .visible)
    }
  }
}

internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func subscribe(_ call: Call, _ request: SubscribeRequest) throws(Status) {
    try call.checkLimit(.subscriptionsPerConnection, configuration.limits, "subscriptions")
    watchers.register(call)
    var history = try history(for: request)
    for scope in request.scopes {
      // A client that resumes is told that the scope is gone, with what was in it.
      if case .none = history { try targets.check(scope) } else { try targets.checkKnown(scope) }
    }
    var selector: Selector?
    if let text = request.selector { selector = try targets.parse(text) }
    // Commits do not name elements that began or ceased to match because of other elements.
    if case .known(let since, let commits) = history, !commits.isEmpty, selector?.isLocal == false {
      history = .lost(since: since)
    }
    let filter = SubscriptionFilter(
      kinds: try call.rights.kinds(asked: request.kinds), scopes: Set(request.scopes),
      selectorText: request.selector ?? "")
    let group = try subscriptions.group(filter, selector: selector)
    let start = history.start ?? store.revision
    let subscription = Subscription(
      call: call, group: group, revision: start,
      maxPending: request.maxPendingNotifications == 0 ? 1024 : request.maxPendingNotifications,
      wantsSnapshots: request.snapshotFirst)
    subscriptions.add(subscription, to: group)
    call.sharedMemory = { [unowned group] in group.stateMemory }
    call.onEnd = { [subscriptions] in
      subscription.end()
      subscriptions.remove(subscription, from: group)
    }

    subscription.begin(
      with: SubscribeResponse(.subscribed(epoch: store.epoch, revision: start)))
    switch history {
    case .none where request.snapshotFirst:
      subscription.sendSnapshot()
    case .none: break
    case .known(_, let commits):
      subscription.resume(group.filterPast(commits))
    case .lost(let since):
      subscription.begin(
        with: SubscribeResponse(.snapshotRequired(since: since, revision: store.revision)))
      if request.snapshotFirst { subscription.sendSnapshot() }
    }
  }

  /// The changes that a request to resume can be given.
  private enum History {
    /// The request did not ask to resume.
    case none
    case known(since: Revision, [Commit])
    /// The changes are not available any more.
    case lost(since: Revision)

    /// The revision that the subscription starts from; `nil`: the current one.
    var start: Revision? {
      if case .known(let since, _) = self { return since }
      return nil
    }
  }

  private func history(for request: SubscribeRequest) throws(Status) -> History {
    guard let since = request.since else { return .none }
    guard request.epoch == store.epoch else {
      if request.snapshotFirst { return .lost(since: since) }
      guard request.epoch != 0 else {
        throw Status(
          .epochChanged,
          "SubscribeRequest.epoch is missing: a revision is valid only within its epoch; this server "
            + "runs epoch \(store.epoch)",
          remedy: .nameEpoch)
      }
      throw store.otherRun(since, of: request.epoch)
    }
    try store.check(ReadSince(since, epoch: request.epoch))
    guard let commits = store.commits(since: since) else { return .lost(since: since) }
    return .known(since: since, commits)
  }
}

internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// An update that is being sent to the subscribers of a group. Subscribers that start from the same
/// revision and accept messages of the same length share its messages.
struct GroupUpdate {
  /// The commits as the filter passed them; the last one has all elements.
  let commits: [SharedCommit]
  private let cache: ElementCache
  private let notifications: [RevisedNotification]
  /// The subscribers that are still to be told. A copy, because a subscription may end meanwhile.
  private var subscribers: ArraySlice<Subscription>
  private var ready: (from: Revision, limit: Int, messages: MessageSeries)?

  init(_ commits: [SharedCommit], to subscribers: [Subscription], cache: ElementCache) {
    self.commits = commits
    self.cache = cache
    self.subscribers = subscribers[...]
    notifications = commits.flatMap { $0.notifications.map(\.notification) }
  }

  /// Whether all subscribers have been told.
  var isSent: Bool { subscribers.isEmpty }

  mutating func nextSubscriber() -> Subscription? { subscribers.popFirst() }

  mutating func send(_ subscription: Subscription) {
    guard let last = commits.last?.commit else { return }
    subscription.sendUpdate(upTo: last.revision) { from, limit in
      if let ready, ready.from == from, ready.limit == limit { return ready.messages }
      let messages = UpdateEncoder(cache, limit: limit).encode(
        changed: last.changed, removed: last.removed, left: last.left,
        notifications: notifications, from: from,
        revision: last.revision, dropped: 0)
      ready = (from, limit, messages)
      return messages
    }
  }
}

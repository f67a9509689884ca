public import AccessibilityTree

/// Asks for changes.
public struct SubscribeRequest: Hashable, Sendable {
  /// The most that `maxPendingNotifications` may be.
  public static let mostPendingNotifications = 65_536

  /// Empty is sent as all, and read as all.
  public var kinds: NotificationKinds
  /// Only what concerns these elements and all below them; empty: everywhere.
  public var scopes: [ElementID]
  /// Only what concerns elements that match, before or after the change; `nil`: all.
  public var selector: String?
  /// From this revision on, of `epoch`; `nil`: from now on.
  public var since: Revision?
  /// The epoch that `since` belongs to; required with it.
  public var epoch: UInt64
  /// Sends the elements in scope first. With `since`: only when the changes since then are no
  /// longer known.
  public var snapshotFirst: Bool
  /// At most so many notifications wait for a slow subscriber; 0: 1,024. At most 65,536.
  public var maxPendingNotifications: Int

  public init(
    kinds: NotificationKinds = .all, scopes: [ElementID] = [], selector: String? = nil,
    since: Revision? = nil, epoch: UInt64 = 0, snapshotFirst: Bool = false,
    maxPendingNotifications: Int = 0
  ) {
    self.kinds = kinds
    self.scopes = scopes
    self.selector = selector
    self.since = since
    self.epoch = epoch
    self.snapshotFirst = snapshotFirst
    self.maxPendingNotifications = maxPendingNotifications
  }
}

/// One message of a subscription.
public struct SubscribeResponse: Hashable, Sendable {
  public enum Event: Hashable, Sendable {
    /// The first message: the subscription stands; nothing after this revision is missed.
    case subscribed(epoch: UInt64, revision: Revision)
    /// Elements as they are, in one or more parts.
    case snapshot(GetTreeResponse)
    case update(TreeUpdate)
    /// The changes since the revision that was asked for are no longer known.
    case snapshotRequired(since: Revision, revision: Revision)
  }

  public var event: Event

  public init(_ event: Event) {
    self.event = event
  }
}

/// What happened between two revisions.
public struct TreeUpdate: Hashable, Sendable {
  /// More than one below `revision` where updates were joined for a slow subscriber.
  public var fromRevision: Revision
  public var revision: Revision
  /// Elements that are new or differ, each as it is at `revision`.
  public var changed: [Element]
  /// Elements that are gone from the tree.
  public var removed: [ElementID]
  /// Elements in the tree that the subscription is not for any more; after those that changed are put.
  public var leftScope: [ElementID]
  /// In the order that they are to be told.
  public var notifications: [RevisedNotification]
  /// How many were left out because the subscriber was slow.
  public var droppedNotifications: Int
  /// Further parts of this update follow; all of them are applied together, with the last.
  public var hasMore: Bool
  /// How many elements and notifications a receipt left out because it would have been too long.
  public var omitted: Int

  public init(
    fromRevision: Revision, revision: Revision, changed: [Element] = [],
    removed: [ElementID] = [], leftScope: [ElementID] = [],
    notifications: [RevisedNotification] = [], droppedNotifications: Int = 0,
    hasMore: Bool = false, omitted: Int = 0
  ) {
    self.fromRevision = fromRevision
    self.revision = revision
    self.changed = changed
    self.removed = removed
    self.leftScope = leftScope
    self.notifications = notifications
    self.droppedNotifications = droppedNotifications
    self.hasMore = hasMore
    self.omitted = omitted
  }
}

/// A notification with the revision that it belongs to.
public struct RevisedNotification: Hashable, Sendable {
  public var revision: Revision
  /// Of an application that changed, `lastHeard` does not travel.
  public var notification: Notification

  public init(revision: Revision, _ notification: Notification) {
    self.revision = revision
    self.notification = notification
  }
}

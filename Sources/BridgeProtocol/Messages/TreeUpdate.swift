public import AccessibilityTree
internal import CProtobuf

/// What happened between two revisions.
public struct TreeUpdate: Hashable, Sendable {
  /// The revision before the update: more than one below `revision` where updates for a slow subscriber were
  /// merged.
  public var fromRevision: Revision
  public var revision: Revision
  /// Elements that are new or differ, each in its state at `revision`.
  public var changed: [Element]
  /// Elements that are no longer in the tree.
  public var removed: [ElementID]
  /// Elements in the tree that the subscription no longer covers; to be applied after `changed`.
  public var leftScope: [ElementID]
  /// The notifications, in the order in which they are to be presented.
  public var notifications: [RevisedNotification]
  /// The number of notifications left out because the subscriber was slow.
  public var droppedNotifications: Int
  /// Whether further parts of this update follow. All parts are applied together, with the last one.
  public var hasMore: Bool
  /// The number of elements and notifications that a receipt left out because it would have been too long.
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

/// A notification with the revision to which it belongs.
public struct RevisedNotification: Hashable, Sendable {
  public var revision: Revision
  /// The notification. The `lastHeard` of an application that changed is not sent.
  public var notification: Notification

  public init(revision: Revision, _ notification: Notification) {
    self.revision = revision
    self.notification = notification
  }
}

/// A `TreeUpdate` whose elements are already encoded.
package struct EncodedUpdate: Sendable {
  package var fromRevision: Revision
  package var revision: Revision
  package var changed: [EncodedElement] = []
  package var removed: [ElementID] = []
  package var leftScope: [ElementID] = []
  package var notifications: [RevisedNotification] = []
  package var droppedNotifications = 0
  package var hasMore = false
  package var omitted = 0

  package init(fromRevision: Revision, revision: Revision) {
    self.fromRevision = fromRevision
    self.revision = revision
  }

  init(_ update: TreeUpdate) {
    self.init(fromRevision: update.fromRevision, revision: update.revision)
    changed = update.changed.map(EncodedElement.init)
    removed = update.removed
    leftScope = update.leftScope
    notifications = update.notifications
    droppedNotifications = update.droppedNotifications
    hasMore = update.hasMore
    omitted = update.omitted
  }

  /// About how many bytes the encoded update takes.
  var capacity: Int {
    64 + ProtoWriter.capacity(for: changed) + removed.count * 4 + notifications.count * 48
  }
}

extension TreeUpdate {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__TreeUpdate>) throws(Status) {
    self.init(
      fromRevision: unsafe message.pointee.from_revision,
      revision: unsafe message.pointee.revision,
      changed: try unsafe elements(message.pointee.changed, message.pointee.n_changed),
      removed: try unsafe ids(
        unsafe message.pointee.removed_ids, unsafe message.pointee.n_removed_ids,
        "TreeUpdate.removed_ids"),
      leftScope: try unsafe ids(
        unsafe message.pointee.left_scope_ids, unsafe message.pointee.n_left_scope_ids,
        "TreeUpdate.left_scope_ids"),
      droppedNotifications: Int(clamping: unsafe message.pointee.dropped_notifications),
      hasMore: unsafe message.pointee.more != 0,
      omitted: Int(clamping: unsafe message.pointee.omitted))
    for index in 0..<(unsafe message.pointee.n_notifications) {
      guard let notification = unsafe message.pointee.notifications[index],
        let content = try unsafe Notification.read(notification)
      else { continue }
      notifications.append(
        RevisedNotification(revision: unsafe notification.pointee.revision, content))
    }
  }
}

extension ProtoWriter {
  mutating func update(_ update: EncodedUpdate) {
    number(TreeUpdateFields.fromRevision, update.fromRevision)
    number(TreeUpdateFields.revision, update.revision)
    elements(TreeUpdateFields.changed, update.changed)
    ids(TreeUpdateFields.removedIDs, update.removed)
    for notification in update.notifications {
      message(TreeUpdateFields.notifications) { $0.notification(notification) }
    }
    count(TreeUpdateFields.droppedNotifications, update.droppedNotifications)
    flag(TreeUpdateFields.more, update.hasMore)
    count(TreeUpdateFields.omitted, update.omitted)
    ids(TreeUpdateFields.leftScopeIDs, update.leftScope)
  }
}

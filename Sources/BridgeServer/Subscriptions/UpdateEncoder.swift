internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Makes the messages of an update: one, or as many parts as keep each below a frame's length.
struct UpdateEncoder {
  /// The longest that a part is made for a client that takes as much.
  static let longestPart = 1024 * 1024

  private let cache: ElementCache
  private let limit: Int
  private let partLength: Int

  /// - Parameter limit: bytes that an element or a notification may have; longer ones are shortened.
  init(_ cache: ElementCache, limit: Int) {
    self.cache = cache
    self.limit = limit
    partLength = min(limit, Self.longestPart)
  }

  func encode(_ commit: Commit, from: Revision) -> [[UInt8]] {
    encode(
      changed: commit.changed, removed: commit.removed,
      notifications: commit.notifications.map {
        RevisedNotification(revision: commit.revision, $0)
      },
      from: from, revision: commit.revision, dropped: 0)
  }

  func encode(
    changed: [ElementID], removed: [ElementID], notifications: [RevisedNotification],
    from: Revision, revision: Revision, dropped: Int
  ) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    var part = EncodedUpdate(fromRevision: from, revision: revision)
    var length = 0
    func makeRoom(_ size: Int) {
      if length > 0, length + size > partLength {
        part.hasMore = true
        messages.append(ResponseBuilder.subscribeUpdate(part))
        part = EncodedUpdate(fromRevision: from, revision: revision)
        length = 0
      }
      length += size
    }
    for id in removed {
      makeRoom(WireSize.id)
      part.removed.append(id)
    }
    for id in changed {
      if let element = cache.encoding(of: id, within: limit) {
        makeRoom(WireSize.of(element))
        part.changed.append(element)
      } else {
        // It changed, so that the filter let go of it, and was removed before it could be told.
        makeRoom(WireSize.id)
        part.removed.append(id)
      }
    }
    for notification in notifications {
      let fitting = notification.fitting(limit)
      makeRoom(WireSize.of(fitting.notification))
      part.notifications.append(fitting)
    }
    part.droppedNotifications = dropped
    messages.append(ResponseBuilder.subscribeUpdate(part))
    return messages
  }
}

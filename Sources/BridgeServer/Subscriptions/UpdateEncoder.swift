internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Makes the messages of an update: one, or as many parts as keep each below a frame's length.
struct UpdateEncoder {
  /// The longest that a part is made for a client that takes as much.
  static let longestPart = 1024 * 1024

  private let cache: ElementCache
  private let partLength: Int

  /// - Parameter partLength: bytes that a message may have; an element that is longer by itself makes
  ///   a longer one.
  init(_ cache: ElementCache, partLength: Int) {
    self.cache = cache
    self.partLength = partLength
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
      if let element = cache.encoding(of: id) {
        makeRoom(WireSize.of(element))
        part.changed.append(element)
      } else {
        // It changed, so that the filter let go of it, and was removed before it could be told.
        makeRoom(WireSize.id)
        part.removed.append(id)
      }
    }
    for notification in notifications {
      makeRoom(WireSize.of(notification.notification))
      part.notifications.append(notification)
    }
    part.droppedNotifications = dropped
    messages.append(ResponseBuilder.subscribeUpdate(part))
    return messages
  }
}

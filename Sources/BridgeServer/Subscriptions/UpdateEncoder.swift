internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Makes the messages of an update: one, or as many parts as keep each below a frame's length.
struct UpdateEncoder {
  /// The longest that a part is made for a client that takes as much.
  static let maxPartLength = 1024 * 1024

  private let cache: ElementCache
  private let limit: Int

  /// - Parameter limit: bytes that an element or a notification may have; longer ones are shortened.
  init(_ cache: ElementCache, limit: Int) {
    self.cache = cache
    self.limit = limit
  }

  func encode(
    changed: [ElementID], removed: [ElementID], left: [ElementID],
    notifications: [RevisedNotification], from: Revision, revision: Revision, dropped: Int
  ) -> MessageSeries {
    // What left and was removed before it could be told is gone.
    var removed = removed
    removed += left.filter { !cache.isPresent($0) }
    let left = left.filter(cache.isPresent)
    let isRemoved = Set(removed)
    var elements: [EncodedElement] = []
    elements.reserveCapacity(changed.count)
    for id in changed {
      if let element = cache.encoding(of: id, within: limit) {
        elements.append(element)
      } else {
        // It changed, so that the filter let go of it, and was removed before it could be told.
        if !isRemoved.contains(id) { removed.append(id) }
      }
    }
    var parts = UpdateParts(
      removed: removed[...], left: left[...], changed: elements[...],
      notifications: notifications[...],
      empty: EncodedUpdate(fromRevision: from, revision: revision), dropped: dropped, limit: limit)
    return MessageSeries(cache.ledger, memory: parts.memory) { parts.next() }
  }
}

/// What of an update is not in a message yet.
private struct UpdateParts {
  var removed: ArraySlice<ElementID>
  var left: ArraySlice<ElementID>
  var changed: ArraySlice<EncodedElement>
  var notifications: ArraySlice<RevisedNotification>
  let empty: EncodedUpdate
  let dropped: Int
  /// Bytes that one message may have.
  let limit: Int

  /// In bytes.
  var memory: Int {
    (removed.count + left.count) * 8 + changed.memory
      + notifications.reduce(0) { $0 + 8 + $1.notification.memory }
  }

  /// The next message, and whether it is the last.
  mutating func next() -> (bytes: [UInt8], isLast: Bool) {
    var part = empty
    var room = min(limit, UpdateEncoder.maxPartLength)
    var isEmpty = true
    /// Whether something fits. The first thing in a message always does.
    func take(_ size: Int) -> Bool {
      guard size <= room || isEmpty else { return false }
      room -= size
      isEmpty = false
      return true
    }
    while !removed.isEmpty, take(WireSize.id) { part.removed.append(removed.removeFirst()) }
    while removed.isEmpty, !left.isEmpty, take(WireSize.id) {
      part.leftScope.append(left.removeFirst())
    }
    while let first = changed.first, left.isEmpty, removed.isEmpty, take(WireSize.of(first)) {
      part.changed.append(changed.removeFirst())
    }
    while let first = notifications.first?.fitting(limit), changed.isEmpty, left.isEmpty,
      removed.isEmpty,
      take(WireSize.of(first.notification))
    {
      part.notifications.append(first)
      notifications.removeFirst()
    }
    part.hasMore = !(removed.isEmpty && left.isEmpty && changed.isEmpty && notifications.isEmpty)
    if !part.hasMore { part.droppedNotifications = dropped }
    return (SubscribeResponse.encodedUpdate(part), !part.hasMore)
  }
}

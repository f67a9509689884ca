internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Encodes an update as one message, or as several parts so that each stays below a frame's length.
struct UpdateEncoder {
  /// The maximum length of a part, in bytes, for a client that accepts as much.
  static let maxPartLength = 1024 * 1024

  private let cache: ElementCache
  private let limit: Int

  /// - Parameter limit: The maximum length of an element or a notification in bytes; longer ones are shortened.
  init(_ cache: ElementCache, limit: Int) {
    self.cache = cache
    self.limit = limit
  }

  func encode(
    changed: [ElementID], removed: [ElementID], left: [ElementID],
    notifications: [RevisedNotification], from: Revision, revision: Revision, dropped: Int
  ) -> MessageSeries {
    // An element that left and was removed before that could be sent is reported as removed.
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
        // The element left the filter when it changed, and was removed before that could be sent.
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

/// The rest of an update that is not in a message yet.
private struct UpdateParts {
  var removed: ArraySlice<ElementID>
  var left: ArraySlice<ElementID>
  var changed: ArraySlice<EncodedElement>
  var notifications: ArraySlice<RevisedNotification>
  let empty: EncodedUpdate
  let dropped: Int
  /// The maximum number of bytes in one message.
  let limit: Int

  /// About how much memory the rest takes, in bytes.
  var memory: Int {
    (removed.count + left.count) * 8 + changed.memory
      + notifications.reduce(0) { $0 + 8 + $1.notification.memory }
  }

  /// Returns the next message, and whether it is the last.
  mutating func next() -> (bytes: [UInt8], isLast: Bool) {
    var part = empty
    var room = min(limit, UpdateEncoder.maxPartLength)
    var isEmpty = true
    /// Takes room for one entry and returns whether there was enough. The first entry always fits.
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

public import AccessibilityTree

/// The bytes of an `Element` message: made once for each change and view, gathered many times.
public struct EncodedElement: Hashable, Sendable {
  public let bytes: [UInt8]

  public init(_ element: Element) {
    self = ElementEncoder.encode(element, view: .full)
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }
}

/// Makes the bytes of elements.
public enum ElementEncoder {
  public static func encode(_ element: borrowing Element, view: ElementView) -> EncodedElement {
    var writer = ProtoWriter(capacity: 128)
    writer.element(copy element, view)
    return EncodedElement(bytes: writer.bytes)
  }
}

extension ElementEncoder {
  /// How many Unicode scalars each text is cut to, one after the other.
  private static let textLengths = [8192, 2048, 512, 128, 32]

  /// The element in at most `limit` bytes: where it is longer its texts are cut, shorter and shorter, and
  /// at last all that can be long is left out. Longer than `limit` only where its links are.
  public static func encode(
    _ element: Element, view: ElementView, within limit: Int
  ) -> EncodedElement {
    let whole = encode(element, view: view)
    guard whole.bytes.count > limit else { return whole }
    for length in textLengths {
      let shorter = encode(element.shortened(textsTo: length), view: view)
      if shorter.bytes.count <= limit { return shorter }
    }
    return encode(element.essential, view: view)
  }
}

/// A `TreeUpdate` whose elements are bytes already.
public struct EncodedUpdate: Sendable {
  public var fromRevision: Revision
  public var revision: Revision
  public var changed: [EncodedElement]
  /// Elements that are gone from the tree.
  public var removed: [ElementID]
  /// Elements in the tree that the subscription is not for any more; after those that changed are put.
  public var leftScope: [ElementID]
  public var notifications: [RevisedNotification]
  public var droppedNotifications: Int
  public var hasMore: Bool
  public var omitted: Int

  public init(
    fromRevision: Revision, revision: Revision, changed: [EncodedElement] = [],
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

  public init(_ update: TreeUpdate) {
    self.init(
      fromRevision: update.fromRevision, revision: update.revision,
      changed: update.changed.map(EncodedElement.init), removed: update.removed,
      leftScope: update.leftScope, notifications: update.notifications,
      droppedNotifications: update.droppedNotifications,
      hasMore: update.hasMore, omitted: update.omitted)
  }
}

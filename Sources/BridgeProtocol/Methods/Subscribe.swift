public import AccessibilityTree
internal import CProtobuf

/// Asks to be sent changes.
public struct SubscribeRequest: Hashable, Sendable {
  /// The maximum of `maxPendingNotifications`.
  public static let pendingNotificationLimit = 65_536

  /// The kinds that are sent. The empty set is written as all kinds, and read as all kinds.
  public var kinds: NotificationKinds
  /// Limits the subscription to these elements and their descendants; empty: everything.
  public var scopes: [ElementID]
  /// Limits the subscription to elements that match before or after a change; `nil`: all elements.
  public var selector: String?
  /// The revision, in `epoch`, from which the subscription resumes; `nil`: from now on.
  public var since: Revision?
  /// The epoch to which `since` belongs; required with it.
  public var epoch: UInt64
  /// Whether the elements in scope are sent first. With `since`: only when the changes since then are no
  /// longer known.
  public var snapshotFirst: Bool
  /// The maximum number of notifications that wait for a slow subscriber; 0: 1,024. At most 65,536.
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
    /// The first message: the subscription is established, and nothing after this revision is missed.
    case subscribed(epoch: UInt64, revision: Revision)
    /// Elements in their current state, in one or more parts.
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

extension SubscribeRequest {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__SubscribeRequest>) throws(Status) {
    let selector = try unsafe readText(message.pointee.selector, "SubscribeRequest.selector")
    self.init(
      kinds: try unsafe Self.kinds(message),
      scopes: try unsafe requestedIDs(
        unsafe message.pointee.scope_ids, unsafe message.pointee.n_scope_ids,
        "SubscribeRequest.scope_ids"),
      selector: selector.isEmpty ? nil : selector, epoch: unsafe message.pointee.epoch,
      snapshotFirst: unsafe message.pointee.snapshot_first != 0,
      maxPendingNotifications: Int(unsafe message.pointee.max_pending_notifications))
    if unsafe message.pointee.has_since_case
      == A11Y__BRIDGE__V1__SUBSCRIBE_REQUEST__HAS_SINCE_SINCE
    {
      since = unsafe message.pointee.since
    }
    guard maxPendingNotifications <= Self.pendingNotificationLimit else {
      throw Status(
        .invalidArgument,
        "SubscribeRequest.max_pending_notifications is \(maxPendingNotifications), "
          + "at most \(Self.pendingNotificationLimit) may wait",
        limit: UInt64(Self.pendingNotificationLimit))
    }
  }

  private static func kinds(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__SubscribeRequest>
  ) throws(Status) -> NotificationKinds {
    var kinds: NotificationKinds = []
    try checkCount(unsafe message.pointee.n_kinds, "SubscribeRequest.kinds")
    for index in 0..<(unsafe message.pointee.n_kinds) {
      let number = unsafe message.pointee.kinds[index].rawValue
      let kind = NotificationKinds(rawValue: number == 0 ? 0 : 1 << (number - 1))
      guard !kind.isEmpty, NotificationKinds.all.contains(kind) else {
        throw .invalid("SubscribeRequest.kinds", "contains the unknown value \(number)")
      }
      kinds.insert(kind)
    }
    return kinds.isEmpty ? .all : kinds
  }

  public func encoded() -> [UInt8] {
    ProtoWriter.bytes {
      if kinds != .all { $0.bits(SubscribeRequestFields.kinds, UInt64(kinds.rawValue)) }
      $0.ids(SubscribeRequestFields.scopeIDs, scopes)
      $0.text(SubscribeRequestFields.selector, selector ?? "")
      if let since { $0.number(SubscribeRequestFields.since, present: since) }
      $0.number(SubscribeRequestFields.epoch, epoch)
      $0.flag(SubscribeRequestFields.snapshotFirst, snapshotFirst)
      $0.count32(SubscribeRequestFields.maxPendingNotifications, maxPendingNotifications)
    }
  }
}

extension SubscribeResponse {
  /// Throws `UNIMPLEMENTED` for an unknown event: a newer server sends it, and it may be ignored.
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__SubscribeResponse>) throws(Status) {
    switch unsafe message.pointee.event_case {
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_SUBSCRIBED:
      guard let event = unsafe message.pointee.subscribed else { throw Self.unknown }
      unsafe self.init(
        .subscribed(epoch: event.pointee.epoch, revision: event.pointee.revision))
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_SNAPSHOT:
      guard let event = unsafe message.pointee.snapshot else { throw Self.unknown }
      self.init(.snapshot(try unsafe GetTreeResponse(event)))
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_UPDATE:
      guard let event = unsafe message.pointee.update else { throw Self.unknown }
      self.init(.update(try unsafe TreeUpdate(event)))
    case A11Y__BRIDGE__V1__SUBSCRIBE_RESPONSE__EVENT_SNAPSHOT_REQUIRED:
      guard let event = unsafe message.pointee.snapshot_required else { throw Self.unknown }
      unsafe self.init(
        .snapshotRequired(since: event.pointee.since, revision: event.pointee.revision))
    default: throw Self.unknown
    }
  }

  private static var unknown: Status {
    Status(.unimplemented, "SubscribeResponse.event is unknown")
  }

  public func encoded() -> [UInt8] {
    switch event {
    case .subscribed(let epoch, let revision):
      ProtoWriter.bytes {
        $0.message(SubscribeResponseFields.subscribed) {
          $0.number(SubscribedFields.epoch, epoch)
          $0.number(SubscribedFields.revision, revision)
        }
      }
    case .snapshot(let part):
      Self.encodedSnapshot(
        revision: part.revision, elements: part.elements.map(EncodedElement.init),
        last: part.isLast, omitted: part.omitted, total: part.total)
    case .update(let update):
      Self.encodedUpdate(EncodedUpdate(update))
    case .snapshotRequired(let since, let revision):
      ProtoWriter.bytes {
        $0.message(SubscribeResponseFields.snapshotRequired) {
          $0.number(SnapshotRequiredFields.since, since)
          $0.number(SnapshotRequiredFields.revision, revision)
        }
      }
    }
  }

  /// Encodes a `.snapshot` from elements that are already encoded.
  package static func encodedSnapshot(
    revision: Revision, elements: some Collection<EncodedElement>, last: Bool, omitted: Int = 0,
    total: Int = 0
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 48 + ProtoWriter.capacity(for: elements)) {
      $0.message(SubscribeResponseFields.snapshot) {
        $0.treePart(revision, elements, last, omitted, total)
      }
    }
  }

  /// Encodes an `.update` from elements that are already encoded.
  package static func encodedUpdate(_ update: EncodedUpdate) -> [UInt8] {
    ProtoWriter.bytes(capacity: update.capacity) {
      $0.message(SubscribeResponseFields.update) { $0.update(update) }
    }
  }
}

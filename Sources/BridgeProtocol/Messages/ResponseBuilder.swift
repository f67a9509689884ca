public import AccessibilityTree

/// Builds responses around elements that are bytes already, without encoding them again. The result
/// is what `encoded()` of the response gives, byte for byte.
public enum ResponseBuilder {
  public static func getTree(
    revision: Revision, elements: some Collection<EncodedElement>, last: Bool, omitted: Int = 0,
    total: Int = 0
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 32 + ProtoWriter.capacity(for: elements)) {
      $0.treePart(revision, elements, last, omitted, total)
    }
  }

  public static func find(
    revision: Revision, elements: some Collection<EncodedElement>, total: Int,
    nextPageToken: String? = nil, elapsedUs: UInt64
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 64 + ProtoWriter.capacity(for: elements)) {
      $0.number(1, revision)
      $0.elements(2, elements)
      $0.count(3, total)
      $0.text(4, nextPageToken ?? "")
      $0.number(5, elapsedUs)
    }
  }

  public static func getElement(
    revision: Revision, element: EncodedElement, ancestors: some Collection<EncodedElement>,
    application: ApplicationInfo?
  ) -> [UInt8] {
    let capacity = 256 + element.bytes.count + ProtoWriter.capacity(for: ancestors)
    return ProtoWriter.bytes(capacity: capacity) {
      $0.number(1, revision)
      $0.blob(2, present: element.bytes)
      $0.elements(3, ancestors)
      if let application { $0.message(4) { $0.application(application) } }
    }
  }

  public static func hitTest(revision: Revision, element: EncodedElement?) -> [UInt8] {
    ProtoWriter.bytes(capacity: 32 + (element?.bytes.count ?? 0)) {
      $0.number(1, revision)
      if let element { $0.blob(2, present: element.bytes) }
    }
  }

  public static func waitFor(
    revision: Revision, elements: some Collection<EncodedElement>, total: Int, waitedUs: UInt64
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 64 + ProtoWriter.capacity(for: elements)) {
      $0.number(1, revision)
      $0.elements(2, elements)
      $0.count(3, total)
      $0.number(4, waitedUs)
    }
  }

  public static func subscribed(epoch: UInt64, revision: Revision) -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(1) {
        $0.number(1, epoch)
        $0.number(2, revision)
      }
    }
  }

  public static func subscribeSnapshot(
    revision: Revision, elements: some Collection<EncodedElement>, last: Bool, omitted: Int = 0,
    total: Int = 0
  ) -> [UInt8] {
    ProtoWriter.bytes(capacity: 48 + ProtoWriter.capacity(for: elements)) {
      $0.message(2) { $0.treePart(revision, elements, last, omitted, total) }
    }
  }

  public static func subscribeUpdate(_ update: EncodedUpdate) -> [UInt8] {
    ProtoWriter.bytes(capacity: update.capacity) { $0.message(3) { $0.update(update) } }
  }

  public static func subscribeUpdate(
    fromRevision: Revision, revision: Revision, changed: some Collection<EncodedElement>,
    removed: [ElementID], notifications: [RevisedNotification], dropped: Int
  ) -> [UInt8] {
    subscribeUpdate(
      EncodedUpdate(
        fromRevision: fromRevision, revision: revision, changed: Array(changed),
        removed: removed, notifications: notifications, droppedNotifications: dropped))
  }

  public static func snapshotRequired(since: Revision, revision: Revision) -> [UInt8] {
    ProtoWriter.bytes {
      $0.message(4) {
        $0.number(1, since)
        $0.number(2, revision)
      }
    }
  }

  /// A receipt whose update is `update`; what `receipt.update` says is passed over.
  public static func perform(_ receipt: Receipt, update: EncodedUpdate?) -> [UInt8] {
    ProtoWriter.bytes(capacity: 128 + (update?.capacity ?? 0)) {
      $0.message(1) { $0.receipt(receipt, update) }
    }
  }
}

extension EncodedUpdate {
  fileprivate var capacity: Int {
    64 + ProtoWriter.capacity(for: changed) + removed.count * 4 + notifications.count * 48
  }
}

extension ProtoWriter {
  /// Enough bytes for elements with their tags and lengths.
  fileprivate static func capacity(for elements: some Collection<EncodedElement>) -> Int {
    unsafe withContiguous(elements) { elements in
      var capacity = 0
      for index in elements.indices { capacity += unsafe elements[index].bytes.count + 6 }
      return capacity
    }
  }

  fileprivate mutating func elements(
    _ field: UInt64, _ elements: some Collection<EncodedElement>
  ) {
    unsafe Self.withContiguous(elements) { elements in
      for index in elements.indices { blob(field, present: unsafe elements[index].bytes) }
    }
  }

  /// One step out of the generic code for all elements instead of several for each.
  private static func withContiguous<Result>(
    _ elements: some Collection<EncodedElement>,
    _ body: (UnsafeBufferPointer<EncodedElement>) -> Result
  ) -> Result {
    if let result = elements.withContiguousStorageIfAvailable(body) { return result }
    return unsafe Array(elements).withUnsafeBufferPointer(body)
  }

  fileprivate mutating func treePart(
    _ revision: Revision, _ elements: some Collection<EncodedElement>, _ last: Bool,
    _ omitted: Int, _ total: Int
  ) {
    number(1, revision)
    self.elements(2, elements)
    flag(3, last)
    count(4, omitted)
    count(5, total)
  }

  fileprivate mutating func update(_ update: EncodedUpdate) {
    number(1, update.fromRevision)
    number(2, update.revision)
    elements(3, update.changed)
    ids(4, update.removed)
    for notification in update.notifications { message(5) { $0.notification(notification) } }
    count(6, update.droppedNotifications)
    flag(7, update.hasMore)
    count(8, update.omitted)
    ids(9, update.leftScope)
  }

  fileprivate mutating func receipt(_ receipt: Receipt, _ update: EncodedUpdate?) {
    signed(1, receipt.outcome.rawValue)
    if let refusal = receipt.refusal { message(2) { $0.status(refusal) } }
    id(3, receipt.element)
    text(4, receipt.means)
    number(5, receipt.revisionBefore)
    number(6, receipt.revisionAfter)
    if let update { message(7) { $0.update(update) } }
    number(8, receipt.performedUs)
    number(9, receipt.settledUs)
    flag(10, receipt.isQuiet)
  }
}

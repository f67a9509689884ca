public import BridgeProtocol

/// Joins the parts of a long update or snapshot.
///
/// A server splits an update or snapshot that is longer than a frame: `hasMore` and `isLast` say so. A part is
/// valid only together with the parts after it: an element that it names may be the child of an element in the
/// next part.
///
///     var assembler = UpdateAssembler()
///     for try await response in client.stream(SubscribeRequest()) {
///       guard let whole = try assembler.take(response) else { continue }
///       …
///     }
public struct UpdateAssembler: Sendable {
  private var update: TreeUpdate?
  private var snapshot: GetTreeResponse?
  private var count = 0
  private var bytes = 0
  private let limit: Int
  /// The maximum length of all parts of one update or snapshot, in bytes.
  static let maxBytes = 256 * 1024 * 1024

  /// - Parameter limit: The maximum number of elements, ids and notifications in all parts of one update or
  ///   snapshot together, so that a server that sends parts without end does not exhaust the memory.
  public init(limit: Int = 4_000_000) {
    self.limit = limit
  }

  /// Whether parts were taken whose last part has not arrived yet.
  public var isGathering: Bool { update != nil || snapshot != nil }

  /// Returns the event that `response` completes; `nil` when more parts must come first. A whole update
  /// has no `hasMore`, a whole snapshot is its last part, and every other event is returned unchanged.
  ///
  /// Throws `badAnswer` when parts do not belong together or exceed the limits.
  ///
  /// - Parameter length: The length of the response as it was received, in bytes, where it is known.
  public mutating func take(
    _ response: SubscribeResponse, length: Int = 0
  ) throws(ClientError) -> SubscribeResponse? {
    bytes = isGathering ? bytes + length : length
    guard bytes <= Self.maxBytes else {
      throw .badAnswer("the parts of one update exceed \(Self.maxBytes) bytes")
    }
    switch response.event {
    case .update(let part):
      guard let update = try take(part) else { return nil }
      return SubscribeResponse(.update(update))
    case .snapshot(let part):
      guard let snapshot = try take(part) else { return nil }
      return SubscribeResponse(.snapshot(snapshot))
    case .subscribed, .snapshotRequired:
      guard !isGathering else { throw interrupted }
      return response
    }
  }

  /// Returns the whole update that `part` completes; `nil` when more parts must come first.
  public mutating func take(_ part: TreeUpdate) throws(ClientError) -> TreeUpdate? {
    guard snapshot == nil else { throw interrupted }
    if isGathering {
      guard update?.fromRevision == part.fromRevision, update?.revision == part.revision else {
        throw interrupted
      }
      add(part)
    } else {
      update = part
    }
    count +=
      part.changed.count + part.removed.count + part.leftScope.count + part.notifications.count
    try check()
    guard !part.hasMore else { return nil }
    count = 0
    return update.take()
  }

  /// Returns the whole snapshot that `part` completes; `nil` when more parts must come first.
  public mutating func take(_ part: GetTreeResponse) throws(ClientError) -> GetTreeResponse? {
    guard update == nil else { throw interrupted }
    if isGathering {
      guard snapshot?.revision == part.revision else { throw interrupted }
      add(part)
    } else {
      snapshot = part
    }
    count += part.elements.count
    try check()
    guard part.isLast else { return nil }
    count = 0
    return snapshot.take()
  }

  // Appends in place, so that what was collected is not copied for each part.
  private mutating func add(_ part: TreeUpdate) {
    update?.changed += part.changed
    update?.removed += part.removed
    update?.leftScope += part.leftScope
    update?.notifications += part.notifications
    update?.droppedNotifications.addClamped(part.droppedNotifications)
    update?.omitted.addClamped(part.omitted)
    update?.hasMore = part.hasMore
  }

  private mutating func add(_ part: GetTreeResponse) {
    snapshot?.elements += part.elements
    snapshot?.omitted.addClamped(part.omitted)
    snapshot?.isLast = part.isLast
  }

  private func check() throws(ClientError) {
    guard count <= limit else {
      throw .badAnswer("the parts of one update have \(count) entries, limit \(limit)")
    }
  }

  private var interrupted: ClientError {
    .badAnswer("a part of an update is followed by an unrelated message")
  }
}

extension Int {
  /// Adds a number from the server, which may be any; an overflow gives `Int.max`.
  package mutating func addClamped(_ other: Int) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}

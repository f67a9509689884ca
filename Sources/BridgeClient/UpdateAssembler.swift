public import BridgeProtocol

/// Gathers the parts of a long update or snapshot, so that each is taken as one.
///
/// A server cuts what is longer than a frame: `hasMore` and `isLast` say so. What a part tells holds
/// only together with the parts after it: an element that one names may be the child of one in the
/// next.
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
  /// The parts of one update or snapshot may be so many bytes long.
  static let maxBytes = 256 * 1024 * 1024

  /// - Parameter limit: the most elements, ids and notifications that one update or snapshot may have
  ///   in all of its parts: a server that sends parts without end does not fill the memory.
  public init(limit: Int = 4_000_000) {
    self.limit = limit
  }

  /// Whether parts were taken whose last is still to come.
  public var isGathering: Bool { update != nil || snapshot != nil }

  /// The event that `response` completes; `nil` when further parts must come first. A whole update
  /// has no `hasMore`, a whole snapshot is its last part, and everything else is passed on as it is.
  ///
  /// Throws `badAnswer` when parts do not belong together.
  ///
  /// - Parameter length: of the response as it was received, in bytes, where that is known.
  public mutating func take(
    _ response: SubscribeResponse, length: Int = 0
  ) throws(ClientError) -> SubscribeResponse? {
    bytes = isGathering ? bytes + length : length
    guard bytes <= Self.maxBytes else {
      throw .badAnswer("the parts of one update are longer than \(Self.maxBytes) bytes")
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

  /// The whole update that `part` completes; `nil` when further parts must come first.
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

  /// The whole snapshot that `part` completes; `nil` when further parts must come first.
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

  // In place: what was gathered is not copied for each part.
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
      throw .badAnswer("the parts of one update have \(count) entries, more than \(limit)")
    }
  }

  private var interrupted: ClientError {
    .badAnswer("a part of an update is followed by what does not belong to it")
  }
}

extension Int {
  /// Adds a number that a server has sent, which may be any.
  package mutating func addClamped(_ other: Int) {
    let (sum, overflow) = addingReportingOverflow(other)
    self = overflow ? .max : sum
  }
}

internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// The elements at one revision, as a series of messages.
final class Snapshot {
  /// The maximum length of the elements in one part, in bytes, for a client that accepts as much.
  static let partLength = 256 * 1024

  typealias Build = (
    _ revision: Revision, _ elements: ArraySlice<EncodedElement>, _ last: Bool, _ omitted: Int,
    _ total: Int
  ) -> [UInt8]

  let revision: Revision
  /// The maximum length of the elements in one message that the client accepts, in bytes.
  let limit: Int
  let messages: MessageSeries

  init(
    _ encodings: [EncodedElement], revision: Revision, omitted: Int, limit: Int,
    ledger: MemoryLedger, build: @escaping Build
  ) {
    self.revision = revision
    self.limit = limit
    let total = encodings.count
    var rest = encodings[...]
    messages = MessageSeries(ledger, memory: encodings.memory) {
      let isFirst = rest.count == total
      let elements = rest.prefix(bytes: min(Self.partLength, limit))
      rest = rest[elements.endIndex...]
      let isLast = rest.isEmpty
      // Release the encodings once they are copied.
      if isLast { rest = [] }
      return (
        build(revision, elements, isLast, isLast ? omitted : 0, isFirst ? total : 0), isLast
      )
    }
  }
}

/// Sends a snapshot as fast as the client takes it. The call's `onReady` keeps the stream alive.
final class SnapshotStream {
  private var reader: SeriesReader
  private let call: Call
  private let whenDone: () -> Void

  init(_ snapshot: Snapshot, call: Call, whenDone: @escaping () -> Void) {
    reader = SeriesReader(snapshot.messages)
    self.call = call
    self.whenDone = whenDone
  }

  func start() {
    call.onReady = { self.proceed() }
    proceed()
  }

  private func proceed() {
    guard reader.send(on: call), !call.isEnded else { return }
    call.onReady = nil
    whenDone()
  }
}

/// The trees that were requested at the current revision. Clients that ask for the same tree, at once or
/// again, are sent the same messages.
final class RecentTrees {
  private struct Key: Hashable {
    let request: GetTreeRequest
    let limit: Int
  }

  /// How many are kept, and for how long.
  private static let maxCount = 4
  private static let lifetime = Duration.seconds(2)

  private let loop: EventLoop
  private var snapshots: [Key: Snapshot] = [:]
  private var expiryTimer: Timer?

  init(_ loop: EventLoop) { self.loop = loop }

  func snapshot(of request: GetTreeRequest, within limit: Int) -> Snapshot? {
    snapshots[Key(request: request, limit: limit)]
  }

  func store(_ snapshot: Snapshot, of request: GetTreeRequest, within limit: Int) {
    if snapshots.count >= Self.maxCount { removeAll() }
    snapshots[Key(request: request, limit: limit)] = snapshot
    expiryTimer?.cancel()
    expiryTimer = loop.schedule(after: Self.lifetime) { [weak self] in self?.removeAll() }
  }

  /// Drops all snapshots. Must be called at every commit.
  func removeAll() {
    guard !snapshots.isEmpty else { return }
    snapshots = [:]
    expiryTimer?.cancel()
    expiryTimer = nil
  }
}

internal import AccessibilityTree
internal import BridgeProtocol
internal import BridgeTransport

/// Elements at one revision as messages, each made when it is first asked for. Shared by all who are
/// sent the same.
final class Snapshot {
  /// The longest that a part is made, in bytes, for a client that takes as much.
  static let partLength = 256 * 1024

  typealias Build = (
    _ revision: Revision, _ elements: ArraySlice<EncodedElement>, _ last: Bool, _ omitted: Int,
    _ total: Int
  ) -> [UInt8]

  let revision: Revision
  /// Bytes that the elements of one message may have, as the client has it.
  let limit: Int
  private let omitted: Int
  private let build: Build
  private let total: Int
  private var rest: ArraySlice<EncodedElement>
  private var parts: [[UInt8]] = []
  private var isComplete = false

  init(
    _ encodings: [EncodedElement], revision: Revision, omitted: Int, limit: Int,
    build: @escaping Build
  ) {
    rest = encodings[...]
    total = encodings.count
    self.revision = revision
    self.omitted = omitted
    self.limit = limit
    self.build = build
  }

  /// The message at a place, counted from 0; `nil` after the last. There is one at least.
  func part(_ index: Int) -> [UInt8]? {
    while index >= parts.count, !isComplete { buildNext() }
    return index < parts.count ? parts[index] : nil
  }

  private func buildNext() {
    let elements = rest.prefix(bytes: min(Self.partLength, limit))
    rest = rest[elements.endIndex...]
    isComplete = rest.isEmpty
    parts.append(
      build(revision, elements, isComplete, isComplete ? omitted : 0, parts.isEmpty ? total : 0))
    // The encodings are not held on to once they are copied.
    if isComplete { rest = [] }
  }
}

/// Sends a snapshot as the client takes it. Kept alive by the call's `onReady`.
final class SnapshotStream {
  private let snapshot: Snapshot
  private let call: Call
  private let whenDone: () -> Void
  private var next = 0

  init(_ snapshot: Snapshot, call: Call, whenDone: @escaping () -> Void) {
    self.snapshot = snapshot
    self.call = call
    self.whenDone = whenDone
  }

  func start() {
    call.onReady = { self.proceed() }
    proceed()
  }

  private func proceed() {
    while call.isReady, let part = snapshot.part(next) {
      call.send(part)
      next += 1
    }
    guard !call.isEnded, snapshot.part(next) == nil else { return }
    call.onReady = nil
    whenDone()
  }
}

/// The trees that were asked for at the present revision: many who ask for the same at once, or one
/// who asks again, are sent what is there.
final class RecentTrees {
  private struct Key: Hashable {
    let request: GetTreeRequest
    let limit: Int
  }

  /// How many are kept, and for how long.
  private static let most = 4
  private static let time = Duration.seconds(2)

  private let loop: EventLoop
  private var snapshots: [Key: Snapshot] = [:]
  private var end: Timer?

  init(_ loop: EventLoop) { self.loop = loop }

  func snapshot(
    of request: GetTreeRequest, within limit: Int, make: () throws(Status) -> Snapshot
  ) throws(Status) -> Snapshot {
    let key = Key(request: request, limit: limit)
    if let known = snapshots[key] { return known }
    let made = try make()
    if snapshots.count >= Self.most { forget() }
    snapshots[key] = made
    end?.cancel()
    end = loop.schedule(after: Self.time) { [weak self] in self?.forget() }
    return made
  }

  /// To be told of every commit.
  func forget() {
    guard !snapshots.isEmpty else { return }
    snapshots = [:]
    end?.cancel()
    end = nil
  }
}

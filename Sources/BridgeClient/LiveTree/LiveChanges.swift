package import AccessibilityTree
internal import BridgeProtocol

extension BridgeClient {
  /// The changes that keep a `LiveTree` up to date: a snapshot first, then each update as it arrives.
  ///
  /// When the connection is lost, the sequence yields `disconnected`, waits until the client has reconnected,
  /// and continues from the last revision, or with a new snapshot where that revision is no longer known to
  /// the server. This needs `Options.reconnect`; without it the sequence ends with the error.
  ///
  /// Elements with more children than a frame can name are given with all of them; a change of such an element
  /// is given as a snapshot, without the notifications of that change.
  ///
  /// - Parameter time: The time limit for the first snapshot; `nil`: none.
  public func liveChanges(beginningWithin time: Duration? = nil) -> LiveChanges {
    LiveChanges(client: self, time: time)
  }
}

/// The sequence of `BridgeClient.liveChanges()`. It does not end by itself; cancel the task that reads it.
public struct LiveChanges: AsyncSequence, Sendable {
  public typealias Element = LiveTree.Change
  public typealias Failure = any Error

  let client: BridgeClient
  let time: Duration?

  public func makeAsyncIterator() -> Iterator {
    Iterator(client, time)
  }

  public struct Iterator: AsyncIteratorProtocol {
    private let client: BridgeClient
    private var messages: MessageStream<SubscribeResponse>.Iterator
    private var parts = UpdateAssembler()
    /// The last revision that was handed over, and its epoch.
    private var epoch: UInt64 = 0
    private var revision: Revision = 0
    private var position = Position.start
    /// Whether a snapshot was handed over. Before the first one, errors are thrown to the reader.
    private var hasBegun = false
    /// The number of bad answers since the last update that could be used.
    private var badResponses = 0
    private static let maxBadResponses = 5

    private enum Position {
      /// No revision is known from which the subscription could resume.
      case start
      case following
      /// The connection was lost while following; the next subscription resumes from the last revision.
      case resuming
    }

    fileprivate init(_ client: BridgeClient, _ time: Duration?) {
      self.client = client
      messages = client.stream(SubscribeRequest(snapshotFirst: true), window: Self.window)
        .makeAsyncIterator()
      if let time { messages.expect(within: time) }
    }

    /// The number of messages that the server may send ahead.
    private static let window: UInt32 = 256

    public mutating func next() async throws -> LiveTree.Change? {
      while true {
        do {
          guard let message = try await messages.next() else {
            throw ClientError.connectionLost("the server ended the subscription")
          }
          if let change = try await change(message, messages.lastLength) { return change }
        } catch let error as ClientError {
          if let change = try recover(from: error) { return change }
        }
      }
    }

    private mutating func change(
      _ message: SubscribeResponse, _ length: Int
    ) async throws -> LiveTree.Change? {
      guard let whole = try parts.take(message, length: length) else { return nil }
      switch whole.event {
      case .subscribed(let epoch, let revision):
        (self.epoch, self.revision) = (epoch, revision)
        guard position == .resuming else { return nil }
        // What was missed follows as an update, or as a snapshot when the server no longer knows the revision.
        position = .following
        return .reconnected
      case .snapshotRequired: return nil
      case .snapshot(let snapshot):
        // Until the snapshot is handed over there is no revision to resume from.
        position = .start
        messages.expect(within: nil)
        let change = LiveTree.Change.snapshot(
          LiveTree.Snapshot(
            epoch: epoch, revision: snapshot.revision, tree: try Self.tree(of: snapshot),
            applications: try await applications()))
        (revision, position) = (snapshot.revision, .following)
        hasBegun = true
        return change
      case .update(let update):
        guard update.fromRevision == revision else {
          throw ClientError.badAnswer(
            "the update from revision \(update.fromRevision) does not follow \(revision)")
        }
        guard update.changed.allSatisfy(\.listsAllChildren) else {
          // Where new children stand among so many is only known when all are listed: ask for a snapshot.
          position = .start
          subscribe()
          return nil
        }
        (revision, position) = (update.revision, .following)
        badResponses = 0
        return .update(LiveTree.Update(update))
      }
    }

    private static func tree(of snapshot: GetTreeResponse) throws(ClientError) -> Tree {
      let elements = AccessibilityTree.Element.namingAllChildren(snapshot.elements)
      var tree = Tree()
      do throws(TreeError) {
        try tree.apply(Delta(from: 0, to: snapshot.revision, changed: elements, removed: []))
      } catch {
        throw .badAnswer("the server sent an inconsistent tree: \(error)")
      }
      return tree
    }

    /// Returns the applications as the server lists them now; notifications keep them up to date afterwards.
    private func applications() async throws -> [ElementID: Application] {
      let answer = try await client.call(ListApplicationsRequest())
      return Dictionary(
        answer.applications.map { ($0.application.root, $0.application) }, uniquingKeysWith: { $1 })
    }

    /// Subscribes again where that may help, otherwise throws the error. Returns `disconnected` once, however
    /// many attempts fail.
    private mutating func recover(from error: ClientError) throws -> LiveTree.Change? {
      guard hasBegun else { throw error }
      switch error {
      case .connectionLost where client.reconnects: break
      case .badAnswer where position == .following && badResponses < Self.maxBadResponses:
        badResponses += 1
        position = .start
      case .status(let status) where status.isTransient && client.reconnects: break
      // What this client may do has changed: what it may see now follows. Where that is nothing, the next error says so.
      case .status(let status)
      where status.code == .permissionDenied && position == .following && client.reconnects:
        break
      default: throw error
      }
      let wasFollowing = position == .following
      if position != .start { position = .resuming }
      subscribe()
      return wasFollowing ? .disconnected(error) : nil
    }

    /// Subscribes anew, or resumes from the last revision.
    private mutating func subscribe() {
      var request = SubscribeRequest(snapshotFirst: true)
      if position == .resuming { (request.since, request.epoch) = (revision, epoch) }
      parts = UpdateAssembler()
      messages = client.stream(request, window: Self.window).makeAsyncIterator()
    }
  }
}

extension Status {
  /// Whether the same call may succeed later.
  fileprivate var isTransient: Bool { code == .unavailable && reason == .shuttingDown }
}

extension LiveTree.Update {
  fileprivate init(_ update: TreeUpdate) {
    self.init(
      delta: Delta(
        from: update.fromRevision, to: update.revision, changed: update.changed,
        removed: update.removed),
      notifications: update.notifications.map(\.notification),
      dropped: update.droppedNotifications)
  }
}

extension AccessibilityTree.Element {
  /// Returns the elements of a whole tree or subtree, in reading order, each with all of its children: those
  /// that name only a part of them, because a frame has no room for more, are completed.
  package static func namingAllChildren(_ elements: [Element]) -> [Element] {
    let shortened = Set(elements.lazy.filter { !$0.listsAllChildren }.map(\.id))
    guard !shortened.isEmpty else { return elements }
    var children: [ElementID: [ElementID]] = [:]
    for element in elements {
      if let parent = element.parent, shortened.contains(parent) {
        children[parent, default: []].append(element.id)
      }
    }
    return elements.map { element in
      guard let all = children[element.id] else { return element }
      var copy = Element(element, children: all)
      // The toolkit may know of more children than the elements show.
      if copy.totalChildren == all.count { copy.totalChildren = nil }
      copy.shortenedFields.removeAll { $0 == "child_ids" }
      return copy
    }
  }
}

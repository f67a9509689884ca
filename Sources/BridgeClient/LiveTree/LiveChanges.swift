package import AccessibilityTree
internal import BridgeProtocol

extension BridgeClient {
  /// The changes that keep a `LiveTree` true: a snapshot first, then each update as it comes.
  ///
  /// When the connection is lost it says so, waits for the client to find it again, and goes on from
  /// where it was, or with a new snapshot where that is no longer known. For that the client needs
  /// `Options.reconnect`; without it the sequence ends with the error.
  ///
  /// An element with more children than one of the client's frames can name is given with all of them;
  /// a change of it comes as a snapshot, without the notifications that told of it.
  ///
  /// - Parameter time: how long the first snapshot may take to come; `nil`: as long as it does.
  public func liveChanges(beginningWithin time: Duration? = nil) -> LiveChanges {
    LiveChanges(client: self, time: time)
  }
}

/// See `BridgeClient.liveChanges()`. Never ends by itself; cancel the task that reads it.
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
    /// Up to where the tree is known.
    private var epoch: UInt64 = 0
    private var revision: Revision = 0
    private var position = Position.start
    /// A snapshot was handed over: before, whoever waits for it is told what is wrong.
    private var hasBegun = false
    /// Since the last update that could be used.
    private var badAnswers = 0
    private static let maxBadAnswers = 5

    private enum Position {
      /// Nothing is known yet, or nothing that could be gone on from.
      case start
      case following
      /// The connection was lost while following; the next subscription goes on from there.
      case resuming
    }

    fileprivate init(_ client: BridgeClient, _ time: Duration?) {
      self.client = client
      messages = client.stream(SubscribeRequest(snapshotFirst: true), window: Self.window)
        .makeAsyncIterator()
      if let time { messages.expect(within: time) }
    }

    /// Messages that may be on their way.
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
        // What was missed follows as an update, or as a snapshot when it is not known.
        position = .following
        return .reconnected
      case .snapshotRequired: return nil
      case .snapshot(let snapshot):
        // Until it is handed over there is nothing to go on from.
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
        guard update.changed.allSatisfy(\.namesAllChildren) else {
          // Where new ones stand among so many is only known when all are listed.
          position = .start
          subscribe()
          return nil
        }
        (revision, position) = (update.revision, .following)
        badAnswers = 0
        return .update(LiveTree.Update(update))
      }
    }

    private static func tree(of snapshot: GetTreeResponse) throws(ClientError) -> Tree {
      let elements = AccessibilityTree.Element.namingAllChildren(snapshot.elements)
      var tree = Tree()
      do throws(TreeError) {
        try tree.apply(Delta(from: 0, to: snapshot.revision, changed: elements, removed: []))
      } catch {
        throw .badAnswer("the server's tree does not fit together: \(error)")
      }
      return tree
    }

    /// What the server says of its applications; notifications keep it true from here.
    private func applications() async throws -> [ElementID: Application] {
      let answer = try await client.call(ListApplicationsRequest())
      return Dictionary(
        answer.applications.map { ($0.application.root, $0.application) }, uniquingKeysWith: { $1 })
    }

    /// Subscribes again; tells of it once, however long the server stays away.
    private mutating func recover(from error: ClientError) throws -> LiveTree.Change? {
      guard hasBegun else { throw error }
      switch error {
      case .connectionLost where client.reconnects: break
      case .badAnswer where position == .following && badAnswers < Self.maxBadAnswers:
        badAnswers += 1
        position = .start
      case .status(let status) where status.isPassing && client.reconnects: break
      default: throw error
      }
      let wasFollowing = position == .following
      if position != .start { position = .resuming }
      subscribe()
      return wasFollowing ? .disconnected(error) : nil
    }

    /// Begins anew, or goes on from what is known.
    private mutating func subscribe() {
      var request = SubscribeRequest(snapshotFirst: true)
      if position == .resuming { (request.since, request.epoch) = (revision, epoch) }
      parts = UpdateAssembler()
      messages = client.stream(request, window: Self.window).makeAsyncIterator()
    }
  }
}

extension Status {
  /// Whether the same call may well succeed later.
  fileprivate var isPassing: Bool { code == .unavailable && reason == .shuttingDown }
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
  /// The elements of a whole tree or subtree in reading order, with the children that their parents do
  /// not name because there are too many for a frame.
  package static func namingAllChildren(_ elements: [Element]) -> [Element] {
    let shortened = Set(elements.lazy.filter { !$0.namesAllChildren }.map(\.id))
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
      // The toolkit may know of more.
      if copy.totalChildren == all.count { copy.totalChildren = nil }
      copy.shortenedFields.removeAll { $0 == "child_ids" }
      return copy
    }
  }
}

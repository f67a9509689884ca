public import AccessibilityTree

/// A copy of the server's tree that is kept up to date by the changes that the server sends.
///
/// A value: its owner applies the changes one after another, and reads the tree between them.
///
///     var live = LiveTree()
///     for try await change in client.liveChanges() {
///       try live.apply(change)
///       …
///     }
public struct LiveTree: Sendable {
  public private(set) var tree = Tree()
  /// The applications by their root elements.
  public private(set) var applications: [ElementID: Application] = [:]
  public private(set) var epoch: UInt64 = 0
  public private(set) var revision: Revision = 0
  /// Whether the client is connected. While it is not, the tree is as it was when the connection was lost.
  public private(set) var isConnected = false

  /// A step of the tree from one revision to another, or a change of the connection.
  public enum Change: Sendable {
    /// The whole tree: at the beginning, and when the changes since the last revision are not known.
    case snapshot(Snapshot)
    case update(Update)
    /// The connection was lost, for the reason that the error gives. The client is reconnecting.
    case disconnected(ClientError)
    /// The client has reconnected. What was missed follows as an update or a snapshot.
    case reconnected
  }

  public struct Snapshot: Sendable {
    public var epoch: UInt64
    public var revision: Revision
    public var tree: Tree
    public var applications: [ElementID: Application]
  }

  /// A whole update, however many messages it arrived in.
  public struct Update: Sendable {
    public var delta: Delta
    /// The notifications in the order in which to announce them.
    public var notifications: [Notification]
    /// The number of notifications that were left out because this client read too slowly.
    public var dropped: Int
  }

  public init() {}

  /// Applies a change.
  ///
  /// - Throws: `badAnswer` when an update does not fit the tree. The tree cannot be used afterwards.
  public mutating func apply(_ change: Change) throws(ClientError) {
    switch change {
    case .snapshot(let snapshot):
      (tree, applications) = (snapshot.tree, snapshot.applications)
      (epoch, revision) = (snapshot.epoch, snapshot.revision)
      isConnected = true
    case .update(let update): try apply(update)
    case .disconnected: isConnected = false
    case .reconnected: isConnected = true
    }
  }

  private mutating func apply(_ update: Update) throws(ClientError) {
    isConnected = true
    do throws(TreeError) {
      try tree.apply(update.delta)
    } catch {
      throw .badAnswer(
        "the server sent an inconsistent update to revision \(update.delta.to): \(error)")
    }
    revision = update.delta.to
    for case .applicationChanged(let application) in update.notifications {
      applications[application.root] = application.health == .gone ? nil : application
    }
  }
}

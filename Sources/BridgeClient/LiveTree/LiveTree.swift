public import AccessibilityTree

/// A copy of the server's tree that is kept true by what the server tells.
///
/// A value: its owner applies the changes, one after another, and looks at the tree between them.
///
///     var live = LiveTree()
///     for try await change in client.liveChanges() {
///       try live.apply(change)
///       …
///     }
public struct LiveTree: Sendable {
  public private(set) var tree = Tree()
  /// By their root elements.
  public private(set) var applications: [ElementID: Application] = [:]
  public private(set) var epoch: UInt64 = 0
  public private(set) var revision: Revision = 0
  /// Whether the server is there. While it is not, the tree is as old as the connection.
  public private(set) var isConnected = false

  /// One step of the tree from one revision to another; or why there is none.
  public enum Change: Sendable {
    /// Everything as it is: at the beginning, and when what happened meanwhile is not known.
    case snapshot(Snapshot)
    case update(Update)
    /// The connection was lost, for the reason that the error gives. It is being made again.
    case disconnected(ClientError)
    /// The connection is there again, and nothing was missed.
    case reconnected
  }

  public struct Snapshot: Sendable {
    public var epoch: UInt64
    public var revision: Revision
    public var tree: Tree
    public var applications: [ElementID: Application]
  }

  /// A whole update, however many messages it came in.
  public struct Update: Sendable {
    public var delta: Delta
    /// In the order that they are to be told.
    public var notifications: [Notification]
    /// How many notifications were left out because this client read too slowly.
    public var dropped: Int
  }

  public init() {}

  /// - Throws: `badAnswer` when an update does not fit the tree, which is of no use then.
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
      throw .badAnswer("the update to revision \(update.delta.to) does not fit: \(error)")
    }
    revision = update.delta.to
    for case .applicationChanged(let application) in update.notifications {
      applications[application.root] = application.health == .gone ? nil : application
    }
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Testing

/// A live tree: a copy that follows the server, also over lost connections.
@Suite(.timeLimit(.minutes(10)))
struct LiveTreeTests {
  /// Follows a server in a separate task.
  final class Follower: Sendable {
    private struct State {
      var live = LiveTree()
      var notifications: [Notification] = []
      var snapshots = 0
      var disconnections = 0
      var failure: (any Error)?
    }

    private let state = Lock(State())
    private let task = Lock<Task<Void, Never>?>(nil)

    init(_ client: BridgeClient) {
      let task = Task { [weak self] in
        do {
          for try await change in client.liveChanges() {
            guard let self else { return }
            try state.withLock { state in
              Result {
                try state.live.apply(change)
                switch change {
                case .snapshot: state.snapshots += 1
                case .update(let update): state.notifications += update.notifications
                case .disconnected: state.disconnections += 1
                case .reconnected: break
                }
              }
            }.get()
          }
        } catch {
          self?.state.withLock { $0.failure = error }
        }
      }
      self.task.withLock { $0 = task }
    }

    deinit { task.withLock { $0?.cancel() } }

    var live: LiveTree { state.withLock { $0.live } }
    var notifications: [Notification] { state.withLock { $0.notifications } }
    var snapshots: Int { state.withLock { $0.snapshots } }
    var disconnections: Int { state.withLock { $0.disconnections } }
    var failure: (any Error)? { state.withLock { $0.failure } }

    func reaches(_ revision: Revision) async throws {
      try await eventually("revision \(revision)") {
        live.isConnected && live.revision == revision && snapshots > 0
      }
    }
  }

  @Test func `After random edits the copy equals the server's tree`() async throws {
    let server = try await TestServer.start()
    try await server.run { try $0.addApplication() }
    let follower = Follower(try await server.client())
    try await follower.reaches(try await server.run { $0.store.revision })
    for seed in 1...5 {
      try await server.run { world in
        var edits = RandomEdits(seed: UInt64(seed))
        for _ in 0..<40 { try edits.batch(on: world) }
      }
    }
    // The end of speech for announcements makes later revisions that change no element.
    let revision = try await server.run { $0.store.revision }
    try await eventually("revision \(revision) or later") {
      follower.live.revision >= revision
    }
    let there = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
    #expect(encodings(follower.live.tree, follower.live.tree.roots) == there)
    #expect(follower.snapshots == 1)
    #expect(follower.live.epoch == 7)
  }

  @Test func `An update in several parts is applied at once`() async throws {
    let server = try await TestServer.start { $0.limits[.frameBytes] = 65_536 }
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client { $0.connection.maxFrameLength = 65_536 }
    let follower = Follower(client)
    try await follower.reaches(try await server.run { $0.store.revision })
    try await server.run { world in
      try world.store.edit { edit in
        for number in 0..<3_000 {
          let element = Element(
            id: world.store.makeID(), role: .button, label: "Button number \(number)")
          try edit.insert(element, under: window)
        }
      }
    }
    try await follower.reaches(try await server.run { $0.store.revision })
    #expect(follower.live.tree.count == 3_002)
  }

  @Test func `Applications are taken from the snapshot, and updated by notifications`() async throws
  {
    let server = try await TestServer.start()
    let first = try await server.run { try $0.addApplication("First").root }
    let follower = Follower(try await server.client())
    try await follower.reaches(try await server.run { $0.store.revision })
    #expect(follower.live.applications[first]?.name == "First")
    let second = try await server.run { try $0.addApplication("Second").root }
    try await follower.reaches(try await server.run { $0.store.revision })
    #expect(follower.live.applications[second]?.name == "Second")
    try await server.run { world in
      world.store.edit { $0.removeApplication(first) }
    }
    try await follower.reaches(try await server.run { $0.store.revision })
    #expect(follower.live.applications[first] == nil)
  }

  @Test func `After a restart of the server the tree is read again`() async throws {
    let directory = try temporaryDirectory()
    let address = SocketAddress.unix(path: directory.path("bridge.sock"))
    let first = try await TestServer.start(at: address)
    try await first.run { try $0.addApplication("Before") }
    let client = try await first.client {
      $0.reconnect = BridgeClient.Backoff(first: .milliseconds(5), longest: .milliseconds(50))
    }
    let follower = Follower(client)
    try await follower.reaches(1)
    try await first.shutDown()
    try await eventually("the loss is noticed") { !follower.live.isConnected }
    let second = try await TestServer.start(at: address, epoch: 8)
    try await second.run { world in
      try world.addApplication("After")
      try world.addApplication("Another")
    }
    try await eventually("the new tree") {
      follower.live.isConnected && follower.live.applications.values.contains { $0.name == "After" }
    }
    #expect(!follower.live.applications.values.contains { $0.name == "Before" })
    #expect(follower.disconnections == 1)
  }

  @Test func `Without reconnecting, a lost connection ends the live tree`() async throws {
    let server = try await TestServer.start()
    try await server.run { try $0.addApplication() }
    let follower = Follower(try await server.client())
    try await follower.reaches(1)
    try await server.shutDown()
    try await eventually("the end") { follower.failure != nil }
  }
}

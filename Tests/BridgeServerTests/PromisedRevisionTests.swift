import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// `subscribed` promises that nothing after its revision is missed: before, during and after the snapshot,
/// whatever credit the subscriber grants.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct PromisedRevisionTests {
  /// A subscriber that grants credit for one message at a time.
  private final class Reader {
    let peer: RawPeer
    let call: CallID
    private(set) var replica: Replica
    private var taken = 0

    init(_ server: TestServer, _ request: SubscribeRequest, from replica: Replica = Replica())
      throws
    {
      peer = try RawPeer(server.address, maxFrameLength: 16 * 1024)
      self.replica = replica
      call = peer.call(.subscribe, request.encoded(), credit: 1)
      peer.flush()
      #expect(peer.run { peer.messages == 1 }, "the first message says where it starts")
      try take()
    }

    func grant(_ messages: UInt32) throws {
      peer.session.grant(messages, on: call)
      peer.flush()
      try take()
    }

    /// Reads all messages up to a revision.
    func finish(_ revision: Revision) throws {
      var failure: (any Error)?
      let isThere = peer.run {
        do { try grant(4) } catch { failure = error }
        return failure != nil || replica.revision >= revision
      }
      if let failure { throw failure }
      #expect(isThere, "revision \(replica.revision) of \(revision)")
    }

    private func take() throws {
      let messages = peer.events.compactMap { event -> [UInt8]? in
        if case .message(_, let payload) = event { payload } else { nil }
      }
      for payload in messages.dropFirst(taken) {
        try replica.take(SubscribeResponse(decoding: payload))
      }
      taken = messages.count
    }

    /// The numbers that were announced to the subscriber, in order of arrival.
    var announced: [Int] {
      replica.notifications.compactMap { notification in
        guard case .announcement(let text, _, _) = notification.notification else { return nil }
        return Int(text)
      }
    }
  }

  private func announce(_ number: Int, _ world: World) {
    world.store.edit {
      $0.post(.announcement(text: "\(number)", priority: .default, element: nil))
    }
  }

  /// Changes the window, so that every subscriber receives the revision of this change.
  private func mark(_ server: TestServer, _ window: ElementID) async throws -> Revision {
    try await server.run { world in
      try world.change(window) { $0.value = "\(world.store.revision)" }
      return world.store.revision
    }
  }

  @Test func `Announcements made before the snapshot is sent follow the snapshot`() async throws {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let reader = try Reader(
      server, SubscribeRequest(kinds: [.elements, .announcement], snapshotFirst: true))
    for number in 1...4 { try await server.run { announce(number, $0) } }
    try reader.finish(try await mark(server, window))
    #expect(reader.replica.isWhole)
    #expect(reader.announced == [1, 2, 3, 4])
    #expect(reader.replica.dropped == 0)
    // The next change arrives without a snapshot: the subscriber has caught up.
    try await server.run { announce(5, $0) }
    try reader.finish(try await mark(server, window))
    #expect(reader.announced == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [UInt64(1), 2, 3, 4, 5, 6])
  func `With random credit, each announcement arrives once or is counted, and the trees agree`(
    seed: UInt64
  ) async throws {
    var random = Seeded(seed)
    let server = try await TestServer.start { $0.filteringPerTurn = seed % 2 == 0 ? 0 : 50_000 }
    let window = try await server.run { world in
      let window = try world.addApplication().window
      // The snapshot has several parts for a client that accepts short frames.
      for number in 0..<3000 {
        try world.add(.text, "Text \(number) of a page that is long", under: window)
      }
      return window
    }
    let request = SubscribeRequest(
      kinds: [.elements, .announcement], snapshotFirst: true,
      maxPendingNotifications: seed.isMultiple(of: 2) ? 7 : 0)
    var readers: [Reader] = []
    var edits = RandomEdits(seed: seed)
    edits.fixed = [window]
    /// The last number that was announced before each reader subscribed.
    var starts: [Int] = []
    var number = 0
    for step in 0..<120 {
      if step % 20 == 0, readers.count < 5 {
        readers.append(try Reader(server, request))
        starts.append(number)
      }
      // One subscriber of the group leaves halfway.
      if step == 50 {
        readers.removeFirst()
        starts.removeFirst()
      }
      for reader in readers where Bool.random(using: &random) {
        try reader.grant(UInt32.random(in: 0...2, using: &random))
      }
      edits = try await server.run { [edits, number] world in
        var edits = edits
        edits.isQuiet = true
        try edits.batch(on: world)
        announce(number + 1, world)
        return edits
      }
      number += 1
    }
    let last = try await mark(server, window)
    let expected = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
    for (reader, start) in zip(readers, starts) {
      try reader.finish(last)
      #expect(reader.replica.bytes == expected)
      #expect(reader.announced == reader.announced.sorted())
      #expect(Set(reader.announced).count == reader.announced.count, "none comes twice")
      #expect(reader.announced.allSatisfy { $0 > start })
      #expect(reader.announced.count + reader.replica.dropped == number - start)
      if request.maxPendingNotifications == 0 { #expect(reader.replica.dropped == 0) }
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `With random credit, a resumed subscription misses nothing`(seed: UInt64) async throws {
    var random = Seeded(seed)
    let server = try await TestServer.start { $0.filteringPerTurn = seed % 2 == 0 ? 0 : 50_000 }
    let window = try await server.run { try $0.addApplication().window }
    var request = SubscribeRequest(kinds: [.elements, .announcement], snapshotFirst: true)
    var reader = try Reader(server, request)
    var edits = RandomEdits(seed: seed)
    edits.fixed = [window]
    var number = 0
    for step in 1...90 {
      edits = try await server.run { [edits, number] world in
        var edits = edits
        edits.isQuiet = true
        try edits.batch(on: world)
        announce(number + 1, world)
        return edits
      }
      number += 1
      if step % 30 == 0 {
        // Resume from the last revision that was applied.
        try reader.finish(try await mark(server, window))
        request.since = reader.replica.revision
        request.epoch = reader.replica.epoch
        try await server.run { [number] world in announce(number + 1, world) }
        number += 1
        reader = try Reader(server, request, from: reader.replica)
      }
      try reader.grant(UInt32.random(in: 0...2, using: &random))
    }
    let last = try await mark(server, window)
    let expected = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
    try reader.finish(last)
    #expect(reader.replica.bytes == expected)
    #expect(reader.announced == Array(1...number))
    #expect(!reader.replica.sawSnapshotRequired)
  }
}

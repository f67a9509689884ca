import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import Testing

/// Snapshots and updates received over the wire equal the server's tree byte for byte.
@Suite(.timeLimit(.minutes(10)))
struct LawTests {
  private func edit(_ server: TestServer, seed: UInt64, batches: Int, fixed: Set<ElementID> = [])
    async throws
  {
    var edits = RandomEdits(seed: seed)
    edits.fixed = fixed
    var left = batches
    while left > 0 {
      edits = try await server.run { [edits, left] world in
        var edits = edits
        for _ in 0..<min(left, 20) { try edits.batch(on: world) }
        return edits
      }
      left -= 20
    }
  }

  /// Changes an element after all others, so that every subscription to it receives the last revision.
  private func finish(_ server: TestServer, _ id: ElementID) async throws -> Revision {
    try await server.run { world in
      try world.change(id) { $0.hint = "the end \(world.store.revision)" }
      return world.store.revision
    }
  }

  private func follow(
    _ client: BridgeClient, _ request: SubscribeRequest, window: UInt32 = 64,
    isTree: Bool = true, from replica: Replica = Replica(), pause: Duration? = nil,
    until revision: @escaping @Sendable () async throws -> Revision
  ) async throws -> Replica {
    var replica = replica
    replica.isTree = isTree
    var target: Revision?
    for try await response in client.stream(request, window: window) {
      try replica.take(response)
      if target == nil { target = try await revision() }
      if let pause { try await Task.sleep(for: pause) }
      if let target, replica.revision >= target { break }
    }
    return replica
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `A replica of everything equals the server's tree after random edits`(seed: UInt64)
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client()
    let replica = try await follow(client, SubscribeRequest(snapshotFirst: true)) {
      try await edit(server, seed: seed, batches: 1200, fixed: [window])
      return try await finish(server, window)
    }
    let expected = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
    #expect(replica.bytes == expected)
    #expect(replica.tree.subtree(of: replica.tree.roots).count == expected.count)
    #expect(replica.updates > 1)
    #expect(replica.epoch == 7)
  }

  @Test
  func `A slow subscriber with one credit receives merged updates that lead to the same tree`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client()
    let request = SubscribeRequest(snapshotFirst: true, maxPendingNotifications: 20)
    let replica = try await follow(client, request, window: 1, pause: .milliseconds(2)) {
      try await edit(server, seed: 9, batches: 1500, fixed: [window])
      return try await finish(server, window)
    }
    let expected = try await server.run {
      (encodings($0.store.tree, $0.store.tree.roots), $0.store.revision)
    }
    #expect(replica.bytes == expected.0)
    #expect(replica.updates < 100, "updates were joined: \(replica.updates)")
    #expect(replica.dropped > 0)
    let revisions = replica.notifications.map(\.revision)
    #expect(revisions == revisions.sorted(), "notifications stay in order")
    // Announcements are dropped last, so the newest ones arrive.
    let said = replica.notifications.compactMap { notification -> Int? in
      guard case .announcement(let text, _, _) = notification.notification else { return nil }
      return Int(text)
    }
    #expect(said == said.sorted())
    #expect(said.count >= 20)
  }

  @Test func `Dropped and delivered notifications add up to all notifications`() async throws {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client()
    let request = SubscribeRequest(kinds: [.announcement, .value], maxPendingNotifications: 10)
    let replica = try await follow(client, request, window: 1) {
      try await server.run { world in
        let field = try world.add(.textField, "Name", under: window)
        for number in 0..<100 {
          try world.change(field) { $0.value = "\(number)" }
          if number % 20 == 0 {
            world.store.edit {
              $0.post(.announcement(text: "\(number)", priority: .low, element: field))
            }
          }
        }
        return world.store.revision
      }
    }
    #expect(replica.notifications.count + replica.dropped == 105)
    let said = replica.notifications.filter { $0.notification.kind == .announcement }
    #expect(said.count == 5, "announcements are the last to go")
    // The number of messages that the client had credit for depends on the machine; each has at most ten
    // notifications.
    #expect(replica.dropped >= 105 - 10 * replica.updates)
  }

  @Test(arguments: [UInt64(4), 5])
  func `A replica with a scope follows moves into and out of it`(seed: UInt64) async throws {
    let server = try await TestServer.start()
    let scope = try await server.run { world in
      let window = try world.addApplication().window
      try world.addApplication("Other")
      return try world.add(.list, "scope", under: window)
    }
    let client = try await server.client()
    let request = SubscribeRequest(scopes: [scope], snapshotFirst: true)
    let replica = try await follow(client, request) {
      try await edit(server, seed: seed, batches: 1500, fixed: [scope])
      return try await finish(server, scope)
    }
    let expected = try await server.run { encodings($0.store.tree, [scope]) }
    #expect(replica.bytes == expected)
    #expect(replica.updates > 10)
  }

  @Test func `A subscription with a selector has every match in its current state`() async throws {
    let server = try await TestServer.start()
    let last = try await server.run { world in
      try world.add(.button, "a", under: world.addApplication().window)
    }
    let client = try await server.client()
    let request = SubscribeRequest(selector: "button[label=\"a\"]", snapshotFirst: true)
    let replica = try await follow(client, request, isTree: false) {
      try await edit(server, seed: 11, batches: 800, fixed: [last])
      try await server.run { try $0.change(last) { $0.label = "a" } }
      return try await finish(server, last)
    }
    let expected = try await server.run { world in
      encodings(world.store.tree, world.store.tree.roots).filter { id, _ in
        let element = world.store.tree[id]
        return element?.role == .button && element?.label == "a"
      }
    }
    let known = replica.bytes.filter { id, _ in replica.elements[id]?.label == "a" }
    #expect(known == expected)
    #expect(expected.count > 1)
  }

  @Test(arguments: [true, false])
  func `A replica that resumes equals the server's tree`(isScoped: Bool) async throws {
    let server = try await TestServer.start()
    let scope = try await server.run { world in
      try world.add(.list, "scope", under: world.addApplication().window)
    }
    let client = try await server.client()
    var request = SubscribeRequest(scopes: isScoped ? [scope] : [], snapshotFirst: true)
    var replica = Replica()
    for round in UInt64(0)..<6 {
      // First changes without a subscriber, then changes with one.
      try await edit(server, seed: 100 + round, batches: 60, fixed: [scope])
      replica = try await follow(client, request, from: replica) {
        try await edit(server, seed: 200 + round, batches: 60, fixed: [scope])
        return try await finish(server, scope)
      }
      request.since = replica.revision
      request.epoch = replica.epoch
      let expected = try await server.run {
        encodings($0.store.tree, isScoped ? [scope] : $0.store.tree.roots)
      }
      #expect(replica.bytes == expected)
      #expect(!replica.sawSnapshotRequired)
    }
  }

  @Test func `Forgotten revisions need a snapshot, and another epoch is refused by its reason`()
    async throws
  {
    let server = try await TestServer.start(limits: ChangeLog.Limits(commits: 10, entries: 1000))
    let window = try await server.run { try $0.addApplication().window }
    try await edit(server, seed: 3, batches: 50, fixed: [window])
    let client = try await server.client()
    let lost = SubscribeRequest(since: 1, epoch: 7, snapshotFirst: true)
    let replica = try await follow(client, lost) { try await finish(server, window) }
    #expect(replica.sawSnapshotRequired)
    #expect(replica.isWhole)
    let expected = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
    #expect(replica.bytes == expected)

    func first(_ request: SubscribeRequest) async throws {
      for try await _ in client.stream(request) { break }
    }
    let other = try await status(of: await first(SubscribeRequest(since: 1, epoch: 8)))
    #expect(other?.reason == .epochChanged)
    let future = try await status(of: await first(SubscribeRequest(since: 1 << 40, epoch: 7)))
    #expect(future?.reason == .invalidArgument)
  }

  @Test func `100,000 elements in one commit arrive in parts that are applied together`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client { $0.connection.maxFrameLength = 1024 * 1024 }
    let replica = try await follow(client, SubscribeRequest(snapshotFirst: true)) {
      try await server.run { world in
        try world.store.edit { edit in
          for number in 0..<100_000 {
            var element = Element(id: world.store.makeID(), role: .listItem)
            element.label = "Item \(number) of a list that is rather long"
            try edit.insert(element, under: window)
          }
        }
        return world.store.revision
      }
    }
    #expect(replica.updates == 1)
    #expect(replica.parts > 4)
    let expected = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
    #expect(replica.bytes == expected)
    // The update that removes them is long as well.
    let again = SubscribeRequest(since: replica.revision, epoch: 7)
    let emptied = try await follow(client, again, from: replica) {
      try await server.run { world in
        try world.store.edit { edit in
          for id in (world.store.tree[window]?.children ?? []).reversed() { try edit.remove(id) }
        }
        return world.store.revision
      }
    }
    #expect(emptied.tree.count == 2)
  }
}

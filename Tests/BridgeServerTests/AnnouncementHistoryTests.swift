import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import Testing

/// What was announced stays readable for a client that looks late.
@Suite(.timeLimit(.minutes(10)))
struct `Announcement history` {
  private func list(
    _ server: TestServer, _ request: ListAnnouncementsRequest = ListAnnouncementsRequest(),
    frame: Int? = nil
  ) async throws -> ListAnnouncementsResponse {
    let client = try await server.client {
      if let frame { $0.connection.maxFrameLength = frame }
    }
    defer { client.close() }
    return try await client.call(request)
  }

  @Test func `announcements, alerts and toasts are listed with their sources`() async throws {
    let server = try await TestServer.start()
    let (window, button) = try await server.run { world in
      let window = try world.addApplication("Mail").window
      return (window, try world.add(.button, "Send", under: window))
    }
    let alert = try await server.run { world in
      world.store.edit {
        $0.post(.announcement(text: "Sent", priority: .low, element: button))
        $0.post(.announcement(text: "Nobody's", priority: .high, element: nil))
      }
      return try world.add(.alert, "Disk full", under: window)
    }
    let toast = try await server.run { try $0.add(.notification, "New mail", under: window) }
    try await server.run { try $0.remove(toast) }
    let response = try await list(server)
    #expect(response.announcements.map(\.text) == ["Sent", "Nobody's", "Disk full", "New mail"])
    #expect(response.announcements.map(\.priority) == [.low, .high, .high, .default])
    #expect(response.announcements.map(\.element) == [button, nil, alert, toast])
    #expect(response.announcements.map(\.role) == [.button, .unknown, .alert, .notification])
    #expect(response.announcements.map(\.label) == ["Send", nil, nil, nil])
    #expect(response.announcements.map(\.applicationName) == ["Mail", "", "Mail", "Mail"])
    #expect(response.announcements.allSatisfy { $0.ageMs < 60_000 })
    #expect(response.epoch == 7)
    #expect(!response.isIncomplete && response.omitted == 0)
  }

  @Test func `a list begins after a revision, at an age, or with the newest`() async throws {
    let server = try await TestServer.start()
    let revisions = try await server.run { world in
      (0..<5).map { index in
        world.store.edit {
          $0.post(.announcement(text: "\(index)", priority: .default, element: nil))
        }
        return world.store.revision
      }
    }
    let since = ListAnnouncementsRequest(since: revisions[2], epoch: 7)
    #expect(try await list(server, since).announcements.map(\.text) == ["3", "4"])
    let last = try await list(server, ListAnnouncementsRequest(limit: 2))
    #expect(last.announcements.map(\.text) == ["3", "4"])
    #expect(last.omitted == 3)
    try await Task.sleep(for: .milliseconds(60))
    #expect(try await list(server, ListAnnouncementsRequest(maxAgeMs: 20)).announcements.isEmpty)
    #expect(
      try await list(server, ListAnnouncementsRequest(maxAgeMs: .max)).announcements.count == 5)
    for epoch in [UInt64(0), 8] {
      let request = ListAnnouncementsRequest(since: 1, epoch: epoch)
      #expect(try await status(of: await list(server, request))?.reason == .epochChanged)
    }
  }

  @Test func `the history is bounded in number and in bytes, and says what it lost`() async throws {
    let server = try await TestServer.start()
    let announce = { @Sendable (world: World, text: String) in
      world.store.edit { $0.post(.announcement(text: text, priority: .default, element: nil)) }
    }
    try await server.run { world in for index in 0..<300 { announce(world, "\(index)") } }
    let many = try await list(server)
    #expect(many.announcements.map(\.text) == (44..<300).map { "\($0)" })
    #expect(many.isIncomplete)
    let recent = ListAnnouncementsRequest(since: many.announcements[5].revision, epoch: 7)
    #expect(try await !list(server, recent).isIncomplete)
    let long = String(repeating: "ä", count: 8_000)
    try await server.run { world in for _ in 0..<10 { announce(world, long) } }
    let few = try await list(server)
    #expect(few.announcements.count == 4)
    let info = try await server.client().call(GetServerInfoRequest())
    let use = info.memory.uses.first { $0.purpose == "announcements" }
    #expect((64_000...100_000).contains(use?.bytes ?? 0))
  }

  @Test func `a short frame has the newest announcements, cut if need be`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      for index in 0..<50 {
        let text = "\(index) " + String(repeating: "x", count: 100)
        world.store.edit { $0.post(.announcement(text: text, priority: .default, element: nil)) }
      }
    }
    let short = try await list(server, frame: 2048)
    #expect(short.announcements.last?.text.hasPrefix("49 ") == true)
    #expect(short.announcements.count + short.omitted == 50)
    #expect((2..<50).contains(short.announcements.count))
    let long = String(repeating: "y", count: 8_000)
    try await server.run { world in
      world.store.edit { $0.post(.announcement(text: long, priority: .default, element: nil)) }
    }
    let cut = try await list(server, frame: 2048)
    #expect(cut.announcements.map(\.text.count).allSatisfy { $0 < 200 })
    #expect(cut.announcements.last?.text.hasPrefix("yyy") == true)
  }

  @Test func `what has become secret since is not listed`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      world.store.edit {
        $0.post(.announcement(text: "code hunter2hunter2", priority: .default, element: window))
      }
      let field = try world.add(.passwordField, "Password", under: window)
      world.store.willEnter("hunter2hunter2", into: field)
    }
    #expect(try await list(server).announcements.map(\.text) == [Element.redactedText])
  }
}

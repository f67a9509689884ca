import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Memory is bounded for all clients together, without an effect on well-behaved clients.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct MemoryLimitTests {
  private static let mebibyte: UInt64 = 1024 * 1024

  private func memory(_ client: BridgeClient) async throws -> MemoryUsage {
    try await client.call(GetServerInfoRequest()).memory
  }

  private func bytes(_ purpose: String, _ client: BridgeClient) async throws -> UInt64 {
    try await memory(client).uses.first { $0.purpose == purpose }?.bytes ?? 0
  }

  @Test func `A waiting call counts with the compiled program of its pattern`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let before = try await bytes("calls", client)
    let peer = try RawPeer(server.address)
    let count: UInt64 = 50
    for number in 0..<count {
      peer.call(
        .waitFor,
        WaitForRequest(
          target: .selector("*[label~=\"[a-z]{900}\"]"),
          condition: .valueMatches("[a-z]{900}\(number)")
        ).encoded())
    }
    peer.flush()
    // Twice 900 instructions, and as many sets.
    try await eventually("all of them wait, and count") {
      try await bytes("calls", client) - before > count * 1_800 * 48
    }
    peer.connection?.close()
    try await eventually("nothing is left") { try await bytes("calls", client) == before }
  }

  @Test func `The elements that a filter covers count once for all its subscribers`() async throws {
    let server = try await TestServer.start()
    let elements: UInt64 = 2_000
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<elements { try world.add(.button, "\(number)", under: window) }
    }
    let client = try await server.client()
    let peer = try RawPeer(server.address)
    for round in 0..<3 {
      for number in 0..<20 {
        peer.call(.subscribe, SubscribeRequest(selector: "button[label!=x\(number)]").encoded())
      }
      peer.flush()
      try await eventually("they stand") {
        try await client.call(GetServerInfoRequest()).subscriptionCount == 20 * (round + 1)
      }
      let held = try await bytes("filters", client)
      #expect(held > 20 * elements * 8 && held < 20 * elements * 40, "\(held)")
    }
    #expect(try await memory(client).largestConnectionBytes > 20 * elements * 8)
    peer.connection?.close()
    try await eventually("nothing is left") { try await bytes("filters", client) == 0 }
  }

  @Test func `The largest connection is the current one, and not one that has ended`() async throws
  {
    let server = try await TestServer.start()
    let client = try await server.client()
    for round in 0..<3 {
      let peer = try RawPeer(server.address)
      let before = try await memory(client)
      let selector = "*[label=\"" + String(repeating: "x", count: 1000) + "\"]"
      for _ in 0..<50 {
        peer.call(.waitFor, WaitForRequest(target: .selector(selector)).encoded())
      }
      let echo = peer.call(.echo, EchoRequest(payload: [1]).encoded())
      peer.flush()
      #expect(peer.run { peer.end(of: echo) != nil }, "what was asked before it is begun")
      let now = try await memory(client)
      #expect(now.largestConnectionBytes > before.largestConnectionBytes + 50_000, "\(round)")
      peer.connection?.close()
      // The server has noticed the end when it counts one connection less.
      var info = try await client.call(GetServerInfoRequest())
      while info.connectionCount > 1 { info = try await client.call(GetServerInfoRequest()) }
      #expect(info.memory.largestConnection != now.largestConnection)
      #expect(info.memory.largestConnectionBytes < now.largestConnectionBytes)
    }
  }

  @Test func `A text that waits for several filters counts once`() async throws {
    // The change log keeps little for clients that resume.
    let server = try await TestServer.start(
      limits: ChangeLog.Limits(commits: 8, entries: 100, bytes: 64 * 1024))
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client()
    let peer = try RawPeer(server.address)
    for number in 0..<20 {
      let request = SubscribeRequest(
        selector: "*[label!=\"\(number)\"]", maxPendingNotifications: 1000)
      peer.call(.subscribe, request.encoded(), credit: 1)
    }
    peer.flush()
    #expect(peer.run { peer.messages == 20 }, "none has credit left")
    let before = try await bytes("backlogs", client)
    let text = String(repeating: "long ", count: 1000)
    try await server.run { world in
      for number in 0..<100 {
        world.store.edit {
          $0.post(.announcement(text: "\(number) \(text)", priority: .high, element: window))
        }
      }
    }
    try await eventually("all of them wait in all backlogs") {
      try await server.run { _ in }
      return try await bytes("backlogs", client) - before > 100 * 5000
    }
    let held = try await bytes("backlogs", client) - before
    #expect(held < 3 * 100 * 5000, "\(held) for 100 texts of 5,000 bytes")
    peer.connection?.close()
    try await eventually("nothing is left") { try await bytes("backlogs", client) == 0 }
  }

  @Test func `A client with more answers than the queue holds gets all of them as it reads`()
    async throws
  {
    let directory = try TemporaryDirectory()
    // A unix socket accepts data at once, so a full queue is empty right after writing, and no event
    // reports that there is room again.
    let server = try await TestServer.start(at: .unix(path: directory.path("socket"))) {
      $0.limits[.queuedBytes] = 1
    }
    let label = String(repeating: "long ", count: 100)
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<100 { try world.add(.button, "\(label) \(number)", under: window) }
    }
    let peer = try RawPeer(server.address)
    // The requests of a client that sends much are deferred for some seconds: they are read, and wait.
    let long = EchoRequest(payload: [UInt8](repeating: 1, count: 250_000)).encoded()
    for _ in 0..<4 {
      let call = peer.call(.echo, long)
      peer.flush()
      try #require(peer.run { peer.end(of: call) != nil })
    }
    // Each answer is longer than the queue limit.
    let count = 25
    let request = FindRequest(selector: "button", pageSize: 100).encoded()
    let calls = (0..<count).map { _ in peer.call(.find, request) }
    peer.flush()
    let answered = { calls.filter { peer.end(of: $0)?.isOK == true }.count }
    #expect(peer.run { answered() == count }, "\(answered()) of \(count)")
  }

  @Test func `Clients that do not read share the free memory, and get all answers later`()
    async throws
  {
    let limit = 4 * Self.mebibyte
    let server = try await TestServer.start { $0.limits[.memory] = Int(limit) }
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<2000 {
        try world.add(.button, "Button \(number) of a window with many", under: window)
      }
    }
    let client = try await server.client()
    let request = FindRequest(selector: "button", pageSize: 2000).encoded()
    var peers: [RawPeer] = []
    let count = 50
    for _ in 0..<8 {
      let peer = try RawPeer(server.address)
      peer.connection?.pauseReading()
      for _ in 0..<count { peer.call(.find, request) }
      peer.flush()
      peers.append(peer)
    }
    // The server begins them in turn, and has stopped reading when nothing grows any more. This client is
    // served between their requests, so several checks in a row must give the same result.
    var (before, looks) = (UInt64(0), 0)
    try await eventually("the queues are full") {
      let usage = try await memory(client)
      looks = usage.used == before ? looks + 1 : 0
      before = usage.used
      return usage.largestConnectionBytes > 64 * 1024 && usage.used > limit / 4 && looks >= 20
    }
    let full = try await memory(client)
    #expect(full.peak <= limit + 2 * Self.mebibyte, "\(full)")
    #expect(full.uses.reduce(0) { $0 + $1.bytes } == full.used)
    #expect(full.largestConnectionBytes > 64 * 1024)
    #expect(full.endedConnections == 0)
    for peer in peers {
      peer.connection?.resumeReading()
      let isAnswered = peer.run {
        peer.events.reduce(0) { sum, event in
          if case .ended(_, let status, _) = event, status.isOK { sum + 1 } else { sum }
        } == count
      }
      #expect(isAnswered)
    }
    try await eventually("nothing waits any more") {
      try await memory(client).uses.first { $0.purpose == "output" }?.bytes == 0
    }
  }

  @Test func `Incomplete frames cost their senders the connection, with the numbers in the error`()
    async throws
  {
    let limit = 16 * Self.mebibyte
    let server = try await TestServer.start { $0.limits[.memory] = Int(limit) }
    let client = try await server.client()
    let length = 1024 * 1024
    let prefix: [UInt8] = [0, 0, UInt8(length >> 16), 0, 0]
    var peers: [RawPeer] = []
    for _ in 0..<40 {
      let peer = try RawPeer(server.address)
      // All bytes but the last.
      peer.connection?.send(prefix + [UInt8](repeating: 0, count: length - 1))
      peer.loop.runOnce(timeout: .zero)
      peers.append(peer)
    }
    try await eventually("the greedy are ended") {
      for peer in peers { peer.loop.runOnce(timeout: .zero) }
      _ = try await client.call(EchoRequest(payload: [1]))
      return peers.contains { $0.isClosed }
    }
    let ended = try #require(peers.first { $0.isClosed })
    #expect(ended.failure?.reason == .limit)
    #expect(ended.failure?.code == .resourceExhausted)
    #expect(ended.failure?.detail?.limit == limit)
    #expect(ended.failure?.message.contains("\(limit) bytes") == true, "\(ended.failure as Any)")
    let after = try await memory(client)
    #expect(after.endedConnections > 0)
    #expect(after.used <= limit)
  }

  @Test(arguments: [50_000, 0])
  func `A dropped backlog is reported, and the subscriber starts again`(
    filteringPerTurn: Int
  ) async throws {
    let server = try await TestServer.start(
      limits: ChangeLog.Limits(commits: 64, entries: 1000, bytes: 64 * 1024)
    ) {
      $0.limits[.memory] = 2 * 1024 * 1024
      $0.filteringPerTurn = filteringPerTurn
    }
    let windows = try await server.run { world in
      try (0..<20).map { try world.addApplication("App \($0)").window }
    }
    let client = try await server.client()
    let peer = try RawPeer(server.address)
    var calls: [CallID] = []
    // Each has its own window, and so its own backlog.
    for window in windows {
      let request = SubscribeRequest(
        scopes: [window], snapshotFirst: true, maxPendingNotifications: 65_536)
      calls.append(peer.call(.subscribe, request.encoded(), credit: 2))
    }
    peer.flush()
    #expect(peer.run { peer.messages == 40 }, "each has its snapshot and no credit left")
    let count = 50
    try await server.run { world in
      let text = String(repeating: "long ", count: 1000)
      for window in windows {
        try world.change(window) { $0.value = "not told before the backlogs are given up" }
        for number in 0..<count {
          world.store.edit {
            $0.post(.announcement(text: "\(number) \(text)", priority: .high, element: window))
          }
        }
      }
    }
    try await eventually("backlogs are given up") { try await memory(client).lostBacklogs > 0 }
    // Subscribers that fell behind catch up in slices.
    try await eventually("it is enough") { try await memory(client).used <= 2 * Self.mebibyte }
    #expect(try await memory(client).endedConnections == 0)
    try await server.run { world in
      for window in windows { try world.change(window) { $0.value = "the end" } }
    }

    var told = 0
    for (call, window) in zip(calls, windows) {
      var replica = Replica()
      // The parents of the topmost elements in scope are outside.
      replica.isTree = false
      var taken = 0
      let isThere = peer.run {
        peer.session.grant(8, on: call)
        peer.flush()
        let messages = peer.events.compactMap { event -> [UInt8]? in
          if case .message(call, let payload) = event { payload } else { nil }
        }
        for payload in messages.dropFirst(taken) {
          guard let response = try? SubscribeResponse(decoding: payload) else { return false }
          do { try replica.take(response) } catch { return false }
        }
        taken = messages.count
        return replica.elements[window]?.value == "the end"
      }
      #expect(isThere, "\(window) at \(replica.revision)")
      let heard = replica.notifications.filter { $0.notification.kind == .announcement }.count
      #expect(heard < count || !replica.sawSnapshotRequired)
      #expect(replica.dropped > 0 || heard == count)
      if replica.sawSnapshotRequired { told += 1 }
    }
    #expect(told > 0)
    #expect(try await memory(client).droppedNotifications > 0)
  }
}

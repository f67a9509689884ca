import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

/// Each limit is reached over a socket: what exceeds it is refused with its name and number, and others go on.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct `Limits are reached over a socket` {
  private func expect(
    _ status: Status?, _ limit: Limit, _ value: Int, _ word: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let comment = Comment(rawValue: "\(String(describing: status)) \(status?.detail?.remedy ?? "")")
    #expect(status?.code == .resourceExhausted, comment, sourceLocation: sourceLocation)
    #expect(status?.detail?.limitName == limit.name, comment, sourceLocation: sourceLocation)
    #expect(status?.detail?.limit == UInt64(value), comment, sourceLocation: sourceLocation)
    #expect(
      status?.message.contains("limit \(limit.name)=\(limit.text(value)) reached") == true, comment,
      sourceLocation: sourceLocation)
    #expect(
      status?.detail?.remedy.contains(word) == true, comment, sourceLocation: sourceLocation)
  }

  private func expectServed(_ client: BridgeClient) async throws {
    #expect(try await client.call(EchoRequest(payload: [1])).payload == [1])
  }

  /// Starts calls of one method, and returns how the last one ended.
  private func last(
    of count: Int, _ method: BridgeProtocol.Method, _ request: [UInt8], on peer: RawPeer
  ) -> Status? {
    let calls = (0..<count).map { _ in peer.call(method, request) }
    peer.flush()
    peer.run { peer.end(of: calls[count - 1]) != nil }
    #expect(calls.dropLast().allSatisfy { peer.end(of: $0) == nil })
    return peer.end(of: calls[count - 1])
  }

  @Test func `connections: one too many is told so, and the others go on`() async throws {
    let server = try await TestServer.start { $0.limits[.connections] = 2 }
    let client = try await server.client()
    let second = try RawPeer(server.address)
    let third = try RawPeer(server.address, greets: false)
    #expect(third.run { third.isClosed })
    expect(third.failure, .connections, 2, "--limit connections")
    try await expectServed(client)
    second.connection?.close()
    second.loop.runOnce(timeout: .zero)
    try await eventually("there is room again") {
      try await client.call(GetServerInfoRequest()).connectionCount == 1
    }
    try await expectServed(try await server.client())
  }

  @Test func `handshakes: silent connections do not keep out one that says hello`() async throws {
    let server = try await TestServer.start {
      $0.limits[.handshakes] = 3
      $0.limits[time: .handshakeTime] = .seconds(50)
    }
    let client = try await server.client()
    var silent: [RawPeer] = []
    for _ in 0..<3 { silent.append(try RawPeer(server.address, greets: false)) }
    while try await client.call(GetServerInfoRequest()).connectionCount < 4 {}
    let newcomer = try RawPeer(server.address)
    #expect(newcomer.session.hasHello)
    // The oldest made way.
    #expect(silent[0].run { silent[0].isClosed })
    expect(silent[0].failure, .handshakes, 3, "hello")
    try await expectServed(client)
    #expect(!silent[1].isClosed && !silent[2].isClosed)
  }

  @Test func `handshake-time: a connection without a hello ends`() async throws {
    let server = try await TestServer.start {
      $0.limits[time: .handshakeTime] = .milliseconds(150)
    }
    let client = try await server.client()
    let peer = try RawPeer(server.address, greets: false)
    #expect(peer.run { peer.isClosed })
    expect(peer.failure, .handshakeTime, 150, "hello")
    try await expectServed(client)
  }

  @Test func `frame-bytes: a longer frame ends its connection`() async throws {
    let server = try await TestServer.start { $0.limits[.frameBytes] = 2_048 }
    let client = try await server.client()
    let peer = try RawPeer(server.address)
    peer.send([0, 0, 0, 8, 1])
    #expect(peer.run { peer.isClosed })
    let status = peer.failure
    #expect(status?.code == .resourceExhausted && status?.detail?.limitName == "frame-bytes")
    #expect(status?.detail?.limit == 2_048)
    #expect(status?.message.contains("limit frame-bytes=2048 reached") == true)
    try await expectServed(client)
  }

  @Test func `calls-per-connection, subscriptions, waits and actions: the next call is refused`()
    async throws
  {
    let server = try await TestServer.start {
      $0.limits[.callsPerConnection] = 6
      $0.limits[.subscriptionsPerConnection] = 2
      $0.limits[.waitsPerConnection] = 3
      $0.limits[.actionsPerConnection] = 4
      $0.limits[.actions] = 5
    }
    let id = try await server.run { try $0.addUnansweredButton() }
    let client = try await server.client()
    let subscribe = SubscribeRequest().encoded()
    let wait = WaitForRequest(target: .selector("slider")).encoded()
    let press = PerformRequest(target: .id(id), command: .press).encoded()
    func peer() throws -> RawPeer { try RawPeer(server.address) }
    expect(
      last(of: 3, .subscribe, subscribe, on: try peer()), .subscriptionsPerConnection, 2, "End one")
    expect(last(of: 4, .waitFor, wait, on: try peer()), .waitsPerConnection, 3, "Wait for one")
    let acting = try peer()
    expect(last(of: 5, .perform, press, on: acting), .actionsPerConnection, 4, "Wait for one")
    expect(last(of: 2, .perform, press, on: try peer()), .actions, 5, "Wait for one")
    let crowded = try peer()
    crowded.call(.waitFor, wait)
    crowded.call(.waitFor, wait)
    let endless = GenerateRequest(count: .max, payloadLength: 1).encoded()
    for _ in 0..<4 { crowded.call(.generate, endless, credit: 1) }
    expect(last(of: 1, .echo, [], on: crowded), .callsPerConnection, 6, "Wait for one")
    try await expectServed(client)
    withExtendedLifetime(acting) {}
  }

  @Test
  func `match-watches-per-connection and watched-selector-bytes: what exceeds them is refused`()
    async throws
  {
    let server = try await TestServer.start {
      $0.limits[.matchWatchesPerConnection] = 2
      $0.limits[.watchedSelectorBytes] = 4_096
    }
    let client = try await server.client()
    let peer = try RawPeer(server.address)
    let watch = WatchMatchesRequest(selectors: ["button"]).encoded()
    expect(
      last(of: 3, .watchMatches, watch, on: peer), .matchWatchesPerConnection, 2,
      "match-watches-per-connection")
    let long = WatchMatchesRequest(
      selectors: Array(repeating: "*[label=" + String(repeating: "a", count: 2_000) + "]", count: 3)
    )
    expect(
      last(of: 1, .watchMatches, long.encoded(), on: try RawPeer(server.address)),
      .watchedSelectorBytes, 4_096, "watched-selector-bytes")
    try await expectServed(client)
  }

  @Test func `selector-steps: a search that takes more is refused, and a cheaper one is not`()
    async throws
  {
    let server = try await TestServer.start { $0.limits[.selectorSteps] = 2_000 }
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<500 { try world.add(.button, "b\(number)", under: window) }
    }
    let client = try await server.client()
    let dear = FindRequest(selector: "*:has(*[label~=\"x.*y\"])")
    let refused = try await status(of: await client.call(dear))
    expect(refused, .selectorSteps, 2_000, "Start the selector")
    let subscribed = RawPeerStatus(
      try RawPeer(server.address), .subscribe, SubscribeRequest(selector: dear.selector).encoded())
    expect(subscribed.status, .selectorSteps, 2_000, "Start the selector")
    #expect(try await client.call(FindRequest(selector: "window")).total == 1)
  }

  /// How one call ended.
  private struct RawPeerStatus {
    let status: Status?

    init(_ peer: RawPeer, _ method: BridgeProtocol.Method, _ request: [UInt8]) {
      let call = peer.call(method, request)
      peer.flush()
      peer.run { peer.end(of: call) != nil }
      status = peer.end(of: call)
    }
  }

  @Test func `queued-bytes and stall-time: a client that reads nothing is held back, then dropped`()
    async throws
  {
    let server = try await TestServer.start {
      $0.limits[.queuedBytes] = 64 * 1024
      $0.limits[time: .stallTime] = .milliseconds(500)
    }
    let client = try await server.client()
    let peer = try RawPeer(server.address)
    let payload = EchoRequest(payload: [UInt8](repeating: 1, count: 60_000)).encoded()
    peer.connection?.pauseReading()
    for _ in 0..<300 { peer.call(.echo, payload) }
    peer.flush()
    var most: UInt64 = 0
    try await eventually("it is dropped") {
      peer.loop.runOnce(timeout: .milliseconds(5))
      let info = try await client.call(GetServerInfoRequest())
      most = max(most, info.memory.peak)
      return info.connectionCount == 1
    }
    #expect(most < 2 * 1024 * 1024, "18 MB of answers were asked for, \(most) bytes waited")
    let line = try await server.run {
      $0.log.first { $0.hasPrefix("disconnecting stalled ") } ?? ""
    }
    #expect(line.contains("limit stall-time=500ms reached"), "\(line)")
  }

  @Test func `idle-time: a client that answers no ping is told so`() async throws {
    let server = try await TestServer.start { $0.limits[time: .idleTime] = .seconds(1) }
    let client = try await server.client()
    let silent = try RawPeer(server.address)
    // Its loop does not run: it answers no ping.
    try await eventually("it is given up") {
      try await client.call(GetServerInfoRequest()).connectionCount == 1
    }
    #expect(silent.run { silent.isClosed })
    expect(silent.failure, .idleTime, 1_000, "Answer pings")
    try await expectServed(client)
  }

  @Test func `clients are told every limit, with its value, unit and text`() async throws {
    let server = try await TestServer.start { $0.limits[.connections] = 77 }
    let named = try await server.client().call(GetServerInfoRequest()).limits.named
    #expect(named.map(\.name) == Limit.allCases.map(\.name))
    #expect(
      named.first
        == NamedLimit(
          name: "connections", value: 77, text: "77", summary: "Connections at once"))
    let frame = try #require(named.first { $0.name == "frame-bytes" })
    #expect(frame.value == 4_194_304 && frame.unit == "bytes" && frame.text == "4MiB")
    let idle = try #require(named.first { $0.name == "idle-time" })
    #expect(idle.value == 300_000 && idle.unit == "ms" && idle.text == "5min")
  }
}

@Suite struct `Names and values of limits` {
  @Test(arguments: Limit.allCases)
  func `what a limit prints, it reads again, and its range holds its standard value`(limit: Limit) {
    #expect(Limit(name: limit.name) == limit)
    #expect(limit.range.contains(limit.standard))
    for value in [limit.standard, limit.range.lowerBound, limit.range.upperBound] {
      #expect(limit.value(of: limit.text(value)) == value, "\(limit.text(value))")
    }
    #expect(!limit.summary.hasSuffix(".") && limit.summary.first?.isUppercase == true)
  }

  @Test(
    arguments: [
      (Limit.connections, "", nil), (.connections, "0", nil), (.connections, "-1", nil),
      (.connections, "1.5", nil), (.connections, "12x", nil), (.connections, "12", 12),
      (.connections, "99999999999999999999", nil), (.connections, "1000001", nil),
      (.frameBytes, "64KiB", 65_536), (.frameBytes, "65536", 65_536),
      (.frameBytes, "1MiB", 1_048_576),
      (.frameBytes, "64KB", nil), (.frameBytes, "9999999999999999MiB", nil),
      (.idleTime, "90s", 90_000), (.idleTime, "90", nil), (.idleTime, "2min", 120_000),
      (.idleTime, "500ms", nil), (.idleTime, "٣s", nil),
    ] as [(Limit, String, Int?)])
  func `a value is a number with a unit where it needs one, within the range`(
    limit: Limit, text: String, value: Int?
  ) {
    #expect(limit.value(of: text) == value)
  }
}

@Suite struct `The documentation of limits` {
  @Test func `docs/running.md lists every limit with its standard value, its range and what it is`()
    throws
  {
    let text = try String(contentsOfFile: "\(Places.root)/docs/running.md", encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") && $0.contains(" to ") }
    #expect(
      rows.map(String.init)
        == Limit.allCases.map { limit in
          "| `\(limit.name)` | \(limit.text(limit.standard)) | "
            + "\(limit.rangeText.dropFirst("from ".count)) | \(limit.summary) |"
        })
  }
}

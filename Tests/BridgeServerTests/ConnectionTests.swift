import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Foundation
import Testing

/// Peers that misbehave, die or do not read; and the shutdown of the server.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct ConnectionTests {
  @Test func `A connection without a hello gets an error and is closed; others are not affected`()
    async throws
  {
    let server = try await TestServer.start { $0.limits[time: .handshakeTime] = .milliseconds(100) }
    let client = try await server.client()
    let peer = try RawPeer(server.address, greets: false)
    #expect(peer.run { peer.isClosed })
    #expect(peer.failure?.detail?.limitName == "handshake-time")
    #expect(try await client.call(EchoRequest(payload: [1])).payload == [1])
  }

  @Test func `A hello that arrived in time is accepted, however late the server reads it`()
    async throws
  {
    let server = try await TestServer.start { $0.limits[time: .handshakeTime] = .seconds(1) }
    let client = try await server.client()
    let peer = try RawPeer(server.address, greets: false)
    // The connection is accepted, and its time for the hello has begun.
    while try await client.call(GetServerInfoRequest()).connectionCount < 2 {}
    // The loop is blocked, as in a stopped process, until that time is over.
    let (isHeld, isReleased) = (Lock(false), Lock(false))
    async let held: Void = server.run { _ in
      isHeld.withLock { $0 = true }
      let start = MonotonicTime.now()
      while !isReleased.withLock({ $0 }) || MonotonicTime.now().since(start) < .milliseconds(1_100)
      {
        usleep(1_000)
      }
    }
    try await eventually("it stands still", every: .milliseconds(1)) { isHeld.withLock { $0 } }
    for bytes in ClientSession(ClientSession.Configuration(software: "late")).takeOutput() {
      peer.send(bytes)
    }
    isReleased.withLock { $0 = true }
    try await held
    #expect(peer.run { peer.session.hasHello || peer.isClosed })
    #expect(peer.session.hasHello, "\(String(describing: peer.failure))")
  }

  @Test(arguments: [
    ([1, 0, 0, 0, 0], ErrorReason.malformed),
    ([0, 0xff, 0xff, 0xff, 0xff], .frameTooLarge),
    ([0, 0, 0, 0, 2, 0x22, 0x00], .helloRequired),
    ([0, 0, 0, 0, 3, 0xff, 0xff, 0xff], .malformed),
    // A hello with a version that the server does not speak.
    ([0, 0, 0, 0, 6, 0x12, 0x04, 0x08, 0x63, 0x10, 0x62], .version),
  ])
  func `Garbage is answered with a status, and the connection is closed`(
    _ bytes: [UInt8], _ reason: ErrorReason
  ) async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let peer = try RawPeer(server.address, greets: false)
    peer.send(bytes)
    #expect(peer.run { peer.isClosed })
    #expect(peer.failure?.reason == reason, "\(String(describing: peer.failure))")
    #expect(try await client.call(EchoRequest(payload: [1])).payload == [1])
  }

  @Test func `Half a frame without a continuation leaves nothing behind`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    for length in 0..<40 {
      let peer = try RawPeer(server.address)
      peer.call(.echo, EchoRequest(payload: [1, 2, 3]).encoded())
      let bytes = peer.session.takeOutput().flatMap { $0 }
      peer.send(Array(bytes.prefix(length)))
      peer.connection?.close()
      peer.loop.runOnce(timeout: .zero)
    }
    try await eventually("only one connection is left") {
      try await client.call(GetServerInfoRequest()).connectionCount == 1
    }
  }

  @Test func `A call in separate frames works: start, message, half-close, cancel, credit, ping`()
    async throws
  {
    let server = try await TestServer.start()
    let peer = try RawPeer(server.address)
    // An unknown method, and one that is cancelled before its end.
    let unknown = peer.session.start(method: "/nowhere", request: [])
    let waiting = peer.call(.waitFor, WaitForRequest(target: .selector("slider")).encoded())
    let stream = peer.call(
      .generate, GenerateRequest(count: 10, payloadLength: 1).encoded(), credit: 3)
    peer.session.ping([7])
    peer.flush()
    #expect(peer.run { peer.messages == 3 && peer.end(of: unknown) != nil })
    #expect(peer.end(of: unknown)?.reason == .unknownMethod)
    #expect(peer.events.contains { if case .pong([7]) = $0 { true } else { false } })
    #expect(peer.end(of: stream) == nil, "no credit, no messages")
    peer.session.grant(100, on: stream)
    peer.session.cancel(waiting)
    peer.flush()
    #expect(peer.run { peer.end(of: stream) != nil && peer.end(of: waiting) != nil })
    #expect(peer.messages == 10)
    #expect(peer.end(of: waiting)?.code == .cancelled)
  }

  @Test
  func `When the client has finished writing, every call gets its end, with or without credit`()
    async throws
  {
    let directory = try TemporaryDirectory()
    let server = try await TestServer.start(at: .unix(path: directory.path("socket"))) {
      $0.drainTimeout = .seconds(2)
    }
    let session = ClientSession(ClientSession.Configuration(software: "finishes"))
    func start(_ method: BridgeProtocol.Method, _ request: some WireMessage, credit: UInt32 = 0)
      -> CallID
    {
      session.start(method: method.rawValue, request: request.encoded(), credit: credit)
    }
    let poor = start(.generate, GenerateRequest(count: 10, payloadLength: 1), credit: 2)
    let rich = start(.generate, GenerateRequest(count: 10, payloadLength: 1), credit: 10)
    let wait = start(.waitFor, WaitForRequest(target: .selector("slider")))
    let subscription = start(.subscribe, SubscribeRequest(), credit: 1)
    let bytes = session.takeOutput().flatMap { $0 }
    let answers = try RawPeer.answers(to: bytes, from: server.address)
    unsafe answers.withUnsafeBytes { unsafe session.receive($0) }
    var ends: [CallID: StatusCode] = [:]
    while let event = session.nextEvent() {
      if case .ended(let call, let status, _) = event { ends[call] = status.code }
      if case .failed(let status) = event { Issue.record("\(status)") }
    }
    #expect(
      ends == [poor: .cancelled, rich: .ok, wait: .cancelled, subscription: .cancelled])
  }

  @Test func `When the client has finished writing, steps end with what was done`() async throws {
    let directory = try TemporaryDirectory()
    let server = try await TestServer.start(at: .unix(path: directory.path("socket")))
    let button = try await server.run { world in
      world.source.onPerform = { _, done in done(.performed(method: "fake")) }
      return try world.add(.button, "Save", under: world.addApplication().window) {
        $0.actions = [Action(.press)]
      }
    }
    let press = Step(.perform(PerformRequest(target: .id(button), command: .press)))
    let never = Step(.wait(WaitForRequest(target: .selector("slider"))))
    let session = ClientSession(ClientSession.Configuration(software: "is ended"))
    let call = session.start(
      method: Method.runSteps.rawValue,
      request: RunStepsRequest(steps: [press, never, press]).encoded(), credit: 0)
    let bytes = session.takeOutput().flatMap { $0 }
    let answers = try RawPeer.answers(to: bytes, from: server.address)
    unsafe answers.withUnsafeBytes { unsafe session.receive($0) }
    var results: [StepResult] = []
    while let event = session.nextEvent() {
      guard case .ended(call, let status, let response?) = event else { continue }
      #expect(status.code == .ok)
      results = try RunStepsResponse(decoding: response).results
    }
    // The wait was ended, or the press before it was the last step that began.
    #expect(results.count < 3 && results.last?.failure?.code == .cancelled, "\(results)")
    #expect(try await server.run { $0.source.requests.count } == results.count - 1)
  }

  @Test func `When the server shuts down, every call gets its end, with or without credit`()
    async throws
  {
    let server = try await TestServer.start { $0.drainTimeout = .seconds(2) }
    let peer = try RawPeer(server.address)
    let stream = peer.call(
      .generate, GenerateRequest(count: 10, payloadLength: 1).encoded(), credit: 2)
    peer.flush()
    #expect(peer.run { peer.messages == 2 })
    let closing = Task { try await server.shutDown() }
    #expect(
      peer.run { peer.events.contains { if case .goAway = $0 { true } else { false } } })
    #expect(peer.run { peer.isClosed })
    #expect(peer.end(of: stream)?.reason == .shuttingDown)
    #expect(peer.failure == nil)
    try await closing.value
  }

  /// Returns a frame for a call, with its prefix.
  private func frame(_ call: CallID, field: UInt8, _ body: [UInt8]) -> [UInt8] {
    let content = [8, UInt8(call.rawValue), field << 3 | 2, UInt8(body.count)] + body
    return [0, 0, 0, 0, UInt8(content.count)] + content
  }

  /// Begins a call whose request follows in separate frames.
  private func begin(_ method: BridgeProtocol.Method, on peer: RawPeer) -> CallID {
    let call = peer.call(method, [])
    _ = peer.session.takeOutput()
    let path = Array(method.rawValue.utf8)
    peer.send(frame(call, field: 3, [10, UInt8(path.count)] + path))
    return call
  }

  @Test func `A unary call accepts one message, and refuses a second one at any time`() async throws
  {
    let server = try await TestServer.start()
    let peer = try RawPeer(server.address)
    let request = EchoRequest(payload: [1]).encoded()
    let one = begin(.echo, on: peer)
    peer.send(frame(one, field: 4, request) + frame(one, field: 5, []))
    #expect(peer.run { peer.end(of: one) != nil })
    #expect(peer.end(of: one)?.isOK == true)
    let together = begin(.echo, on: peer)
    peer.send(
      frame(together, field: 4, request) + frame(together, field: 4, request)
        + frame(together, field: 5, []))
    let apart = begin(.echo, on: peer)
    peer.send(frame(apart, field: 4, request))
    // The answer to a later call shows that the server has read the message.
    let other = peer.call(.echo, request)
    peer.flush()
    #expect(peer.run { peer.end(of: other) != nil })
    #expect(peer.end(of: apart) == nil, "the call may still be refused")
    peer.send(frame(apart, field: 4, request) + frame(apart, field: 5, []))
    #expect(peer.run { peer.end(of: together) != nil && peer.end(of: apart) != nil })
    for call in [together, apart] {
      #expect(peer.end(of: call)?.reason == .extraMessage)
      #expect(peer.end(of: call)?.code == .unimplemented)
    }
    #expect(peer.failure == nil)
  }

  @Test func `Frames after the half-close are ignored, whether the call has ended or not`()
    async throws
  {
    let server = try await TestServer.start()
    let peer = try RawPeer(server.address)
    let request = EchoRequest(payload: [1]).encoded()
    let waiting = peer.call(.waitFor, WaitForRequest(target: .selector("slider")).encoded())
    let ended = peer.call(.echo, request)
    peer.flush()
    #expect(peer.run { peer.end(of: ended) != nil })
    for call in [waiting, ended] {
      peer.send(frame(call, field: 4, request) + frame(call, field: 5, []))
    }
    let other = peer.call(.echo, request)
    peer.flush()
    #expect(peer.run { peer.end(of: other) != nil })
    #expect(peer.end(of: other)?.isOK == true)
    #expect(peer.end(of: waiting) == nil && peer.failure == nil && !peer.isClosed)
  }

  @Test func `A deadline of the client ends its call on the server`() async throws {
    let server = try await TestServer.start()
    let peer = try RawPeer(server.address)
    let call = peer.call(
      .subscribe, SubscribeRequest().encoded(), timeoutMs: 50)
    peer.flush()
    #expect(peer.run { peer.end(of: call) != nil })
    #expect(peer.end(of: call)?.reason == .timedOut)
    let client = try await server.client()
    #expect(try await client.call(GetServerInfoRequest()).subscriptionCount == 0)
  }

  @Test func `A call whose deadline passes while it waits for its turn is not begun`() async throws
  {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<1000 { try world.add(.button, "Button \(number)", under: window) }
    }
    let peer = try RawPeer(server.address)
    for number in 0..<200 {
      peer.call(
        .find, FindRequest(selector: "*[label~=\"x.*\(number)\"]", view: .structure).encoded())
    }
    let late = peer.call(.echo, EchoRequest(payload: [1]).encoded(), timeoutMs: 1)
    let patient = peer.call(.echo, EchoRequest(payload: [1]).encoded(), timeoutMs: 600_000)
    peer.flush()
    #expect(peer.run { peer.end(of: patient) != nil })
    #expect(peer.end(of: patient)?.isOK == true)
    #expect(peer.end(of: late)?.reason == .timedOut)
    #expect(peer.end(of: late)?.message.contains("before it was begun") == true)
  }

  @Test func `The server stops reading from a peer that does not read, and its memory is bounded`()
    async throws
  {
    let server = try await TestServer.start { $0.limits[.queuedBytes] = 1024 * 1024 }
    let peer = try RawPeer(server.address)
    let payload = EchoRequest(payload: [UInt8](repeating: 1, count: 60_000)).encoded()
    peer.connection?.pauseReading()
    // 600 answers of 60 kB (36 MB), and a stream with unlimited credit.
    peer.call(
      .generate, GenerateRequest(count: .max, payloadLength: 60_000).encoded(), credit: .max)
    for _ in 0..<600 { peer.call(.echo, payload) }
    peer.flush()
    let client = try await server.client()
    // The server has stopped reading when it takes nothing for a while.
    var (taken, looks) = (UInt64(0), 0)
    try await eventually("the server holds it back") {
      peer.loop.runOnce(timeout: .milliseconds(10))
      let sent = peer.connection?.bytesSent ?? 0
      looks = sent == taken ? looks + 1 : 0
      taken = sent
      return looks >= 20
    }
    #expect(peer.connection?.queuedBytes ?? 0 > 20 * 1024 * 1024, "most of it is not read")
    let memory = try await client.call(GetServerInfoRequest()).memory
    #expect(memory.peak > 1024 * 1024 && memory.peak < 4 * 1024 * 1024, "\(memory.peak) bytes")
    peer.connection?.resumeReading()
    let answered: () -> Int = {
      peer.events.reduce(0) { count, event in
        if case .ended = event { count + 1 } else { count }
      }
    }
    #expect(peer.run { answered() >= 600 })
  }

  @Test func `Unlimited credit does not make the server build an endless answer`() async throws {
    let server = try await TestServer.start()
    let peer = try RawPeer(server.address)
    let stream = peer.call(
      .generate, GenerateRequest(count: 300_000, payloadLength: 100).encoded(), credit: .max)
    let echo = peer.call(.echo, EchoRequest(payload: [1]).encoded())
    peer.flush()
    #expect(peer.run { peer.end(of: stream) != nil && peer.end(of: echo) != nil })
    #expect(peer.messages == 300_000)
    let ends = peer.events.compactMap { event -> CallID? in
      if case .ended(let call, _, _) = event { call } else { nil }
    }
    #expect(ends == [echo, stream], "the echo does not wait for the whole answer")
  }

  @Test func `A connection above the limit gets an error`() async throws {
    let server = try await TestServer.start { $0.limits[.connections] = 3 }
    var peers: [RawPeer] = []
    for _ in 0..<3 { peers.append(try RawPeer(server.address)) }
    let fourth = try RawPeer(server.address, greets: false)
    #expect(fourth.run { fourth.isClosed })
    #expect(fourth.failure?.reason == .limit)
    #expect(fourth.failure?.detail?.limit == 3)
    #expect(peers.allSatisfy { $0.session.hasHello && !$0.isClosed })
  }

  @Test func `Hundreds of connections subscribe and end without leaving anything behind`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    var peers: [RawPeer] = []
    for _ in 0..<200 {
      let peer = try RawPeer(server.address)
      peer.call(.subscribe, SubscribeRequest(snapshotFirst: true).encoded())
      peer.call(.waitFor, WaitForRequest(target: .selector("slider")).encoded())
      peer.call(.generate, GenerateRequest(count: .max, payloadLength: 100).encoded())
      peer.flush()
      peers.append(peer)
    }
    try await server.run { try $0.change(window) { $0.value = "1" } }
    var random = Seeded(5)
    for index in peers.indices.shuffled(using: &random) {
      if index % 3 == 0 { peers[index].connection?.close() }
      peers[index].loop.runOnce(timeout: .zero)
      if index % 20 == 0 {
        try await server.run { try $0.change(window) { $0.value = "\(index)" } }
      }
    }
    for peer in peers { peer.connection?.close() }
    for peer in peers { peer.loop.runOnce(timeout: .zero) }
    let client = try await server.client()
    try await eventually("nothing is left of them") {
      let info = try await client.call(GetServerInfoRequest())
      return info.connectionCount == 1 && info.subscriptionCount == 0
    }
  }

  @Test func `Ten thousand calls at once are all answered`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let answered = try await withThrowingTaskGroup(of: UInt8?.self) { group in
      for number in 0..<10_000 {
        group.addTask {
          try await client.call(EchoRequest(payload: [UInt8(truncatingIfNeeded: number)])).payload
            .first
        }
      }
      return try await group.reduce(0) { $0 + ($1 == nil ? 0 : 1) }
    }
    #expect(answered == 10_000)
  }

  @Test func `Addresses that other machines can reach are refused, and unix sockets are private`()
    async throws
  {
    await #expect { try await TestServer.start(at: .tcp(host: "0.0.0.0", port: 0)) } throws: {
      "\($0)".contains("0.0.0.0")
    }
    let directory = try temporaryDirectory()
    let path = directory.path("bridge.sock")
    let server = try await TestServer.start(at: .unix(path: path))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let client = try await server.client()
    #expect(try await client.call(EchoRequest(payload: [1])).payload == [1])
  }

  @Test func `Shutdown lets actions finish, ends subscriptions and accepts no new clients`()
    async throws
  {
    let server = try await TestServer.start { $0.limits[time: .handshakeTime] = .seconds(50) }
    let id = try await server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        _ = world.loop.schedule(after: .milliseconds(300)) { done(.performed(method: "late")) }
      }
      return try world.add(.button, "Save", under: world.addApplication().window)
    }
    let client = try await server.client()
    let peer = try RawPeer(server.address)
    let subscription = peer.call(.subscribe, SubscribeRequest().encoded())
    peer.flush()
    #expect(peer.run { peer.messages == 1 })
    let mute = try RawPeer(server.address, greets: false)
    let action = Task {
      try await client.call(
        PerformRequest(target: .id(id), command: .press, answersImmediately: true))
    }
    try await eventually("the action is under way") {
      try await server.run { !$0.source.requests.isEmpty }
    }
    let closing = Task { try await server.shutDown() }
    #expect(peer.run { peer.end(of: subscription) != nil && peer.isClosed })
    #expect(peer.end(of: subscription)?.reason == .shuttingDown)
    #expect(mute.run { mute.isClosed })
    #expect(mute.failure?.reason == .shuttingDown)
    #expect(try await action.value.receipt.method == "late")
    await #expect(throws: ClientError.self) { _ = try await server.client() }
    try await closing.value
  }
}

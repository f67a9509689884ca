import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import BridgeTransport
import Testing

/// What a client makes of an action whose connection is lost.
@Suite(.timeLimit(.minutes(10)))
struct LostConnectionTests {
  private static func start(epoch: UInt64) async throws -> (TestServer, ElementID) {
    let server = try await TestServer.start(epoch: epoch)
    let id = try await server.run { world in
      let window = try world.addApplication().window
      world.source.onPerform = { request, done in done(.performed(method: "fake")) }
      return try world.add(.button, "OK", under: window)
    }
    return (server, id)
  }

  private func open(
    _ relay: Relay, reconnecting: Bool = true, pingAfter: Duration = .seconds(30)
  ) throws -> BridgeClient {
    var options = BridgeClient.Options()
    options.connection.pingAfter = pingAfter
    if reconnecting {
      options.reconnect = BridgeClient.Backoff(first: .milliseconds(10), longest: .milliseconds(50))
    }
    return try BridgeClient.open(to: relay.address, options: options)
  }

  /// Begins an action whose receipt is lost, and returns when the server has performed it.
  private func loseReceipt(
    _ client: BridgeClient, _ relay: Relay, _ server: TestServer, _ id: ElementID
  ) async throws -> Task<Receipt, any Error> {
    _ = try await client.call(EchoRequest(payload: [1]))
    await relay.loseAnswers(true)
    let action = Task {
      try await client.perform(PerformRequest(target: .id(id), command: .press, quietMs: 1))
    }
    try await eventually("it is performed") {
      try await server.run { $0.source.requests.count } == 1
    }
    return action
  }

  private func error(of action: Task<Receipt, any Error>) async -> ClientError? {
    do {
      _ = try await action.value
      return nil
    } catch {
      return error as? ClientError
    }
  }

  @Test func `The action is done once, and its receipt arrives on the next connection`()
    async throws
  {
    let (server, id) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    let action = try await loseReceipt(try open(relay), relay, server, id)
    await relay.loseAnswers(false)
    await relay.cut()
    #expect(try await action.value.method == "fake")
    #expect(try await server.run { $0.source.requests.count } == 1)
  }

  @Test func `A connection that goes silent is noticed by a ping, and the action repeated`()
    async throws
  {
    let (server, id) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    let client = try open(relay, pingAfter: .milliseconds(200))
    let action = Task {
      try await client.perform(PerformRequest(target: .id(id), command: .press, quietMs: 2000))
    }
    try await eventually("it is performed") {
      try await server.run { $0.source.requests.count } == 1
    }
    // Nothing closes the connection, and nothing arrives on it any more; new ones work.
    await relay.silence()
    #expect(try await action.value.method == "fake")
    #expect(try await server.run { $0.source.requests.count } == 1)
  }

  @Test func `It is unknown when another run of the server answers`() async throws {
    let (server, id) = try await Self.start(epoch: 7)
    let (other, _) = try await Self.start(epoch: 8)
    let relay = try await Relay(to: server.address)
    let action = try await loseReceipt(try open(relay), relay, server, id)
    await relay.loseAnswers(false)
    await relay.lead(to: other.address)
    await relay.cut()
    guard case .outcomeUnknown(let text)? = await error(of: action) else {
      Issue.record("not unknown")
      return
    }
    #expect(text.contains("the server was restarted"))
    #expect(try await other.run { $0.source.requests.isEmpty })
  }

  @Test(arguments: [true, false])
  func `It is unknown when the server is gone, or the client does not reconnect`(
    reconnecting: Bool
  ) async throws {
    let (server, id) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    let action = try await loseReceipt(
      try open(relay, reconnecting: reconnecting), relay, server, id)
    await relay.close()
    await relay.cut()
    guard case .outcomeUnknown? = await error(of: action) else {
      Issue.record("not unknown")
      return
    }
  }

  @Test func `It is unknown when the server says that the application did not answer in time`()
    async throws
  {
    let (server, id) = try await Self.start(epoch: 7)
    try await server.run { $0.source.onPerform = { _, _ in } }
    let client = try await server.client()
    let error = await #expect(throws: ClientError.self) {
      try await client.perform(
        PerformRequest(target: .id(id), command: .press), timeout: .milliseconds(200))
    }
    guard case .outcomeUnknown? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    client.close()
  }

  @Test func `It is unknown when no receipt comes before the deadline`() async throws {
    let (server, id) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    let client = try open(relay)
    _ = try await client.call(EchoRequest(payload: [1]))
    await relay.loseAnswers(true)
    let request = PerformRequest(target: .id(id), command: .press)
    let error = await #expect(throws: ClientError.self) {
      try await client.perform(request, timeout: .milliseconds(100))
    }
    guard case .outcomeUnknown? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `An action that was never sent is not said to be unknown`() async throws {
    let (server, id) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    await relay.close()
    let request = PerformRequest(target: .id(id), command: .press)
    let error = await #expect(throws: ClientError.self) {
      try await open(relay).perform(request)
    }
    guard case .cannotConnect? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `Calls that are made while connecting leave together with the hello`() async throws {
    // Nothing answers: what arrives was sent without waiting.
    let (server, id) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    await relay.loseAnswers(true)
    let client = try open(relay)
    let echo = Task { try await client.call(EchoRequest(payload: [1]), timeout: .patience) }
    let action = Task {
      try await client.performReadingElement(
        PerformRequest(target: .id(id), command: .press), timeout: .patience)
    }
    try await eventually("all calls have arrived") {
      let text = String(decoding: await relay.received(), as: UTF8.self)
      return ["Echo", "GetElement", "Perform"].allSatisfy { text.contains("/\($0)") }
    }
    #expect(client.server == nil)
    client.close()
    _ = await (echo.result, action.result)
  }

  @Test func `A subscription waits for the same run, and goes on where it was`() async throws {
    let (server, id) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    let client = try open(relay)
    let revision = try await client.call(GetServerInfoRequest()).revision
    let nobody = try await Relay(to: server.address)
    await nobody.close()
    await relay.lead(to: nobody.address)
    await relay.cut()
    try await eventually("the client has seen it") {
      (try? await client.call(EchoRequest(payload: [1]), epoch: 7)) == nil
    }
    try await server.run { try $0.change(id) { $0.label = "Cancel" } }
    let request = SubscribeRequest(since: revision, epoch: 7)
    async let first = Self.firstLabels(client.stream(request, timeout: .patience, epoch: 7))
    await relay.lead(to: server.address)
    await relay.cut()
    #expect(try await first == ["Cancel"])
    let error = await #expect(throws: ClientError.self) {
      for try await _ in client.stream(request, timeout: .patience, epoch: 8) {}
    }
    #expect(error?.status?.reason == .epochChanged)
  }

  @Test func `A call that is made while the connection closes waits for the next one`()
    async throws
  {
    let (server, _) = try await Self.start(epoch: 7)
    let relay = try await Relay(to: server.address)
    let client = try open(relay)
    for _ in 0..<200 {
      _ = try await client.call(EchoRequest(payload: [1]))
      async let cut: Void = relay.cut()
      do {
        // Sent before the end was seen, it is lost with the connection; afterwards, it waits.
        _ = try await client.call(EchoRequest(payload: [1]))
      } catch let error as ClientError {
        #expect(!"\(error)".contains("is closed"))
      }
      await cut
    }
  }

  private static func firstLabels(
    _ stream: MessageStream<SubscribeRequest.Response>
  ) async throws -> [String?] {
    for try await event in stream {
      if case .update(let update) = event.event { return update.changed.map(\.label) }
    }
    return []
  }
}

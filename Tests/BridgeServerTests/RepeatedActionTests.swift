import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import BridgeTransport
import Testing

/// Actions that are requested again with the id of the first request.
@Suite(.timeLimit(.minutes(10)))
struct RepeatedActionTests {
  private struct Setup {
    let server: TestServer
    let id: ElementID

    func request(_ requestID: String, _ command: ActionCommand = .press) -> PerformRequest {
      PerformRequest(target: .id(id), command: command, quietMs: 1, requestID: requestID)
    }

    func performed() async throws -> Int { try await server.run { $0.source.requests.count } }
  }

  private func setUp(
    epoch: UInt64 = 7,
    _ configure: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in },
    _ onPerform: @escaping @Sendable (World, ElementID, @escaping (ActionOutcome) -> Void) -> Void
  ) async throws -> Setup {
    let server = try await TestServer.start(epoch: epoch, configure)
    let id = try await server.run { world in
      let window = try world.addApplication().window
      world.source.onPerform = { [unowned world] request, completion in
        onPerform(world, request.element, completion)
      }
      return try world.add(.slider, "Volume", under: window) { $0.value = "0" }
    }
    return Setup(server: server, id: id)
  }

  /// An application that counts its actions.
  private func counting() async throws -> Setup {
    try await setUp { world, id, done in
      try? world.change(id) { $0.value = "\(world.source.requests.count)" }
      done(.performed(method: "fake \(world.source.requests.count)"))
    }
  }

  @Test func `The server performs it once, and answers with the first receipt`() async throws {
    let setup = try await counting()
    let client = try await setup.server.client()
    let first = try await client.call(setup.request("a")).receipt
    #expect(first.outcome == .confirmed && first.method == "fake 1")
    let other = try await setup.server.client()
    #expect(try await other.call(setup.request("a")).receipt == first)
    #expect(try await client.call(setup.request("b")).receipt.method == "fake 2")
    for method in ["fake 3", "fake 4"] {
      #expect(try await client.call(setup.request("")).receipt.method == method)
    }
  }

  @Test func `A repeat that comes during the action waits for its receipt`() async throws {
    let setup = try await setUp { world, id, done in
      _ = world.loop.schedule(after: .milliseconds(300)) { [unowned world] in
        try? world.change(id) { $0.value = "done" }
        done(.performed(method: "slow"))
      }
    }
    var first: BridgeClient? = try await setup.server.client()
    let lost = Task { [first] in try await first?.call(setup.request("a")) }
    try await eventually("the action has begun") { try await setup.performed() == 1 }
    // The client that asked first is gone before the action ends.
    lost.cancel()
    _ = await lost.result
    first?.close()
    first = nil
    let receipt = try await setup.server.client().call(setup.request("a")).receipt
    #expect(receipt.outcome == .confirmed && receipt.method == "slow")
    #expect(try await setup.performed() == 1)
  }

  @Test func `An id that was used for something else is refused`() async throws {
    let setup = try await counting()
    let client = try await setup.server.client()
    _ = try await client.call(setup.request("a"))
    let refused = try await status(of: await client.call(setup.request("a", .focus)))
    #expect(refused?.reason == .invalidArgument)
    #expect(refused?.message.contains("used for another request") == true)
    let long = try await status(
      of: await client.call(setup.request(String(repeating: "x", count: 65))))
    #expect(long?.reason == .invalidArgument && long?.detail?.limit == 64)
  }

  @Test func `Nothing is kept of an action that did not begin`() async throws {
    let setup = try await counting()
    let client = try await setup.server.client()
    var request = setup.request("a")
    request.target = .selector("button[label=Later]")
    let missing = try await status(of: await client.call(request))
    #expect(missing?.reason == .noMatch)
    try await setup.server.run { world in
      let window = try #require(world.store.tree.read(setup.id) { $0.parent } ?? nil)
      try world.add(.button, "Later", under: window)
    }
    #expect(try await client.call(request).receipt.method == "fake 1")
  }

  @Test func `More ids than are kept are refused, and no other is forgotten for them`()
    async throws
  {
    let limiting: @Sendable (inout ServerConfiguration) -> Void = { $0.maxReceipts = 2 }
    let setup = try await setUp(limiting) { _, _, done in
      done(.refused(ActionRefusal(.rejected, "because")))
    }
    let client = try await setup.server.client()
    for id in ["a", "b"] { _ = try await client.call(setup.request(id)) }
    let full = try await status(of: await client.call(setup.request("c")))
    #expect(full?.reason == .limit && full?.detail?.limit == 2)
    #expect(try await client.call(setup.request("a")).receipt.outcome == .refused)
    #expect(try await setup.performed() == 2)
  }

  @Test func `An id is forgotten when its time is over`() async throws {
    let limiting: @Sendable (inout ServerConfiguration) -> Void = {
      $0.receiptLifetime = .milliseconds(300)
    }
    let setup = try await setUp(limiting) { _, _, done in
      done(.refused(ActionRefusal(.rejected, "because")))
    }
    let client = try await setup.server.client()
    _ = try await client.call(setup.request("a"))
    try await eventually("it is performed again") {
      _ = try await client.call(setup.request("a"))
      return try await setup.performed() == 2
    }
  }

  @Test func `Many receipts are charged to the memory limit, without what happened`() async throws {
    let setup = try await setUp { world, id, done in
      world.store.edit {
        $0.post(
          .announcement(text: String(repeating: "x", count: 4000), priority: .low, element: id))
      }
      done(.performed(method: "fake"))
    }
    let client = try await setup.server.client()
    func kept() async throws -> UInt64? {
      try await client.call(GetServerInfoRequest()).memory.uses
        .first { $0.purpose == "receipts" }?.bytes
    }
    let before = try #require(try await kept())
    for number in 0..<20 {
      let receipt = try await client.call(setup.request("\(number)")).receipt
      #expect(receipt.update?.notifications.isEmpty == false)
    }
    let after = try #require(try await kept())
    #expect(after > before && after - before < 20 * 600)
    let again = try await client.call(setup.request("7")).receipt
    #expect(again.update == nil && again.method == "fake")
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// Targets that are gone when their application is asked to act, and are looked for again.
@Suite(.timeLimit(.minutes(10)))
struct GoneTargetTests {
  /// A window with a button whose application says that it is gone, and where others appear then.
  private func replaced(
    by labels: [String]
  ) async throws -> (server: TestServer, client: BridgeClient) {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      let first = try world.add(.button, "Save", under: window)
      world.source.onPerform = { [unowned world] request, completion in
        guard request.element == first else {
          _ = try? world.add(.dialog, "Saved", under: window)
          return completion(.performed(method: "fake"))
        }
        world.later(.milliseconds(60)) {
          try? world.remove(first)
          for label in labels { _ = try? world.add(.button, label, under: window) }
        }
        completion(.refused(ActionRefusal(.stale, "it is being taken down")))
      }
    }
    return (server, try await server.client())
  }

  private func press(_ selector: String, _ client: BridgeClient) async throws -> Receipt {
    try await client.perform(PerformRequest(target: .selector(selector), command: .press))
  }

  @Test func `what is gone is looked for again by its selector, once`() async throws {
    let (server, client) = try await replaced(by: ["Save", "Other"])
    #expect(try await press("button[label=Save]", client).outcome == .confirmed)
    #expect(try await server.run { $0.source.requests.count } == 2)
  }

  @Test(arguments: ["button:nth(1)", "button[label=Save]:nth(1)", "button"])
  func `what is named by its place is not looked for again`(selector: String) async throws {
    let (server, client) = try await replaced(by: ["Save"])
    let receipt = try await press(selector, client)
    #expect(receipt.refusal?.reason == .staleElement && receipt.retry == .safe)
    #expect(try await server.run { $0.source.requests.count } == 1)
  }

  @Test func `what comes with another name is not pressed`() async throws {
    let (server, client) = try await replaced(by: ["Save all"])
    let receipt = try await press("button[label^=Save]", client)
    #expect(receipt.refusal?.reason == .staleElement && receipt.retry == .safe)
    #expect(try await server.run { $0.source.requests.count } == 1)
  }

  @Test func `what does not come again is refused`() async throws {
    let (server, client) = try await replaced(by: [])
    let receipt = try await press("button[label=Save]", client)
    #expect(receipt.refusal?.message == "it is being taken down" && receipt.retry == .safe)
    #expect(try await server.run { $0.source.requests.count } == 1)
  }
}

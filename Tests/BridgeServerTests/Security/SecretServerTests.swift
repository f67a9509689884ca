import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import Testing

/// What clients can learn of a password field, call by call.
@Suite(.timeLimit(.minutes(10)))
struct `Secrets are not served` {
  private static let password = "hunter2!"

  private func start() async throws -> (TestServer, ElementID) {
    let server = try await TestServer.start()
    let field = try await server.run { world in
      let (_, window) = try world.addApplication()
      try world.add(.button, "Sign in", under: window)
      return try world.add(.passwordField, "Password", under: window) {
        $0.value = Self.password
        $0.text = TextState(length: 8)
        $0.states.insert(.editable)
      }
    }
    return (server, field)
  }

  @Test(arguments: [
    #"[value^="h"]"#, #"[value="hunter2!"]"#, #"[value*="unter"]"#, #"[value~="^.{8}$"]"#,
    #"password[text-length=8]"#, #"window:has([value^="hunter"])"#,
    #"password:not([value^="["])"#, #"password[value$="!"]"#,
  ])
  func `no selector tells what it contains`(_ selector: String) async throws {
    let (server, _) = try await start()
    let client = try await server.client()
    let found = try? await client.call(FindRequest(selector: selector))
    #expect(found?.elements.isEmpty != false, "\(selector)")
  }

  @Test func `an action that sets it is confirmed, and its receipt has nothing of it`()
    async throws
  {
    let (server, field) = try await start()
    try await server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        guard case .setText(let text) = request.command else { return }
        try? world.change(request.element) {
          $0.value = String(repeating: "•", count: text.count)
          $0.text = TextState(length: text.count)
        }
        completion(.performed(method: "fake"))
      }
    }
    let client = try await server.client()
    let receipt = try await client.call(
      PerformRequest(target: .id(field), command: .setText("swordfish"))
    ).receipt
    #expect(receipt.outcome == .confirmed)
    #expect(!"\(receipt)".contains("swordfish") && !"\(receipt)".contains("••"))
  }

  @Test func `positions in it are refused, whatever its length is`() async throws {
    let (server, field) = try await start()
    let client = try await server.client()
    var messages: Set<String> = []
    for command in [
      ActionCommand.setSelection(0..<1), .setSelection(0..<99), .insertText("x", at: 3),
      .insertText("x", at: 99),
    ] {
      let receipt = try await client.call(
        PerformRequest(target: .id(field), command: command)
      ).receipt
      #expect(receipt.refusal?.reason == .unsupported)
      messages.insert(receipt.refusal?.message ?? "")
    }
    #expect(messages.count == 1, "\(messages)")
  }

  @Test func `a refusal of its application does not tell its length`() async throws {
    let (server, field) = try await start()
    try await server.run { world in
      world.source.onPerform = { _, completion in
        completion(.refused(ActionRefusal(.outOfRange, "past the end (8 characters)")))
      }
    }
    let client = try await server.client()
    let receipt = try await client.call(
      PerformRequest(target: .id(field), command: .insertText("x", at: nil))
    ).receipt
    #expect(receipt.refusal?.reason == .outOfRange)
    #expect(receipt.refusal?.message.contains("8") == false)
  }
}

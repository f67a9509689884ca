import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import Testing

/// What clients can learn of redacted elements by acting on them.
@Suite(.timeLimit(.minutes(10)))
struct `Actions on secret elements` {
  private static let label = "MySecretItem"
  private static let password = "swordfis"

  /// Switches and sliders are secret.
  private static func rule() -> SecretRule {
    SecretRule(dependsOnAncestors: false) { ids, tree, _ in
      ids.filter { id in tree.read(id) { $0.role == .switch || $0.role == .slider } == true }
    }
  }

  /// One command of each kind that a source refuses with words of its own.
  private static func commands(_ source: ElementID) -> [ActionCommand] {
    [
      .press, .increment, .decrement, .expand, .collapse, .select, .deselect, .focus, .showMenu,
      .scrollIntoView, .escape, .magicTap, .delete, .hover, .custom("Nope"), .setText("x"),
      .setValue(1), .insertText("x", at: nil), .scroll(.down), .drag(point: nil),
      .drop(source: source, point: nil), .zoomIn(at: nil), .zoomOut(at: nil),
      .intent(type: "Nope", parameters: [:]), .keys([KeyChord(.named(.enter))]),
    ]
  }

  @Test(arguments: ActionRefusal.Reason.allCases)
  func `no refusal repeats what the application says of them`(_ reason: ActionRefusal.Reason)
    async throws
  {
    let server = try await TestServer.start()
    let (secret, plain) = try await server.run { world in
      world.store.secretRule = Self.rule()
      world.source.onPerform = { _, completion in
        completion(.refused(ActionRefusal(reason, "switch \"\(Self.label)\" is not for this")))
      }
      let (_, window) = try world.addApplication()
      return (
        try world.add(.switch, Self.label, under: window),
        try world.add(.button, "Plain", under: window)
      )
    }
    let client = try await server.client()
    var requests = Self.commands(plain).map { PerformRequest(target: .id(secret), command: $0) }
    requests.append(
      PerformRequest(target: .id(plain), command: .drop(source: secret, point: nil)))
    for request in requests {
      let receipt = try await client.call(request).receipt
      #expect(receipt.outcome == .refused, "\(request.command)")
      #expect(receipt.refusal?.reason == ErrorReason(reason), "\(request.command)")
      #expect(!"\(receipt)".contains(Self.label), "\(request.command): \(receipt)")
    }
    let ordinary = try await client.call(
      PerformRequest(target: .id(plain), command: .press)
    ).receipt
    #expect(ordinary.refusal?.message.contains("is not for this") == true)
  }

  @Test func `an element that is gone when the action ends is not named either`() async throws {
    let server = try await TestServer.start()
    let secret = try await server.run { world in
      world.store.secretRule = Self.rule()
      world.source.onPerform = { [unowned world] request, completion in
        try? world.remove(request.element)
        completion(.refused(ActionRefusal(.stale, "switch \"\(Self.label)\" is gone")))
      }
      return try world.add(.switch, Self.label, under: world.addApplication().window)
    }
    let client = try await server.client()
    let receipt = try await client.call(
      PerformRequest(target: .id(secret), command: .press)
    ).receipt
    #expect(receipt.refusal?.message == "element \(secret) is gone; find it again")
  }

  @Test(arguments: [ActionCommand.press, .setText("Berlin")])
  func `what was entered stays a password when a later action is refused`(_ later: ActionCommand)
    async throws
  {
    let server = try await TestServer.start()
    let (window, field) = try await server.run { world in
      world.source.onPerform = { request, completion in
        guard request.command == .setText(Self.password) else {
          return completion(.refused(ActionRefusal(.rejected, "not now")))
        }
        completion(.performed(method: "fake"))
      }
      let (_, window) = try world.addApplication()
      return (window, try world.add(.passwordField, "Word", under: window))
    }
    let client = try await server.client()
    for command in [ActionCommand.setText(Self.password), later] {
      _ = try await client.call(
        PerformRequest(target: .id(field), command: command, answersImmediately: true))
    }
    let labels = try await server.run { world in
      try ["to \(Self.password)", "to Berlin"].map {
        let id = try world.add(.text, $0, under: window)
        return try #require(world.store.tree[id]?.label)
      }
    }
    #expect(labels == ["to [redacted]", "to Berlin"])
  }

  @Test(arguments: [password, "hunter2!", "a", "a longer password", ""])
  func `setting a text has one outcome and takes as long, whatever was there`(_ former: String)
    async throws
  {
    let server = try await TestServer.start()
    let field = try await server.run { world in
      world.source.onPerform = { [unowned world] request, completion in
        guard case .setText(let text) = request.command else { return }
        try? world.change(request.element) {
          $0.value = text
          $0.text = TextState(length: text.count)
        }
        completion(.performed(method: "fake"))
      }
      return try world.add(.passwordField, "Password", under: world.addApplication().window) {
        $0.value = former
        $0.text = TextState(length: former.count)
      }
    }
    let client = try await server.client()
    let atOnce = try await client.call(
      PerformRequest(
        target: .id(field), command: .setText(Self.password), answersImmediately: true)
    ).receipt
    #expect(atOnce.outcome == .unconfirmed, "before the wait, nothing is told")
    try await server.run { world in
      try world.change(field) {
        $0.value = former
        $0.text = TextState(length: former.count)
      }
    }
    let receipt = try await client.call(
      PerformRequest(target: .id(field), command: .setText(Self.password))
    ).receipt
    #expect(receipt.outcome == .confirmed)
    #expect(receipt.settledUs >= 400_000, "\(receipt.settledUs)")
  }

  @Test(arguments: [ActionCommand.setValue(9), .increment, .decrement], [3.0, 9, 10])
  func `setting a number has one outcome and takes as long, whatever was there`(
    _ command: ActionCommand, former: Double
  ) async throws {
    let server = try await TestServer.start()
    let slider = try await server.run { world in
      world.store.secretRule = Self.rule()
      world.source.onPerform = { [unowned world] request, completion in
        try? world.change(request.element) {
          $0.range = NumericRange(current: 9, minimum: 0, maximum: 10)
        }
        completion(.performed(method: "fake"))
      }
      return try world.add(.slider, "Level", under: world.addApplication().window) {
        $0.range = NumericRange(current: former, minimum: 0, maximum: 10)
      }
    }
    let client = try await server.client()
    let receipt = try await client.call(
      PerformRequest(target: .id(slider), command: command)
    ).receipt
    #expect(receipt.outcome == .unconfirmed)
    #expect(receipt.settledUs >= 400_000, "\(receipt.settledUs)")
  }

  @Test(arguments: [
    WaitCondition.valueMatches("."), .valueContains("redacted"), .valueEquals("[redacted]"),
  ])
  func `waiting for what they contain never ends`(_ condition: WaitCondition) async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      try world.add(.passwordField, "Password", under: world.addApplication().window) {
        $0.value = Self.password
      }
    }
    let client = try await server.client()
    let ended = try await status(
      of: await client.call(
        WaitForRequest(target: .selector("password"), condition: condition),
        timeout: .milliseconds(150)))
    #expect(ended != nil, "the condition held")
  }
}

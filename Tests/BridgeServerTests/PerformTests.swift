import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Glibc
import Testing

/// Actions and their receipts, with a source that does what the test specifies.
@Suite(.timeLimit(.minutes(10)))
struct PerformTests {
  private struct Setup {
    let server: TestServer
    let client: BridgeClient
    let window: ElementID
    let id: ElementID

    func perform(
      _ command: ActionCommand = .press, timeout: Duration? = .patience,
      _ change: (inout PerformRequest) -> Void = { _ in }
    ) async throws -> Receipt {
      var request = PerformRequest(target: .id(id), command: command)
      change(&request)
      return try await client.call(request, timeout: timeout).receipt
    }
  }

  private func setUp(
    _ configure: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in },
    role: Role = .slider,
    _ onPerform: @escaping @Sendable (World, ElementID, @escaping (ActionOutcome) -> Void) -> Void
  ) async throws -> Setup {
    let server = try await TestServer.start(configure)
    let (window, id) = try await server.run { world in
      let window = try world.addApplication().window
      world.source.onPerform = { [unowned world] request, completion in
        onPerform(world, request.element, completion)
      }
      return (window, try world.add(role, "Volume", under: window) { $0.value = "0" })
    }
    return Setup(server: server, client: try await server.client(), window: window, id: id)
  }

  @Test func `The source of a drop is named like any target, by id or by selector`() async throws {
    let setup = try await setUp { _, _, done in done(.performed(method: "fake")) }
    let dragged = try await setup.server.run { [window = setup.window] world in
      try world.add(.button, "Other", under: window)
      return try world.add(.button, "Dragged", under: window)
    }
    for source in [Target.id(dragged), .selector("button[label=Dragged]")] {
      _ = try await setup.perform(.drop(source: setup.id, point: nil)) {
        if case .id(let id) = source { $0.command = .drop(source: id, point: nil) }
        $0.dropSource = source
        $0.answersImmediately = true
      }
      let command = try await setup.server.run { $0.source.requests.last?.command }
      #expect(command == .drop(source: dragged, point: nil))
    }
    let ambiguous = try await status(
      of: await setup.perform(.drop(source: dragged, point: nil)) {
        $0.dropSource = .selector("button")
      })
    #expect(ambiguous?.reason == .ambiguous)
  }

  @Test func `An action with an effect is confirmed, with its changes`() async throws {
    let setup = try await setUp { world, id, done in
      try? world.change(id) { $0.value = "1" }
      world.store.edit { $0.post(.announcement(text: "one", priority: .high, element: id)) }
      done(.performed(method: "fake press"))
    }
    let before = try await setup.server.run { $0.store.revision }
    let receipt = try await setup.perform(timeout: .patience) { $0.settleMs = 60_000 }
    #expect(receipt.outcome == .confirmed)
    #expect(receipt.method == "fake press")
    #expect(receipt.isQuiet)
    #expect(receipt.revisionBefore == before)
    #expect(receipt.revisionAfter == before + 3, "the value, what is said, and that it is spoken")
    #expect(receipt.update?.changed.map(\.value) == ["1"])
    let kinds = receipt.update?.notifications.map(\.notification.kind)
    #expect(kinds == [.value, .announcement])
    #expect(receipt.settledUs >= 50_000)
    #expect(receipt.settledUs < 15_000_000, "the effect was there: no patience is needed")
  }

  @Test func `An announcement that another action caused is in the receipt of that action`()
    async throws
  {
    let setup = try await setUp { world, id, done in
      let isSecond = world.source.requests.count > 1
      world.store.edit {
        $0.post(.announcement(text: isSecond ? "two" : "one", priority: .high, element: id))
      }
      done(.performed(method: "fake"))
    }
    func announced(_ receipt: Receipt) -> [String] {
      (receipt.update?.notifications ?? []).compactMap {
        if case .announcement(let text, _, _) = $0.notification { text } else { nil }
      }
    }
    // The first action waits for quiet while the second one is performed.
    async let first = setup.perform(timeout: .patience) {
      $0.quietMs = 1500
      $0.settleMs = 60_000
    }
    try await eventually("the first action was performed") {
      try await setup.server.run { $0.source.requests.count == 1 }
    }
    let second = try await setup.perform()
    #expect(announced(second) == ["two"])
    #expect(announced(try await first) == ["one"])
    // What follows by itself is in every receipt.
    async let third = setup.perform(timeout: .patience) {
      $0.quietMs = 1500
      $0.settleMs = 60_000
    }
    try await eventually("the third action was performed") {
      try await setup.server.run { $0.source.requests.count == 3 }
    }
    let id = setup.id
    try await setup.server.run { world in
      world.store.edit { $0.post(.announcement(text: "later", priority: .low, element: id)) }
    }
    #expect(announced(try await third) == ["two", "later"])
  }

  @Test func `A source is told when a client that follows the mirror is gone, and no other`()
    async throws
  {
    let setup = try await setUp { _, _, done in done(.performed(method: "fake")) }
    let follower = try await setup.server.client()
    #expect(try await setup.perform().outcome == .unconfirmed)
    var stream = follower.stream(SubscribeRequest()).makeAsyncIterator()
    _ = try await stream.next()
    _ = try await follower.call(PerformRequest(target: .id(setup.id), command: .press))
    let clients = try await setup.server.run { $0.source.requests.map(\.client) }
    #expect(clients.count == 2)
    #expect(clients.first == 0)
    #expect(clients.last != 0)
    #expect(try await setup.server.run { $0.source.left } == [])
    follower.close()
    try await eventually("the source is told") {
      try await setup.server.run { $0.source.left } == clients.suffix(1)
    }
  }

  @Test func `The end of the application is not an effect, and the receipt mentions it`()
    async throws
  {
    let setup = try await setUp { world, id, done in
      let root = world.store.tree.read(id) { $0.application } ?? nil
      if let root { world.store.edit { $0.removeApplication(root) } }
      done(.performed(method: "fake press"))
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .unconfirmed)
    #expect(receipt.method == "fake press; the application is gone")
  }

  @Test func `A late answer of the application is not an effect`() async throws {
    let setup = try await setUp { world, id, done in
      let root = world.store.tree.read(id) { $0.application } ?? nil
      if let root {
        world.store.edit { $0.updateApplication(root) { $0.health = .notResponding } }
        world.store.edit { $0.updateApplication(root) { $0.health = .slow } }
      }
      done(.performed(method: "fake press"))
    }
    #expect(try await setup.perform().outcome == .unconfirmed)
  }

  @Test func `An action without an effect waits for one, and is unconfirmed`() async throws {
    let setup = try await setUp { _, _, done in done(.performed(method: "fake")) }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .unconfirmed)
    #expect(receipt.isQuiet)
    #expect(receipt.settledUs >= 390_000)
    let hasty = try await setup.perform(timeout: .patience) {
      $0.answersImmediately = true
      $0.settleMs = 60_000
    }
    #expect(hasty.outcome == .unconfirmed)
    #expect(hasty.settledUs < 15_000_000)
    let short = try await setup.perform { $0.settleMs = 100 }
    #expect(short.isQuiet, "nothing changed at all")
  }

  @Test func `An effect after a quarter of a second is seen`() async throws {
    let setup = try await setUp { world, id, done in
      _ = world.loop.schedule(after: .milliseconds(250)) { [unowned world] in
        try? world.change(id) { $0.value = "late" }
      }
      done(.performed(method: "fake"))
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .confirmed)
    #expect(receipt.update?.changed.first?.value == "late")
  }

  @Test func `Time in which the process stands still is not time without an effect`() async throws {
    let setup = try await setUp { world, id, done in
      _ = world.loop.schedule(after: .milliseconds(10)) { usleep(1_000_000) }
      _ = world.loop.schedule(after: .milliseconds(250)) { [unowned world] in
        try? world.change(id) { $0.value = "late" }
      }
      done(.performed(method: "fake"))
    }
    #expect(try await setup.perform().outcome == .confirmed)
  }

  /// Presses a button at once and releases it after a tenth of a second, as Qt does.
  private static func click(
    _ world: World, _ id: ElementID, then body: @escaping (inout Element) -> Void
  ) {
    try? world.change(id) { $0.states.insert(.pressed) }
    _ = world.loop.schedule(after: .milliseconds(100)) { [weak world] in
      try? world?.change(id) { $0.states.remove(.pressed) }
      try? world?.change(id, body)
    }
  }

  @Test func `A push button that goes down and up is not an effect`() async throws {
    let setup = try await setUp(role: .button) { world, id, done in
      Self.click(world, id) { _ in }
      done(.performed(method: "fake press"))
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .unconfirmed)
    #expect(receipt.settledUs >= 100_000)
  }

  @Test func `The time for an effect begins when the push button goes up`() async throws {
    let setup = try await setUp(role: .button) { world, id, done in
      Self.click(world, id) { _ in }
      _ = world.loop.schedule(after: .milliseconds(420)) { [weak world] in
        try? world?.change(id) { $0.value = "late" }
      }
      done(.performed(method: "fake press"))
    }
    #expect(try await setup.perform().outcome == .confirmed)
  }

  @Test func `A receipt waits for the dialog to close whose button was only armed`() async throws {
    let setup = try await setUp(role: .button) { world, id, done in
      try? world.change(id) { $0.states.insert(.armed) }
      _ = world.loop.schedule(after: .milliseconds(200)) { [weak world] in
        try? world?.change(id) { $0.value = "closed" }
      }
      done(.performed(method: "fake press"))
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .confirmed)
    #expect(receipt.update?.changed.first?.value == "closed")
  }

  @Test func `A receipt waits for the effect of a push button's release`() async throws {
    let setup = try await setUp(role: .button) { world, id, done in
      Self.click(world, id) { $0.value = "clicked" }
      done(.performed(method: "fake press"))
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .confirmed)
    #expect(receipt.update?.changed.first?.value == "clicked")
    #expect(receipt.update?.changed.first?.states.contains(.pressed) == false)
  }

  @Test func `A toggle button that becomes pressed is an effect`() async throws {
    let setup = try await setUp(role: .toggleButton) { world, id, done in
      try? world.change(id) { $0.states.insert(.pressed) }
      done(.performed(method: "fake press"))
    }
    #expect(try await setup.perform().outcome == .confirmed)
  }

  @Test func `A push button that stays down delays its receipt only for a limited time`()
    async throws
  {
    let setup = try await setUp(role: .button) { world, id, done in
      try? world.change(id) {
        $0.states.insert(.pressed)
        $0.value = "menu"
      }
      done(.performed(method: "fake press"))
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .confirmed)
    #expect(receipt.settledUs >= 115_000)
  }

  @Test func `Changes that continue at the limit make the receipt not quiet`() async throws {
    let setup = try await setUp { world, id, done in
      func goOn(_ world: World, _ step: Int) {
        try? world.change(id) { $0.value = "\(step)" }
        _ = world.loop.schedule(after: .milliseconds(20)) { [weak world] in
          if let world { goOn(world, step + 1) }
        }
      }
      goOn(world, 0)
      done(.performed(method: "fake"))
    }
    let receipt = try await setup.perform { $0.settleMs = 300 }
    #expect(receipt.outcome == .confirmed)
    #expect(!receipt.isQuiet)
  }

  @Test func `An action does not settle while the source is still reading`() async throws {
    let setup = try await setUp { world, id, done in
      world.source.isBusy = true
      _ = world.loop.schedule(after: .milliseconds(600)) { [unowned world] in
        try? world.change(id) { $0.value = "read" }
        world.source.isBusy = false
      }
      done(.performed(method: "fake"))
    }
    let receipt = try await setup.perform { $0.settleMs = 2000 }
    #expect(receipt.update?.changed.first?.value == "read")
  }

  @Test func `A missing element to drag is an error of the call, like a missing target`()
    async throws
  {
    let setup = try await setUp { _, _, done in done(.performed(method: "fake")) }
    let gone = try await setup.server.run { [window = setup.window] world in
      let id = try world.add(.button, "Dragged", under: window)
      try world.remove(id)
      return id
    }
    for (source, reason) in [
      (gone, ErrorReason.staleElement), (ElementID(rawValue: 16_777_215), .unknownElement),
    ] {
      let failure = try await status(of: await setup.perform(.drop(source: source, point: nil)))
      #expect(failure?.code == .notFound && failure?.reason == reason)
      #expect(failure?.detail?.element == source)
    }
    #expect(try await setup.server.run { $0.source.requests.isEmpty })
  }

  @Test(arguments: [
    (ActionRefusal.Reason.unsupported, ErrorReason.unsupported), (.disabled, .disabled),
    (.stale, .staleElement), (.outOfRange, .outOfRange), (.timedOut, .timedOut),
    (.notResponding, .notResponding), (.rejected, .rejected), (.notOnScreen, .notOnScreen),
    (.invalidArgument, .invalidArgument),
  ])
  func `A refusal has its reason`(
    _ reason: ActionRefusal.Reason, _ expected: ErrorReason
  ) async throws {
    let setup = try await setUp { _, _, done in
      done(.refused(ActionRefusal(reason, "because")))
    }
    let receipt = try await setup.perform()
    #expect(receipt.outcome == .refused)
    #expect(receipt.refusal?.reason == expected)
    #expect(receipt.refusal?.message.contains("because") == true)
    #expect(receipt.element == setup.id)
  }

  @Test func `An action with a known effect is confirmed only by this effect`() async throws {
    let setup = try await setUp { world, id, done in
      try? world.change(id) { $0.range = NumericRange(current: 3) }
      done(.performed(method: "fake"))
    }
    #expect(try await setup.perform(.setValue(3)).outcome == .confirmed)
    #expect(try await setup.perform(.setValue(4)).outcome == .unconfirmed)
    #expect(try await setup.perform(.focus).outcome == .unconfirmed)
  }

  @Test func `A call to a source that never answers ends at its deadline`() async throws {
    let configure: @Sendable (inout ServerConfiguration) -> Void = {
      $0.actionTimeout = .milliseconds(100)
    }
    let setup = try await setUp(configure) { _, _, _ in }
    let timed = try await status(of: await setup.perform(timeout: .milliseconds(200)))
    #expect(timed?.reason == .timedOut)
    let untimed = try await status(of: await setup.perform(timeout: nil))
    #expect(untimed?.reason == .timedOut)
    #expect(untimed?.detail?.element == setup.id)
  }

  @Test func `A text that may be typed has time by its length where the client limits none`()
    async throws
  {
    let setup = try await setUp { world, _, done in
      let deadline = world.source.requests.last?.deadline ?? 0
      let seconds = (Double(deadline) - Double(world.store.time)) / 1e9
      done(.performed(method: "\(Int(seconds.rounded()))"))
    }
    let text = ActionCommand.setText(String(repeating: "a", count: 1000))
    #expect(try await setup.perform(text, timeout: nil).method == "5")
    let typed = try await setup.perform(text, timeout: nil) { $0.allowSynthesis = true }
    #expect(typed.method == "25")
    let limited = try await setup.perform(text, timeout: .seconds(10)) { $0.allowSynthesis = true }
    #expect(limited.method == "10" || limited.method == "9")
  }

  @Test func `An action without an answer by the deadline is answered at once, by its seen effect`()
    async throws
  {
    let setup = try await setUp { world, id, done in
      try? world.change(id) { $0.value = "seen" }
      _ = world.loop.schedule(after: .milliseconds(200)) { done(.unanswered(method: "sent")) }
    }
    let seen = try await setup.perform { $0.quietMs = 60_000 }
    #expect(seen.outcome == .confirmed && seen.method == "sent" && !seen.isQuiet)
    #expect(try await setup.perform(.focus) { $0.quietMs = 60_000 }.outcome == .unconfirmed)
  }

  @Test func `A second or late answer of a source is ignored`() async throws {
    let setup = try await setUp { world, id, done in
      done(.performed(method: "first"))
      done(.refused(ActionRefusal(.rejected, "second")))
      _ = world.loop.schedule(after: .milliseconds(500)) { done(.performed(method: "third")) }
    }
    let receipt = try await setup.perform()
    #expect(receipt.method == "first")
    #expect(try await setup.perform { $0.answersImmediately = true }.method == "first")
  }

  @Test func `The removal of the element during an action is an effect`() async throws {
    let setup = try await setUp { world, id, done in
      try? world.remove(id)
      done(.performed(method: "fake"))
    }
    let receipt = try await setup.perform(.setValue(1))
    #expect(receipt.outcome == .confirmed)
    #expect(receipt.update?.removed == [setup.id])
    #expect(try await status(of: await setup.perform())?.reason == .staleElement)
  }

  @Test func `Many actions at once each get their own receipt`() async throws {
    let setup = try await setUp { world, id, done in
      _ = world.loop.schedule(after: .milliseconds(20)) { [unowned world] in
        try? world.change(id) { $0.value = ($0.value ?? "") + "x" }
        done(.performed(method: "\(id)"))
      }
    }
    let outcomes = try await withThrowingTaskGroup(of: Receipt.self) { group in
      for _ in 0..<50 { group.addTask { try await setup.perform() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.count == 50)
    #expect(outcomes.allSatisfy { $0.method == "\(setup.id)" })
    // All are on one element, so what becomes of it may be of any of them.
    #expect(outcomes.allSatisfy { $0.effect == .seen || $0.effect == .uncertain })
  }

  @Test func `A receipt that would be too long counts what it leaves out`() async throws {
    let setup = try await setUp { world, id, done in
      let window = world.store.tree.ancestors(of: id).first ?? id
      world.store.edit { edit in
        for number in 0..<25_000 {
          let label = "Item \(number) of a list with long labels"
          try? edit.insert(
            Element(id: world.store.makeID(), role: .listItem, label: label), under: window)
        }
        edit.post(.announcement(text: "loaded", priority: .low, element: id))
      }
      done(.performed(method: "fake"))
    }
    let receipt = try await setup.perform(timeout: .patience) { $0.quietMs = 20 }
    let update = try #require(receipt.update)
    #expect(update.omitted > 0)
    #expect(update.changed.count > 1000)
    #expect(update.notifications.contains { $0.notification.kind == .announcement })
  }
}

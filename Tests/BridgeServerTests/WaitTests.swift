import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

/// WaitFor with conditions that hold at once, later or never.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct WaitTests {
  /// A condition on `checkBox[label="Box"]`, and a change that makes it hold.
  struct Case: Sendable, CustomTestStringConvertible {
    let condition: WaitCondition
    let makeTrue: @Sendable (inout Element) -> Void
    var testDescription: String { "\(condition)" }
  }

  static let cases: [Case] = [
    Case(condition: .enabled) { $0.states.insert(.enabled) },
    Case(condition: .focused) { $0.states.insert(.focused) },
    Case(condition: .checked) { $0.states.insert(.checked) },
    Case(condition: .visible) { $0.states.formUnion([.visible, .showing]) },
    Case(condition: .valueEquals("done")) { $0.value = "done" },
    Case(condition: .valueContains("on")) { $0.value = "done" },
    Case(condition: .valueMatches("^d.*e$")) { $0.value = "done" },
  ]

  @Test(arguments: cases)
  func `A call ends at once if the condition holds, and otherwise when it becomes true`(
    _ test: Case
  ) async throws {
    let server = try await TestServer.start()
    let id = try await server.run { world in
      let window = try world.addApplication().window
      return try world.add(.checkBox, "Box", under: window) { $0.states = [.checkable] }
    }
    let client = try await server.client()
    let request = WaitForRequest(
      target: .selector("checkBox[label=\"Box\"]"), condition: test.condition)
    try await server.after(.milliseconds(30)) { try $0.change(id, test.makeTrue) }
    let later = try await client.call(request, timeout: .patience)
    #expect(later.elements.map(\.id) == [id])
    let atOnce = try await client.call(request, timeout: .patience)
    #expect(atOnce.elements == later.elements)
    let byID = WaitForRequest(target: .id(id), condition: test.condition)
    #expect(try await client.call(byID, timeout: .patience).total == 1)
  }

  @Test func `Appearing, disappearing, disabled and counts are noticed when they happen`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client()
    func wait(_ target: Target, _ condition: WaitCondition) async throws -> WaitForResponse {
      try await client.call(
        WaitForRequest(target: target, condition: condition), timeout: .patience)
    }
    try await server.after(.milliseconds(20)) { try $0.add(.button, "New", under: window) }
    let appeared = try await wait(.selector("button"), .appears)
    let id = try #require(appeared.elements.first?.id)
    try await server.after(.milliseconds(20)) { try $0.change(id) { $0.states = [] } }
    #expect(try await wait(.id(id), .disabled).total == 1)
    try await server.after(.milliseconds(20)) { try $0.add(.button, "Second", under: window) }
    #expect(try await wait(.selector("button"), .count(2)).total == 2)
    try await server.after(.milliseconds(20)) { try $0.remove(id) }
    #expect(try await wait(.id(id), .disappears).total == 0)
    // The element was removed before the call.
    #expect(try await wait(.id(id), .disappears).total == 0)
    let unknown = Target.id(ElementID(rawValue: 1 << 40))
    #expect(try await status(of: await wait(unknown, .disappears))?.reason == .unknownElement)
    let regex = try await status(of: await wait(.selector("button"), .valueMatches("(")))
    #expect(regex?.reason == .invalidArgument)
  }

  @Test func `The response says which applications do not answer`() async throws {
    let server = try await TestServer.start()
    let (application, window) = try await server.run { world in
      let application = try world.addApplication()
      let other = try world.addApplication("Other")
      try world.add(.button, "Go", under: application.window)
      try world.add(.button, "Go", under: other.window)
      world.store.edit {
        $0.updateApplication(application.root) { $0.health = .notResponding }
      }
      return (application.root, application.window)
    }
    let client = try await server.client()
    func silent(_ target: String, _ condition: WaitCondition) async throws -> [ElementID] {
      let request = WaitForRequest(target: .selector(target), condition: condition)
      let held = try await client.call(request, timeout: .patience)
      let step = try await client.run([Step(.expect(request))], timeout: .patience)
      guard case .wait(let looked)? = step.results.first?.answer else { return [] }
      #expect(looked.silent.map(\.root) == held.silent.map(\.root))
      return held.silent.map(\.root)
    }
    #expect(try await silent("button", .appears) == [application])
    #expect(try await silent("\(application) slider", .disappears) == [application])
    #expect(try await silent("application[name=Other] button", .appears) == [])
    let missed = WaitForRequest(target: .id(window), condition: .focused)
    let failure = try RawPeer(server.address).wait(for: missed, timeoutMs: 50)
    #expect(
      failure?.message.contains("\"App\" is not responding, and was last heard ") == true,
      "\(String(describing: failure))")
  }

  @Test func `The response has only the elements for which the condition holds`()
    async throws
  {
    let server = try await TestServer.start()
    let (off, on) = try await server.run { world in
      let window = try world.addApplication().window
      let off = try world.add(.switch, "Enabled", under: window) { $0.states = [.checkable] }
      let on = try world.add(.switch, "Enabled", under: window) {
        $0.states = [.enabled, .checkable, .checked]
      }
      return (off, on)
    }
    let client = try await server.client()
    for (condition, expected) in [
      (WaitCondition.checked, [on]), (.unchecked, [off]), (.enabled, [on]), (.disabled, [off]),
      (.valueEquals("1"), [on]), (.valueEquals("0"), [off]), (.valueMatches("[01]"), [off, on]),
      (.appears, [off, on]), (.count(2), [off, on]),
    ] {
      let request = WaitForRequest(target: .selector("switch"), condition: condition)
      let answer = try await client.call(request, timeout: .patience)
      #expect(answer.elements.map(\.id) == expected, "\(condition)")
      #expect(answer.total == expected.count, "\(condition)")
    }
    // The label is not a value, although the text is the same.
    let request = WaitForRequest(target: .selector("switch"), condition: .valueEquals("Enabled"))
    let failure = try RawPeer(server.address).wait(for: request, timeoutMs: 300)
    #expect(failure?.reason == .conditionNotMet)
    #expect(failure?.message.contains("with value \"0\"") == true, "\(String(describing: failure))")
  }

  @Test func `At the deadline the error describes the state instead`() async throws {
    let server = try await TestServer.start()
    let id = try await server.run { world in
      try world.add(.checkBox, "Box", under: world.addApplication().window) { $0.value = "old" }
    }
    let request = WaitForRequest(target: .id(id), condition: .valueEquals("new"))
    let failure = try RawPeer(server.address).wait(for: request, timeoutMs: 300)
    #expect(failure?.reason == .conditionNotMet)
    #expect(failure?.message.contains("\"old\"") == true)
    #expect(failure?.detail?.candidates.map(\.id) == [id])
  }

  @Test(arguments: [Duration.zero, .milliseconds(1)])
  func `A wait lasts for the whole time of its deadline`(changes: Duration)
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    if changes > .zero {
      // The tree changes before every check.
      try await server.run { world in
        func change(_ world: World, _ number: Int) {
          try? world.change(window) { $0.value = "\(number)" }
          _ = world.loop.schedule(after: changes) { [weak world] in
            if let world { change(world, number + 1) }
          }
        }
        change(world, 0)
      }
    }
    let peer = try RawPeer(server.address)
    for given in [UInt32(50), 400, 2000] {
      let began = ContinuousClock.now
      let failure = peer.wait(
        for: WaitForRequest(target: .selector("slider")), timeoutMs: given)
      let took = ContinuousClock.now - began
      #expect(failure?.reason == .conditionNotMet, "\(String(describing: failure))")
      #expect(took >= .milliseconds(Int64(given)), "\(took) of \(given) ms")
      expectSaid(failure, atLeast: Int(given))
    }
    // Deadlines that are not whole milliseconds are rounded up.
    let client = try await server.client()
    let request = WaitForRequest(target: .selector("slider"))
    for given in [Duration.microseconds(20_900), .microseconds(900)] {
      // The client gives up a second later, when a busy machine keeps the server from answering.
      for attempt in 1... {
        let began = ContinuousClock.now
        let failure = try? await status(of: await client.call(request, timeout: given))
        #expect(ContinuousClock.now - began >= given)
        if failure?.reason != .conditionNotMet, attempt < 10 { continue }
        expectSaid(failure, atLeast: Int((given / .milliseconds(1)).rounded(.up)))
        break
      }
    }
  }

  private func expectSaid(
    _ failure: Status?, atLeast milliseconds: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let said = failure?.message.firstMatch(of: /(?:after|for) (\d+) ms/).flatMap { Int($0.1) }
    #expect(
      said ?? 0 >= milliseconds, "\(failure?.message ?? "")", sourceLocation: sourceLocation)
  }

  @Test func `Waiting for a condition of an element that is removed ends with its reason`()
    async throws
  {
    let server = try await TestServer.start()
    let id = try await server.run { world in
      try world.add(.checkBox, "Box", under: world.addApplication().window)
    }
    let client = try await server.client()
    try await server.after(.milliseconds(30)) { try $0.remove(id) }
    let request = WaitForRequest(target: .id(id), condition: .checked)
    let failure = try await status(of: await client.call(request, timeout: .patience))
    #expect(failure?.reason == .staleElement)
  }

  @Test func `Stable waits until nothing changes below the match`() async throws {
    let server = try await TestServer.start()
    let (window, id) = try await server.run { world in
      let window = try world.addApplication().window
      return (window, try world.add(.button, "busy", under: window))
    }
    let client = try await server.client()
    try await server.run { world in
      for step in 1...8 {
        _ = world.loop.schedule(after: .milliseconds(40 * step)) { [weak world] in
          try? world?.change(id) { $0.value = "\(step)" }
        }
      }
    }
    let request = WaitForRequest(target: .id(window), condition: .stable(milliseconds: 150))
    let answer = try await client.call(request, timeout: .patience)
    #expect(answer.waitedUs >= 150_000)
    #expect(try await server.run { $0.store.tree[id]?.value } == "8")
  }

  @Test func `Hundreds of waiters do not delay other answers during a change`() async throws {
    let server = try await TestServer.start()
    let window = try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<500 { try world.add(.button, "Button \(number)", under: window) }
      return window
    }
    let peer = try RawPeer(server.address)
    let waiters = (0..<300).map { number in
      // Each request is a different search over all elements.
      let selector = "*[label*=\"the end\"]:not([hint=\"\(number)\"])"
      return peer.call(.waitFor, WaitForRequest(target: .selector(selector)).encoded())
    }
    let first = peer.call(.echo, EchoRequest(payload: [1]).encoded())
    peer.flush()
    #expect(peer.run { peer.end(of: first) != nil }, "what was asked before it is begun")
    // The echo is there when the tree changes: the loop stands still meanwhile.
    let (isHeld, mayChange) = (Lock(false), Lock(false))
    async let changed: Void = server.run { world in
      isHeld.withLock { $0 = true }
      while !mayChange.withLock({ $0 }) { usleep(1_000) }
      try world.change(window) { $0.label = "the end" }
    }
    try await eventually("it stands still", every: .milliseconds(1)) { isHeld.withLock { $0 } }
    let echo = peer.call(.echo, EchoRequest(payload: [2]).encoded())
    peer.flush()
    mayChange.withLock { $0 = true }
    try await changed
    #expect(peer.run { waiters.allSatisfy { peer.end(of: $0) != nil } })
    var ends: [CallID] = []
    for case .ended(let call, let status, _) in peer.events where call != first {
      #expect(status.isOK)
      ends.append(call)
    }
    // To check one waiter means a search of all elements: the echo does not come after all of them.
    let place = try #require(ends.firstIndex(of: echo))
    #expect(place < waiters.count / 2, "\(place) of \(waiters.count) came before it")
  }
}

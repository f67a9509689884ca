import AccessibilityMirror
import AccessibilityQueries
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import BridgeServer

/// The cost of anything that clients can request is bounded.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct CostTests {
  @Test(arguments: [
    WaitCondition.valueEquals(String(repeating: "a", count: 4097)),
    .valueContains(String(repeating: "a", count: 4097)),
    .valueMatches(String(repeating: "a", count: 4097)),
  ])
  func `A condition's text has at most 4,096 bytes`(condition: WaitCondition) async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let request = WaitForRequest(target: .selector("button"), condition: condition)
    let refused = try await status(of: await client.call(request, timeout: .patience))
    #expect(refused?.reason == .invalidArgument)
    #expect(refused?.detail?.limit == 4096)
    #expect(refused?.message.contains("4097 bytes") == true)
    let fitting = WaitForRequest(
      target: .selector("button"), condition: .valueContains(String(repeating: "a", count: 4096)))
    let waited = try RawPeer(server.address).wait(for: fitting, timeoutMs: 100)
    #expect(waited?.reason == .conditionNotMet)
  }

  @Test func `E10: attributes are computed for calls that tell of elements, and for no others`()
    async throws
  {
    let server = try await TestServer.start()
    let client = try await server.client()
    let before = try await server.run { $0.source.preparations }
    _ = try await client.call(EchoRequest(payload: [1]))
    _ = try await client.call(GetServerInfoRequest())
    #expect(try await server.run { $0.source.preparations } == before)
    _ = try await client.call(FindRequest(selector: "button", view: .brief))
    #expect(try await server.run { $0.source.preparations } == before + 1)
  }

  @Test func `A condition compares code points, as selectors do`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      _ = try world.add(.textField, "Name", under: world.addApplication().window) {
        $0.value = "caf\u{65}\u{301} noir"
      }
    }
    let client = try await server.client()
    let composed = try await client.call(
      FindRequest(selector: "*[value*=\"caf\u{E9}\"]", view: .brief))
    #expect(composed.total == 0)
    let wait = WaitForRequest(
      target: .selector("textbox"), condition: .valueContains("caf\u{E9}"))
    let waited = try RawPeer(server.address).wait(for: wait, timeoutMs: 200)
    #expect(waited?.reason == .conditionNotMet)
    let same = WaitForRequest(
      target: .selector("textbox"), condition: .valueContains("caf\u{65}\u{301}"))
    #expect(try await client.call(same, timeout: .patience).total == 1)
  }

  @Test func `Comparing values is charged to the budget, and stops with the number of steps`()
    async throws
  {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      let long = String(repeating: "ab", count: 500_000)
      for number in 0..<20 {
        try world.add(.button, "\(number)", under: window) { $0.value = long }
      }
    }
    let client = try await server.client()
    let request = WaitForRequest(target: .selector("button"), condition: .valueContains("abc"))
    let refused = try await status(of: await client.call(request, timeout: .seconds(200)))
    #expect(refused?.reason == .limit)
    #expect(refused?.detail?.limit == UInt64(WorkBudget.standard.steps))
  }

  @Test func `The effect of writing into a cell is compared with what the cell shows`() {
    var cell = Element(id: ElementID(rawValue: 1), role: .cell)
    cell.value = "3"
    let condition = PostCondition(.setText("=A1+A2"), on: cell)
    func holds() -> Bool? {
      var budget = WorkBudget.standard
      return condition.holds(for: cell, budget: &budget)
    }
    // It may come to what the cell had.
    #expect(holds() == nil)
    #expect(!condition.isReadBack)
    cell.value = nil
    #expect(holds() != true)
    cell.value = "17"
    #expect(holds() == true)
    // The value is the same as before, but the cell has the formula.
    cell.value = "3"
    cell.attributes = [ToolkitAttribute(name: "Formula", value: "A1+A2")]
    #expect(holds() == true)
    // For other elements, the value must be the text itself.
    var field = Element(id: ElementID(rawValue: 1), role: .textField)
    field.value = "3"
    let other = PostCondition(.setText("=A1+A2"), on: field)
    field.value = "17"
    var budget = WorkBudget.standard
    #expect(other.holds(for: field, budget: &budget) == false)
  }

  @Test func `A radio button is selected when it is checked`() {
    var radio = Element(id: ElementID(rawValue: 1), role: .radio)
    radio.states = [.checkable]
    let condition = PostCondition(.select, on: radio)
    var budget = WorkBudget.standard
    #expect(condition.holds(for: radio, budget: &budget) == false)
    radio.states.insert(.checked)
    #expect(condition.holds(for: radio, budget: &budget) == true)
  }

  @Test func `The effect on a secret is compared by its length`() throws {
    let store = TreeStore(epoch: 1) { 0 }
    let (root, id) = (store.makeID(), store.makeID())
    try store.edit { edit in
      try edit.addApplication(
        Application(root: root, name: "App", source: "test"),
        root: Element(id: root, role: .application))
      try edit.insert(Element(id: id, role: .passwordField), under: root)
    }
    func has(_ value: String, _ text: TextState? = nil) throws {
      try store.edit {
        try $0.update(id) {
          $0.value = value
          $0.text = text
        }
      }
    }
    func holds(_ condition: PostCondition) -> Bool? {
      var budget = WorkBudget.standard
      let secret = store.secretFacts(of: id)
      return store.tree.read(id) { condition.holds(for: $0, secret: secret, budget: &budget) }
        ?? nil
    }
    try has("●●●")
    func condition(_ command: ActionCommand) -> PostCondition {
      PostCondition(command, on: store.tree[id], secret: store.secretFacts(of: id))
    }
    let set = condition(.setText("secret"))
    let insert = condition(.insertText("xy", at: nil))
    let same = condition(.setText("old"))
    #expect(holds(set) == false)
    #expect(holds(same) == true, "what was there is not compared")
    try has("●●●●●●")
    #expect(holds(set) == true && holds(insert) == false && holds(same) == false)
    // Qt reports only the number of characters, not the bullets.
    try has("", TextState(length: 5))
    #expect(holds(insert) == true && holds(set) == false)
    let again = condition(.setText("fives"))
    try has("", TextState(length: 5, caret: 2))
    #expect(holds(again) == true)
  }

  @Test func `A blank that an editor of a page keeps as a no-break space was inserted`() {
    let condition = PostCondition(.insertText(" more", at: nil))
    var element = Element(id: ElementID(rawValue: 1), role: .textField)
    var budget = WorkBudget.standard
    element.value = "\u{A0}moreHello rich"
    #expect(condition.holds(for: element, budget: &budget) == true)
    element.value = "\u{A0}mor"
    #expect(condition.holds(for: element, budget: &budget) == false)
  }

  @Test func `The effect of inserting text is found in linear time`() {
    let text = String(repeating: "é", count: 1_000_000)
    let condition = PostCondition(.insertText(text, at: nil))
    var element = Element(id: ElementID(rawValue: 1), role: .textField)
    element.value = String(repeating: "é", count: 900_000) + "x" + text
    var budget = WorkBudget.standard
    #expect(condition.holds(for: element, budget: &budget) == true)
    element.value = String(repeating: String(repeating: "é", count: 2_000) + "x", count: 500)
    budget = .standard
    #expect(condition.holds(for: element, budget: &budget) == false)
    let bytes = element.value?.utf8.count ?? 0
    #expect(WorkBudget.standard.steps - budget.steps <= bytes / 4 + 8)
  }

  @Test func `The change times of descendants are computed once for the whole tree`() throws {
    let world = World(
      try EventLoop(), ServerConfiguration(version: "test"), .standard, epoch: 1)
    let (root, window) = try world.addApplication()
    var parent = window
    var chain: [ElementID] = []
    for number in 0..<200 {
      parent = try world.add(.group, "\(number)", under: parent)
      chain.append(parent)
    }
    let beside = try world.add(.button, "beside", under: window)
    let start = world.store.revision
    try world.change(chain[199]) { $0.value = "1" }
    let first = world.store.time
    try world.change(chain[50]) { $0.value = "2" }
    let commits = try #require(world.store.commits(since: start))
    let changes = ChangeTimes(commits, in: world.store.tree)
    #expect(changes.latest(among: [beside]) == nil)
    for id in [root, window, chain[0], chain[50]] {
      #expect(changes.latest(among: [id]) == commits.last?.time)
    }
    for id in [chain[51], chain[199]] {
      #expect(changes.latest(among: [id]).map { $0 <= first } == true)
    }
  }

  @Test func `Calls of Perform are limited on a connection and on all of them together`()
    async throws
  {
    let server = try await TestServer.start {
      $0.limits[.actionsPerConnection] = 3
      $0.limits[.actions] = 5
    }
    let id = try await server.run { try $0.addUnansweredButton() }
    let request = PerformRequest(target: .id(id), command: .press).encoded()
    let peers = [try RawPeer(server.address), try RawPeer(server.address)]
    let calls = peers.map { peer in (0..<4).map { _ in peer.call(.perform, request) } }
    for (peer, calls) in zip(peers, calls) {
      peer.flush()
      #expect(peer.run { peer.end(of: calls[3]) != nil })
    }
    #expect(peers[0].end(of: calls[0][3])?.detail?.limit == 3)
    #expect(peers[0].end(of: calls[0][2]) == nil)
    // The second connection may also have three, but the server has room for only two more.
    #expect(peers[1].end(of: calls[1][2])?.detail?.limit == 5)
    #expect(peers[1].end(of: calls[1][1]) == nil)
    // The end of a call makes room for another.
    peers[0].session.cancel(calls[0][0])
    peers[0].flush()
    #expect(peers[0].run { peers[0].end(of: calls[0][0]) != nil })
    let another = peers[1].call(.perform, request)
    // The server answers this after it has begun the earlier call.
    let echo = peers[1].call(.echo, EchoRequest(payload: [1]).encoded())
    peers[1].flush()
    #expect(peers[1].run { peers[1].end(of: echo) != nil })
    #expect(peers[1].end(of: another) == nil)
  }

  @Test func `A tree that changes while it is sent has one revision`() async throws {
    let server = try await TestServer.start()
    let window = try await server.run { world in
      let window = try world.addApplication().window
      try world.store.edit { edit in
        for number in 0..<30_000 {
          try edit.insert(
            Element(id: world.store.makeID(), role: .button, label: "\(number)"), under: window)
        }
      }
      return window
    }
    let client = try await server.client()
    let tree = Task {
      var elements: [Element] = []
      var revisions: Set<Revision> = []
      for try await part in client.stream(GetTreeRequest()) {
        elements += part.elements
        revisions.insert(part.revision)
      }
      return (elements, revisions)
    }
    for round in 0..<20 {
      try await server.run { world in
        try world.change(window) { $0.value = "\(round)" }
        try world.add(.button, "new \(round)", under: window)
      }
    }
    let (elements, revisions) = try await tree.value
    #expect(revisions.count == 1)
    let root = try #require(elements.first { $0.id == window })
    #expect(Set(root.children).isSubset(of: Set(elements.map(\.id))))
    #expect(elements.count == root.children.count + 2)
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import Testing

@testable import AccessibilityQueries

/// The sets that WatchMatches reports are always those that Find returns.
@Suite(.timeLimit(.minutes(10)))
struct `Standing selectors` {
  /// The last one is satisfied by every change, so that each revision has a message.
  private static let selectors =
    SubscriptionFilterTests.selectors + [
      "list button + button", "list:has(button + list)", "button:not(list button)",
      "*:has(> *:within(list))", "*:labelled-by(\"a\")", ":offscreen", "*[name=b]",
      "*[health=slow]",
      "list:focus-within > button", "list > list ~ button", "*:is(list > button, button:empty)",
      "*[children>2]", "*:not(:has(*))", "window *:nth-child(-1)", "*:has(~ button)", "*",
    ]

  private func edit(_ server: TestServer, _ edits: RandomEdits, batches: Int) async throws
    -> RandomEdits
  {
    try await server.run { world in
      var edits = edits
      for _ in 0..<batches { try edits.batch(on: world) }
      return edits
    }
  }

  /// Changes what selectors test beside single elements, and marks elements as showing or not.
  private func change(_ server: TestServer, round: Int, _ root: ElementID) async throws {
    try await server.run { world in
      try world.store.edit { edit in
        edit.updateApplication(root) {
          $0.toolkit = round % 4 == 0 ? "GTK" : ""
          $0.processID = round % 6 == 0 ? 7 : 8
          $0.health = round % 5 == 0 ? .slow : .responsive
        }
        let all = edit.tree.subtree(of: root)
        for id in all where (Int(id.rawValue) + round) % 7 == 0 {
          try edit.update(id) {
            $0.states.formSymmetricDifference(round % 3 == 0 ? .visible : .showing)
            if round % 2 == 0, let other = all.randomElement() {
              $0.relations = [Relation(.labelledBy, [other])]
            }
          }
        }
      }
    }
  }

  /// Returns what Find finds, and the revision.
  private func found(_ server: TestServer) async throws -> (Revision, [Set<ElementID>]) {
    try await server.run { world in
      let store = world.store
      return (
        store.revision,
        try Self.selectors.map { text in
          Set(
            try Selector(parsing: text).find(in: store.tree, applications: store.applications).ids)
        }
      )
    }
  }

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `the sets are what Find returns after any edits`(seed: UInt64) async throws {
    let server = try await TestServer.start()
    let (root, window) = try await server.run { try $0.addApplication() }
    _ = try await server.run { try $0.addApplication("Other") }
    let client = try await server.client()
    var tracker = MatchTracker(count: Self.selectors.count)
    var messages = client.stream(WatchMatchesRequest(selectors: Self.selectors)).makeAsyncIterator()
    var edits = RandomEdits(seed: seed)
    (edits.fixed, edits.isQuiet) = ([window], true)
    for round in 0..<60 {
      edits = try await edit(server, edits, batches: round % 4)
      if round % 3 == 1 { try await change(server, round: round, root) }
      try await server.run { try $0.change(window) { $0.hint = "round \(round)" } }
      let (revision, expected) = try await found(server)
      while tracker.revision < revision {
        guard let message = try await messages.next() else { break }
        _ = try tracker.take(message)
      }
      #expect(tracker.revision == revision)
      for (index, text) in Self.selectors.enumerated() where tracker.sets[index] != expected[index]
      {
        let (more, less) = (
          tracker.sets[index].subtracting(expected[index]),
          expected[index].subtracting(tracker.sets[index])
        )
        Issue.record("\(text) in round \(round): wrongly \(more), missing \(less)")
      }
    }
    #expect(tracker.epoch == 7)
  }

  @Test func `an element that enters, changes and leaves is told of each time`() async throws {
    let server = try await TestServer.start()
    let button = try await server.run { world in
      try world.add(.button, "Open", under: world.addApplication().window)
    }
    let client = try await server.client()
    var tracker = MatchTracker(count: 2)
    var messages = client.stream(
      WatchMatchesRequest(selectors: ["button[label=Save]", "link"])
    ).makeAsyncIterator()
    func next() async throws -> [MatchTracker.Event] {
      while let message = try await messages.next() {
        if let events = try tracker.take(message) { return events }
      }
      return []
    }
    #expect(try await next().isEmpty)
    let steps: [(MatchTracker.Event.Kind, @Sendable (inout Element) -> Void)] = [
      (.enter, { $0.label = "Save" }), (.change, { $0.hint = "now" }),
      (.leave, { $0.label = "Open" }),
    ]
    for (kind, step) in steps {
      try await server.run { try $0.change(button, step) }
      let events = try await next()
      #expect(events.map(\.kind) == [kind])
      #expect(events.map(\.id) == [button])
      #expect(events.first?.selector == 0)
      #expect((events.first?.element == nil) == (kind == .leave))
    }
    try await server.run { try $0.change(button) { $0.label = "Save" } }
    #expect(try await next().map(\.kind) == [.enter])
    try await server.run { try $0.remove(button) }
    #expect(try await next().map(\.kind) == [.leave])
    #expect(tracker.sets == [[], []])
  }

  @Test func `with only membership, changes of elements that stay are left out`() async throws {
    let server = try await TestServer.start()
    let button = try await server.run { world in
      try world.add(.button, "Save", under: world.addApplication().window)
    }
    let client = try await server.client()
    var messages = client.stream(
      WatchMatchesRequest(selectors: ["button"], onlyMembership: true)
    ).makeAsyncIterator()
    #expect(try await messages.next()?.changes.first?.entered == [button])
    try await server.run { try $0.change(button) { $0.hint = "now" } }
    try await server.run { try $0.remove(button) }
    let last = try await messages.next()
    #expect(last?.changes == [MatchChange(selector: 0, left: [button])])
  }

  @Test func `a client that reads slowly is told the sum, and arrives at the same sets`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { try $0.addApplication().window }
    let client = try await server.client()
    var tracker = MatchTracker(count: Self.selectors.count)
    var messages = client.stream(WatchMatchesRequest(selectors: Self.selectors), window: 1)
      .makeAsyncIterator()
    var edits = RandomEdits(seed: 11)
    (edits.fixed, edits.isQuiet) = ([window], true)
    for _ in 0..<20 {
      edits = try await edit(server, edits, batches: 20)
      if let message = try await messages.next() { _ = try tracker.take(message) }
    }
    try await server.run { try $0.change(window) { $0.hint = "the end" } }
    let (revision, expected) = try await found(server)
    while tracker.revision < revision, let message = try await messages.next() {
      _ = try tracker.take(message)
    }
    #expect(tracker.sets == expected)
  }

  @Test func `sets that are longer than a frame come in parts`() async throws {
    let server = try await TestServer.start()
    let count = try await server.run { world in
      let window = try world.addApplication().window
      for index in 0..<300 {
        try world.add(.button, "\(index) " + String(repeating: "x", count: 200), under: window)
      }
      return 300
    }
    let client = try await server.client { $0.connection.maxFrameLength = 4096 }
    var tracker = MatchTracker(count: 2)
    var messages = 0
    var elements: Set<ElementID> = []
    for try await message in client.stream(
      WatchMatchesRequest(selectors: ["button", "button[label^=1]"]), window: 1)
    {
      messages += 1
      #expect(message.elements.allSatisfy { elements.insert($0.id).inserted }, "each once")
      guard let events = try tracker.take(message) else { continue }
      #expect(events.count == count + 111)
      #expect(events.allSatisfy { $0.element?.role == .button })
      break
    }
    #expect(messages > 10)
    #expect(tracker.sets.map(\.count) == [300, 111])
  }

  @Test func `wrong requests are refused`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    func refusal(_ selectors: [String]) async throws -> Status? {
      try await status(
        of: await {
          for try await _ in client.stream(WatchMatchesRequest(selectors: selectors)) { return }
        }())
    }
    #expect(try await refusal([])?.reason == .invalidArgument)
    #expect(
      try await refusal(Array(repeating: "button", count: 1025))?.detail?.limit == 1024)
    #expect(try await refusal(["button", "button[["])?.reason == .selectorSyntax)
    #expect(try await refusal(["#99"])?.reason == .unknownElement)
    let long = "*[label=" + String(repeating: "a", count: 4000) + "]"
    #expect(try await refusal(Array(repeating: long, count: 40))?.reason == .limit)
    var streams: [MessageStream<WatchMatchesResponse>.Iterator] = []
    for _ in 0..<4 {
      var stream = client.stream(WatchMatchesRequest(selectors: ["button"])).makeAsyncIterator()
      _ = try await stream.next()
      streams.append(stream)
    }
    #expect(try await refusal(["button"])?.reason == .limit)
    _ = streams
  }
}

import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// The call that returns a tree as text.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct OutlineCallTests {
  @Test func `An outline begins with everything, an element, or all matches of a selector`()
    async throws
  {
    let server = try await TestServer.start()
    let (window, first) = try await server.run { world in
      let window = try world.addApplication("App").window
      let first = try world.add(.button, "One", under: window) { $0.actions = [Action(.press)] }
      try world.add(.button, "Two", under: window) { $0.actions = [Action(.press)] }
      return (window, first)
    }
    let client = try await server.client()
    let all = try await client.call(GetOutlineRequest())
    #expect(all.text.hasPrefix("application \"App\""))
    #expect(all.shown == 4 && all.leftOut == 0)
    #expect(all.tokens > 20 && all.tokens < 60)
    let part = try await client.call(GetOutlineRequest(target: .id(window), depth: 0))
    #expect(part.text == "window \"App window\" \(window) … 2\n")
    let matches = try await client.call(GetOutlineRequest(target: .selector("button")))
    #expect(matches.text.hasPrefix("button \"One\" \(first)\nbutton \"Two\""))
    let rest = try await client.call(GetOutlineRequest(target: .id(first), continues: true))
    #expect(rest.text == matches.text)
  }

  @Test func `Of windows that match a selector the active one comes first`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let root = try world.addApplication("App").root
      try world.add(.dialog, "Behind", under: root)
      try world.add(.dialog, "In front", under: root) { $0.states.insert(.active) }
      try world.add(.dialog, "Last", under: root)
    }
    let client = try await server.client()
    let dialogs = try await client.call(GetOutlineRequest(target: .selector("dialog")))
    let names = dialogs.text.split(separator: "\n").map { $0.split(separator: "\"")[1] }
    #expect(names == ["In front", "Behind", "Last"], "\(dialogs.text)")
  }

  @Test func `An outline says that an application has elements which are not read yet`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { world in
      world.source.hasUnread = true
      return try world.addApplication("App").window
    }
    let client = try await server.client()
    let before = try await client.call(GetOutlineRequest())
    #expect(before.text.hasPrefix("application \"App\""))
    #expect(before.text.split(separator: "\n").first?.hasSuffix(" [loading]") == true)
    let part = try await client.call(GetOutlineRequest(target: .id(window)))
    #expect(part.text.contains("[loading"), "\(part.text)")
    try await server.run { $0.source.hasUnread = false }
    // That it ended changed nothing in the tree, and is said to who looks again.
    let since = ReadSince(before.revision, epoch: try await server.run { $0.store.epoch })
    let after = try await client.call(GetOutlineRequest(since: since))
    #expect(after.result != .unchanged)
    #expect(after.text.contains("application \"App\""), "\(after.text)")
    #expect(!after.text.contains("loading"), "\(after.text)")
  }

  @Test func `Requests that cannot be answered are refused with a reason`() async throws {
    let server = try await TestServer.start()
    let button = try await server.run { world in
      try world.add(.button, "Gone", under: try world.addApplication().window)
    }
    try await server.run { try $0.remove(button) }
    let client = try await server.client()
    func reason(_ request: GetOutlineRequest) async throws -> ErrorReason? {
      try await status(of: await client.call(request))?.reason
    }
    #expect(try await reason(GetOutlineRequest(target: .id(button))) == .staleElement)
    #expect(try await reason(GetOutlineRequest(target: .selector("slider"))) == .noMatch)
    #expect(try await reason(GetOutlineRequest(target: .selector("["))) == .selectorSyntax)
    #expect(try await reason(GetOutlineRequest(budget: 99)) == .invalidArgument)
    #expect(try await reason(GetOutlineRequest(budget: 100_001)) == .invalidArgument)
    #expect(try await reason(GetOutlineRequest(continues: true)) == .invalidArgument)
  }

  @Test func `An outline of a huge tree holds up nobody, and is bounded by its budget`()
    async throws
  {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      try world.store.edit { edit in
        for number in 0..<60_000 {
          var row = Element(id: world.store.makeID(), role: .row, label: "Row \(number)")
          row.states = number < 20 ? [.enabled, .visible, .showing] : [.enabled, .visible]
          try edit.insert(row, under: window)
        }
      }
    }
    let client = try await server.client()
    _ = try await client.call(GetServerInfoRequest(restartTurnTimes: true))
    let outline = try await client.call(GetOutlineRequest())
    #expect(outline.shown == 22)
    #expect(outline.text.contains("… 59980 rows below"))
    // A test build is some ten times slower than a release build.
    let info = try await client.call(GetServerInfoRequest())
    #expect(info.measuredTurnCPUUs < 100_000)
    let small = try await client.call(GetOutlineRequest(budget: 100, whole: true))
    #expect(small.tokens <= 100)
    #expect(small.leftOut > 59_000)
  }

  /// - Parameter pause: The time between two changes, in milliseconds: 0 for changes faster than any outline is made.
  @Test(arguments: [(rows: 200, pause: 25), (rows: 2000, pause: 0)])
  func `An outline is of one revision while the tree changes all the time`(
    rows count: Int, pause: Int
  ) async throws {
    let server = try await TestServer.start()
    let rows = try await server.run { world -> [ElementID] in
      let window = try world.addApplication().window
      return try (0..<count).map { try world.add(.button, "0 \($0)", under: window) }
    }
    try await server.run { world in
      func change(_ round: Int) {
        try? world.store.edit { edit in
          for id in rows.prefix(40) { try edit.update(id) { $0.label = "\(round)" } }
        }
        if round < 4000 {
          _ = world.loop.schedule(after: .milliseconds(pause)) { change(round + 1) }
        }
      }
      change(1)
    }
    let client = try await server.client()
    for _ in 0..<(pause == 0 ? 2 : 10) {
      let request = GetOutlineRequest(budget: 100_000)
      let text = try await client.call(request, timeout: .patience).text
      let labels = text.split(separator: "\n").dropFirst(2).prefix(40).map { line in
        line.split(separator: "\"").dropFirst().first ?? ""
      }
      #expect(Set(labels).count == 1)
    }
  }

  @Test func `A client is told what changed in the outline that it has, whatever others have`()
    async throws
  {
    let server = try await TestServer.start()
    let buttons = try await server.run { world -> [ElementID] in
      let window = try world.addApplication().window
      return try (0..<200).map { number in
        try world.add(.button, "Button \(number)", under: window) { $0.actions = [Action(.press)] }
      }
    }
    let (one, other) = (try await server.client(), try await server.client())
    var request = GetOutlineRequest(budget: 400)
    let first = try await one.call(request)
    try await server.run { world in for id in buttons.prefix(5) { try world.remove(id) } }
    // The first client's outline goes on without the removed lines; the other one's begins with others at the end.
    request.since = ReadSince(first.revision, epoch: try #require(one.server).epoch)
    #expect(try await one.call(request).result == .difference)
    request.since = nil
    let whole = try await other.call(request)
    let last = try #require(buttons.last { whole.text.contains("\($0)\n") })
    #expect(!first.text.contains("\(last)\n"))
    try await server.run { world in
      try world.store.edit { try $0.update(last) { $0.label = "Other" } }
    }
    request.since = ReadSince(whole.revision, epoch: try #require(other.server).epoch)
    #expect(try await other.call(request).text.contains("button \"Other\" \(last)\n"))
  }
}

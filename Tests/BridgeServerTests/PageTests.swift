import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import BridgeTransport
import Testing

/// Find answers in pages, and a sequence of pages ends regardless of changes of the tree.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct PageTests {
  /// Adds a window with buttons.
  private func start(
    buttons: Int, epoch: UInt64 = 7,
    _ configure: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in }
  ) async throws -> (TestServer, window: ElementID) {
    let server = try await TestServer.start(epoch: epoch, configure)
    let window = try await server.run { world in
      let window = try world.addApplication().window
      try world.store.edit { _ in
        for number in 0..<buttons { try world.add(.button, "Button \(number)", under: window) }
      }
      return window
    }
    return (server, window)
  }

  /// Makes a number of commits per second until it is cancelled. Each commit changes one element, removes
  /// one and adds one.
  private final class Storm {
    private let world: World
    private let window: ElementID
    private var timer: Timer?
    private var count = 0

    init(_ world: World, _ window: ElementID, every interval: Duration) {
      (self.world, self.window) = (world, window)
      plan(after: interval)
    }

    private func plan(after interval: Duration) {
      timer = world.loop.schedule(after: interval) { [self] in
        count += 1
        _ = try? world.store.edit { edit in
          let buttons = world.store.tree[window]?.children ?? []
          let id = buttons[(count * 7919) % buttons.count]
          try edit.update(id) { $0.value = "\(count)" }
          // Remove the last ones, so that there is always one that the pages have not reached.
          if let last = buttons.dropFirst(1000).last { try edit.remove(last) }
          try world.add(.button, "New \(count)", under: window)
        }
        plan(after: interval)
      }
    }
  }

  private func pages(
    _ client: BridgeClient, _ request: FindRequest
  ) async throws -> [FindResponse] {
    var request = request
    var pages: [FindResponse] = []
    repeat {
      let page = try await client.call(request)
      pages.append(page)
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    return pages
  }

  @Test func `All pages together equal one page with all matches`() async throws {
    let (server, _) = try await start(buttons: 25)
    let client = try await server.client()
    let whole = try await client.call(FindRequest(selector: "button")).elements
    let parts = try await pages(client, FindRequest(selector: "button", pageSize: 7))
    #expect(parts.map(\.elements.count) == [7, 7, 7, 4])
    #expect(parts.flatMap(\.elements) == whole)
    #expect(parts.allSatisfy { $0.total == 25 })
  }

  @Test func `The pages of 15,000 elements end while 300 commits are made per second`()
    async throws
  {
    let (server, window) = try await start(buttons: 15_000)
    let client = try await server.client()
    let before = try await server.run { $0.store.snapshot().map(\.id) }
    try await server.run { world in
      _ = Storm(world, window, every: .microseconds(3333))
    }
    let found = try await pages(client, FindRequest(selector: "*", pageSize: 500))
    let after = try await server.run { world in Set(world.store.snapshot().map(\.id)) }
    let revisions = found.map(\.revision)
    #expect(Set(revisions).count > 10, "the tree changed between the pages: \(revisions)")
    let ids = found.flatMap { $0.elements.map(\.id) }
    #expect(Set(ids).count == ids.count, "no element comes twice")
    let lasting = before.filter(after.contains)
    #expect(lasting.count > 10_000)
    let isFound = Set(ids)
    #expect(lasting.allSatisfy(isFound.contains), "what was there all along is not missed")
    let order = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1, $0) })
    let places = ids.compactMap { order[$0] }
    #expect(places.count > 10_000 && places == places.sorted())
    #expect(found.allSatisfy { !$0.elements.isEmpty || $0.nextPageToken == nil })
  }

  @Test func `A token is valid only for its request and its epoch`() async throws {
    let (server, window) = try await start(buttons: 25)
    let client = try await server.client()
    let request = FindRequest(selector: "button", pageSize: 3)
    let token = try #require(try await client.call(request).nextPageToken)
    let others = [
      FindRequest(selector: "*", pageToken: token),
      FindRequest(selector: "button", scope: window, pageToken: token),
      FindRequest(selector: "button", pageToken: token, view: .brief),
    ]
    let bad = ["nonsense", "-", String(token.dropLast()), token + "0", token.uppercased() + " "]
    // Every digit counts, except those of the epoch, which cause another error.
    let altered = (16..<64).map { place in
      var digits = Array(token)
      digits[place] = digits[place] == "0" ? "1" : "0"
      return String(digits)
    }
    let refused = others + (bad + altered).map { FindRequest(selector: "button", pageToken: $0) }
    for request in refused {
      let reason = try await status(of: await client.call(request))?.reason
      #expect(reason == .invalidArgument, "\(request)")
    }
    let elsewhere = FindRequest(selector: "button", pageSize: 10, pageToken: token)
    #expect(try await server.client().call(elsewhere).elements.count == 10)

    let (later, _) = try await start(buttons: 25, epoch: 8)
    let reason = try await status(of: await later.client().call(elsewhere))?.reason
    #expect(reason == .epochChanged)
  }

  @Test func `The matches that one connection holds are not dropped for another's`() async throws {
    let (server, window) = try await start(buttons: 25)
    let observer = try await server.client()
    var tokens: [(selector: String, token: String)] = []
    for number in 0..<40 {
      // The allocator may give each connection the address of the previous one.
      let client = try await server.client()
      let selector = "button:not([label=x\(number)])"
      let page = try await client.call(FindRequest(selector: selector, pageSize: 3))
      tokens.append((selector, try #require(page.nextPageToken)))
      client.close()
      try await eventually("it is gone") {
        try await observer.call(GetServerInfoRequest()).connectionCount == 1
      }
    }
    try await server.run { _ = try $0.add(.button, "More", under: window) }
    let client = try await server.client()
    for (selector, token) in tokens {
      let page = try await client.call(FindRequest(selector: selector, pageToken: token))
      #expect(page.elements.count == 22, "\(selector)")
    }
  }

  @Test func `A connection that holds too much loses its own matches, only when the tree changes`()
    async throws
  {
    let (server, window) = try await start(buttons: 25)
    let modest = try await server.client()
    let greedy = try await server.client()
    func first(_ client: BridgeClient, _ selector: String) async throws -> FindRequest {
      var request = FindRequest(selector: selector, pageSize: 3)
      request.pageToken = try await client.call(request).nextPageToken
      #expect(request.pageToken != nil)
      return request
    }
    let kept = try await first(modest, "button")
    var requests: [FindRequest] = []
    for number in 0..<20 {
      requests.append(try await first(greedy, "button:not([label=\"Button \(number)\"])"))
    }
    #expect(try await greedy.call(requests[0]).elements.count == 3, "nothing has changed")
    try await server.run { world in try world.change(window) { $0.value = "changed" } }
    #expect(try await modest.call(kept).elements.count == 3)
    #expect(try await greedy.call(requests[19]).elements.count == 3)
    let lost = try await status(of: await greedy.call(requests[0]))
    #expect(lost?.reason == .changed)
  }

  @Test func `Held matches count as used memory, and are dropped when nobody reads them`()
    async throws
  {
    let (server, window) = try await start(buttons: 5000) { $0.pageLifetime = .seconds(2) }
    let client = try await server.client()
    var request = FindRequest(selector: "button", pageSize: 10)
    func used() async throws -> UInt64 {
      let memory = try await client.call(GetServerInfoRequest()).memory
      return try #require(memory.uses.first { $0.purpose == "pages" }).bytes
    }
    // A busy machine may take longer than the matches are held.
    try await eventually("the matches are held") {
      request.pageToken = nil
      request.pageToken = try await client.call(request).nextPageToken
      return try await used() >= 40_000
    }
    try await eventually("the matches are forgotten") { try await used() == 0 }
    try await server.run { world in try world.change(window) { $0.value = "changed" } }
    #expect(try await status(of: await client.call(request))?.reason == .changed)
  }
}

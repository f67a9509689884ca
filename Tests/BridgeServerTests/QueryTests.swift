import AccessibilityMirror
import AccessibilityQueries
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import SampleApps
import Testing

/// Calls that read: values, revisions, pages, and errors with their reasons.
@Suite(.timeLimit(.minutes(10)))
struct QueryTests {
  /// Selectors that cannot be parsed, and the limits that they exceed.
  static let tooMuch: [(String, UInt64)] = [
    (String(repeating: "x", count: 5000), UInt64(Selector.Limit.length)),
    (
      Array(repeating: "button", count: 65).joined(separator: " "),
      UInt64(Selector.Limit.compounds)
    ),
    (
      String(repeating: "*:not(", count: 17) + "*" + String(repeating: ")", count: 17),
      UInt64(Selector.Limit.nesting)
    ),
    ("*" + String(repeating: "[label]", count: 257), UInt64(Selector.Limit.tests)),
    ("button[", 0),
  ]

  @Test(arguments: tooMuch)
  func `A selector that exceeds a limit is refused with the limit and a remedy`(
    selector: String, limit: UInt64
  ) async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let failure = try await status(of: await client.call(FindRequest(selector: selector)))
    #expect(failure?.reason == .selectorSyntax)
    #expect(failure?.detail?.limit == limit)
    #expect(failure?.detail?.remedy.hasPrefix("Shorten") == (limit > 0))
  }

  private func calculator() async throws -> (TestServer, BridgeClient) {
    let server = try await TestServer.start()
    try await server.run { world in
      try SampleCatalog.source(named: "calculator", store: world.store).start()
    }
    return (server, try await server.client())
  }

  @Test func `Server info describes the server`() async throws {
    let server = try await TestServer.start()
    try await server.run { _ = try $0.addApplication() }
    let client = try await server.client()
    let info = try await client.call(GetServerInfoRequest())
    #expect(info.version == "test")
    #expect(info.epoch == 7)
    #expect(info.revision == 1)
    #expect(info.elementCount == 2)
    #expect(info.connectionCount == 1)
    #expect(info.subscriptionCount == 0)
    #expect(info.sources == [SourceInfo(name: "fake", phase: .running, detail: "")])
    #expect(info.limits.maxPageSize == 10_000)
    #expect(client.server?.epoch == 7)
  }

  @Test func `Applications are listed with their windows`() async throws {
    let (server, client) = try await calculator()
    let answer = try await client.call(ListApplicationsRequest())
    let calculator = try #require(answer.applications.first)
    #expect(calculator.application.source == "sample:calculator")
    #expect(calculator.application.load == .complete)
    #expect(calculator.windows.count == 1)
    let count = try await server.run { ($0.store.tree.count, $0.store.revision) }
    #expect(calculator.elementCount == count.0)
    #expect(answer.revision == count.1)
  }

  private func tree(
    _ client: BridgeClient, _ request: GetTreeRequest, window: UInt32 = 64
  ) async throws -> (elements: [Element], omitted: Int, parts: Int, revision: Revision) {
    var result = (elements: [Element](), omitted: 0, parts: 0, revision: Revision(0))
    for try await part in client.stream(request, window: window) {
      result.elements += part.elements
      result.omitted += part.omitted
      result.parts += 1
      if result.parts > 1 { #expect(part.revision == result.revision) }
      result.revision = part.revision
    }
    return result
  }

  @Test func `GetTree sends everything, to a depth, or up to a limit, and counts the rest`()
    async throws
  {
    let (server, client) = try await calculator()
    let all = try await server.run { $0.store.snapshot() }
    let whole = try await tree(client, GetTreeRequest())
    #expect(whole.elements == all)
    #expect(whole.omitted == 0)
    let shallow = try await tree(client, GetTreeRequest(depth: 1))
    #expect(shallow.elements.count == 2)
    #expect(shallow.omitted == all.count - 2)
    let few = try await tree(client, GetTreeRequest(limit: 5))
    #expect(few.elements == Array(all.prefix(5)))
    #expect(few.omitted == all.count - 5)
    let both = GetTreeRequest(roots: [all[0].id], selector: "button")
    #expect(try await status(of: await tree(client, both))?.reason == .invalidArgument)
    let none = GetTreeRequest(selector: "slider")
    #expect(try await status(of: await tree(client, none))?.reason == .noMatch)
  }

  @Test func `A tree in several parts has one revision, even if it is edited meanwhile`()
    async throws
  {
    let server = try await TestServer.start()
    let window = try await server.run { world in
      let window = try world.addApplication().window
      try world.store.edit { edit in
        for number in 0..<20_000 {
          let label = "Item \(number) with a long label"
          try edit.insert(
            Element(id: world.store.makeID(), role: .listItem, label: label), under: window)
        }
      }
      return window
    }
    let expected = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
    let client = try await server.client()
    var parts = 0
    var found: [ElementID: [UInt8]] = [:]
    for try await part in client.stream(GetTreeRequest(), window: 1) {
      parts += 1
      for element in part.elements { found[element.id] = EncodedElement(element).bytes }
      try await server.run { [parts] world in
        try world.change(window) { $0.value = "\(parts)" }
      }
    }
    #expect(parts > 2)
    #expect(found == expected)
  }

  @Test func `Pages and ancestors fit in the frames of the client`() async throws {
    let server = try await TestServer.start()
    let deep = try await server.run { world in
      var parent = try world.addApplication().window
      for number in 0..<300 { parent = try world.add(.group, "Level \(number)", under: parent) }
      return parent
    }
    let client = try await server.client { $0.connection.maxFrameLength = 4096 }
    var found = 0
    var pages = 0
    var token: String?
    repeat {
      let page = try await client.call(
        FindRequest(selector: "*", pageSize: 10_000, pageToken: token))
      found += page.elements.count
      pages += 1
      token = page.nextPageToken
    } while token != nil
    #expect(found == 302)
    #expect(pages > 1)
    let answer = try await client.call(GetElementRequest(target: .id(deep)))
    #expect(answer.element.label == "Level 299")
    #expect(answer.ancestors.first?.label == "Level 298")
    #expect(answer.ancestors.count < 300)
  }

  @Test func `An element comes with its ancestors and application`() async throws {
    let (server, client) = try await calculator()
    defer { withExtendedLifetime(server) {} }
    let answer = try await client.call(
      GetElementRequest(target: .selector("button[label=\"7\"]")))
    #expect(answer.element.label == "7")
    #expect(answer.ancestors.last?.role == .application)
    #expect(answer.application?.application.name == answer.ancestors.last?.label)
  }

  @Test func `A source is notified when a client looks at an element`() async throws {
    let server = try await TestServer.start()
    let button = try await server.run { world in
      try world.add(.button, "Save", under: try world.addApplication().window)
    }
    let client = try await server.client()
    _ = try await client.call(GetElementRequest(target: .selector("button[label=Save]")))
    _ = try await client.call(FindRequest(selector: "*"))
    #expect(try await server.run { $0.source.looked } == [button])
  }

  @Test func `Ambiguous, missing, stale and unknown targets have different reasons`() async throws {
    let server = try await TestServer.start()
    let (first, gone) = try await server.run { world in
      let window = try world.addApplication().window
      let first = try world.add(.button, "Save", under: window)
      for _ in 0..<14 { try world.add(.button, "Save", under: window) }
      let gone = try world.add(.button, "Gone", under: window)
      try world.remove(gone)
      return (first, gone)
    }
    let client = try await server.client()
    func fail(_ target: Target) async throws -> Status? {
      try await status(of: await client.call(GetElementRequest(target: target)))
    }
    let ambiguous = try await fail(.selector("button[label=\"Save\"]"))
    #expect(ambiguous?.reason == .ambiguous)
    #expect(ambiguous?.detail?.candidateCount == 15)
    #expect(ambiguous?.detail?.candidates.count == 10)
    #expect(ambiguous?.detail?.candidates.first?.id == first)
    #expect(
      ambiguous?.detail?.candidates.first?.description
        == "button \"Save\" in window \"App window\", :nth(1)")
    // Where they are in several applications, these are named.
    try await server.run { world in
      try world.add(.checkBox, "Ready", under: try world.addApplication("Other").window)
      try world.add(.checkBox, "Ready", under: try world.addApplication("Third").root)
    }
    let several = try await fail(.selector("checkbox"))
    #expect(
      several?.detail?.candidates.map(\.description) == [
        "checkbox \"Ready\" in window \"Other window\" in application \"Other\"",
        "checkbox \"Ready\" in application \"Third\"",
      ])
    let missing = try await fail(.selector("slider"))
    #expect(missing?.reason == .noMatch)
    #expect(missing?.detail?.selector == "slider")
    let stale = try await fail(.id(gone))
    #expect(stale?.reason == .staleElement)
    #expect(stale?.detail?.element == gone)
    #expect(try await fail(.id(ElementID(rawValue: 1 << 50)))?.reason == .unknownElement)
    let syntax = try await fail(.selector("button[label"))
    #expect(syntax?.reason == .selectorSyntax)
    #expect(syntax?.detail?.offset != nil)
  }

  @Test func `Of several matches the only one on screen is meant`() async throws {
    let server = try await TestServer.start()
    let shown: States = [.visible, .showing, .enabled]
    let (saves, closes) = try await server.run { world in
      let window = try world.addApplication().window
      try world.change(window) { $0.states = shown }
      // A page that is not shown, and a dialog in it that says that it is.
      let pages = try [shown, [.visible, .enabled]].map { states in
        try world.add(.tabPanel, "", under: window) { $0.states = states }
      }
      var saves: [ElementID] = []
      for number in 0..<14 {
        let isShown = number == 5
        saves.append(
          try world.add(.button, "Save", under: pages[isShown ? 0 : 1]) {
            $0.states = isShown || number == 6 ? shown : [.visible, .enabled]
          })
      }
      let closes = try (0..<3).map { number in
        try world.add(.button, "Close", under: pages[0]) {
          $0.states = number < 2 ? shown : [.visible, .enabled]
        }
      }
      return (saves, closes)
    }
    let client = try await server.client()
    let save = Target.selector("button[label=Save]")
    #expect(try await client.call(GetElementRequest(target: save)).element.id == saves[5])
    _ = try await client.perform(PerformRequest(target: save, command: .press))
    #expect(try await server.run { $0.source.requests.map(\.element) } == [saves[5]])
    let found = try await client.call(FindRequest(selector: "button[label=Save]")).elements
    #expect(Set(found.map(\.id)) == Set(saves))
    // Of two on screen none is.
    let refusal = try await status(
      of: await client.call(GetElementRequest(target: .selector("button[label=Close]"))))
    #expect(refusal?.reason == .ambiguous)
    #expect(refusal?.detail?.candidates.map(\.id) == closes)
    #expect(
      refusal?.detail?.candidates.map { $0.description.hasSuffix(", off screen") }
        == [false, false, true])
  }

  @Test func `What is missing while an application is read may still come`() async throws {
    let server = try await TestServer.start()
    let chromium = try await server.run { world in
      try world.addApplication("Editor")
      let chromium = try world.addApplication("Chromium").root
      world.store.edit { $0.updateApplication(chromium) { $0.load = .loading } }
      return chromium
    }
    let client = try await server.client()
    func missing(_ selector: String) async throws -> Status? {
      let request = GetElementRequest(target: .selector(selector))
      return try await status(of: await client.call(request))
    }
    for selector in ["slider", "application[name=Chromium] slider"] {
      let failure = try await missing(selector)
      #expect(failure?.reason == .noMatch)
      #expect(
        failure?.message
          == "nothing matches \(selector) so far: \"Chromium\" is still being read (2 elements so far)"
      )
      #expect(failure?.detail?.remedy == Remedy.awaitReading.rawValue)
    }
    let elsewhere = "application[name=Editor] slider"
    #expect(try await missing(elsewhere)?.message == "nothing matches \(elsewhere)")

    try await server.run { world in
      world.store.edit { $0.updateApplication(chromium) { $0.load = .structure } }
    }
    #expect(try await missing("slider")?.message.contains("so far") == true)
    try await server.run { world in
      world.store.edit { $0.updateApplication(chromium) { $0.health = .gone } }
    }
    #expect(try await missing("slider")?.message == "nothing matches slider")
    try await server.run { world in
      world.store.edit {
        $0.updateApplication(chromium) {
          ($0.health, $0.load) = (.responsive, .partial("Too much"))
        }
      }
    }
    #expect(try await missing("slider")?.message == "nothing matches slider")
  }

  @Test func `A hit test finds the element at a point`() async throws {
    let (server, client) = try await calculator()
    defer { withExtendedLifetime(server) {} }
    let seven = try await client.call(
      GetElementRequest(target: .selector("button[label=\"7\"]"))
    ).element
    let point = try #require(seven.effectiveActivationPoint)
    let hit = try await client.call(HitTestRequest(point: point))
    #expect(hit.element == seven)
    #expect(hit.revision > 0)
    let nowhere = try await client.call(HitTestRequest(point: Point(x: -5000, y: -5000)))
    #expect(nowhere.element == nil)
    let window = HitTestRequest(point: point, space: .window)
    #expect(try await status(of: await client.call(window))?.reason == .invalidArgument)
  }

  @Test func `Verify and diagnose collect the answers of all sources`() async throws {
    let server = try await TestServer.start()
    let (root, window) = try await server.run { try $0.addApplication() }
    let client = try await server.client()
    let verified = try await client.call(VerifyRequest(application: root))
    #expect(verified.reports.map(\.report.compared) == [3])
    let notRoot = VerifyRequest(application: window)
    #expect(try await status(of: await client.call(notRoot))?.reason == .invalidArgument)
    let findings = try await client.call(DiagnoseRequest()).findings
    #expect(findings == [Finding(.ok, "fake", "is well")])
  }

  @Test func `Echo and Generate return the requested payloads`() async throws {
    let server = try await TestServer.start()
    let client = try await server.client()
    let payload = [UInt8](0...255)
    #expect(try await client.call(EchoRequest(payload: payload)).payload == payload)
    var next: UInt64 = 0
    for try await message in client.stream(GenerateRequest(count: 1000, payloadLength: 10)) {
      #expect(message.sequence == next)
      next += 1
    }
    #expect(next == 1000)
  }
}

import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Elements that are longer than the frames that a client accepts.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct LongElementTests {
  private let text = String(repeating: "Grüße ", count: 1000)

  /// Starts a server with a long button among short ones, and a client that accepts short frames.
  private func setUp() async throws -> (TestServer, BridgeClient, long: ElementID) {
    let server = try await TestServer.start()
    let long = try await server.run { [text] world in
      let window = try world.addApplication().window
      try world.add(.button, "before", under: window)
      let long = try world.add(.button, text, under: window) {
        $0.value = text
        $0.hint = "a hint"
        $0.identifier = "long"
        $0.attributes = [
          ToolkitAttribute(name: "a", value: text), ToolkitAttribute(name: "b", value: "kept"),
        ]
      }
      try world.add(.button, "after", under: window)
      return long
    }
    return (server, try await server.client { $0.connection.maxFrameLength = 2048 }, long)
  }

  private func expectShortened(_ element: Element, _ comment: Comment) {
    #expect(element.shortenedFields == ["label", "value", "attributes"], comment)
    #expect(element.label?.hasPrefix("Grüße Grüße") == true, comment)
    #expect(element.label?.last == "…", comment)
    #expect(element.states == [.enabled, .visible, .showing], comment)
    #expect(element.identifier == "long", comment)
  }

  @Test func `Every response has long elements with shortened texts, and names the fields`()
    async throws
  {
    let (server, client, long) = try await setUp()
    var tree: [Element] = []
    for try await part in client.stream(GetTreeRequest()) { tree += part.elements }
    #expect(tree.count == 5)
    #expect(tree.filter(\.isShortened).map(\.id) == [long])
    expectShortened(try #require(tree.first { $0.id == long }), "tree")
    #expect(tree.first { $0.id == long }?.attributes.map(\.name) == ["b"])

    var request = FindRequest(selector: "button")
    var found: [Element] = []
    repeat {
      let page = try await client.call(request)
      #expect(page.total == 3 && !page.elements.isEmpty)
      found += page.elements
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil && found.count < 4
    #expect(found == tree.filter { $0.role == .button }, "each on one page")
    let page = try await client.call(FindRequest(selector: "button[identifier=long]"))
    expectShortened(try #require(page.elements.first), "find")
    let target = Target.selector("button[identifier=long]")
    expectShortened(try await client.call(GetElementRequest(target: target)).element, "get")
    let awaited = try await client.call(WaitForRequest(target: target))
    expectShortened(try #require(awaited.elements.first), "wait")

    // A client that accepts longer frames receives the whole element.
    let whole = try await server.client().call(GetElementRequest(target: .id(long))).element
    #expect(!whole.isShortened)
    #expect(whole.label == text)
  }

  @Test func `A subscription sends changes of long elements, and notifications with long texts`()
    async throws
  {
    let (server, client, long) = try await setUp()
    var assembler = UpdateAssembler()
    var snapshot: [Element] = []
    var last: TreeUpdate?
    for try await part in client.stream(SubscribeRequest(snapshotFirst: true)) {
      switch try assembler.take(part)?.event {
      case .snapshot(let whole):
        snapshot = whole.elements
        try await server.run { [text] in try $0.change(long) { $0.value = text + "changed" } }
      case .update(let update): last = update
      default: break
      }
      if last != nil { break }
    }
    expectShortened(try #require(snapshot.first { $0.id == long }), "snapshot")
    let update = try #require(last)
    expectShortened(try #require(update.changed.first { $0.id == long }), "update")
    let values = update.notifications.compactMap { notification -> String? in
      if case .valueChanged(_, let old, _) = notification.notification { old } else { nil }
    }
    #expect(values.first?.hasPrefix("Grüße") == true)
    #expect(values.first?.last == "…")
  }

  @Test
  func `An element that is long in other fields keeps its states, and names what was left out`()
    async throws
  {
    let server = try await TestServer.start()
    let id = try await server.run { world in
      try world.add(.checkBox, "Box", under: world.addApplication().window) {
        $0.states = [.enabled, .checkable, .checked]
        $0.traits = [.toggle]
        $0.frame = Frame(rect: Rect(x: 1, y: 2, width: 3, height: 4), space: .screen)
        $0.actions = (0..<500).map { Action(.custom, name: "Action \($0)") }
      }
    }
    let client = try await server.client { $0.connection.maxFrameLength = 1024 }
    let element = try await client.call(FindRequest(selector: "checkbox")).elements.first
    #expect(element?.id == id)
    #expect(element?.states == [.enabled, .checkable, .checked])
    #expect(element?.traits == [.toggle])
    #expect(element?.frame?.rect.width == 3)
    #expect(element?.shortenedFields == ["label", "actions"])
  }

  /// Starts a server with a list of `count` items, and a client that accepts only the shortest frames.
  private func setUp(
    items: Int
  ) async throws -> (server: TestServer, client: BridgeClient, list: ElementID) {
    let server = try await TestServer.start()
    let list = try await server.run { world in
      let list = try world.add(.list, "Many", under: world.addApplication().window) {
        $0.hint = "a hint"
      }
      try world.store.edit { edit in
        for number in 0..<items {
          let item = Element(id: world.store.makeID(), role: .listItem, label: "\(number)")
          try edit.insert(item, under: list)
        }
      }
      return list
    }
    return (server, try await server.client { $0.connection.maxFrameLength = 1024 }, list)
  }

  private func expectSomeChildren(_ element: Element, of count: Int, _ comment: Comment) {
    #expect(element.shortenedFields == ["child_ids"], comment)
    #expect(element.totalChildren == count, comment)
    #expect((1..<count).contains(element.children.count), comment)
  }

  @Test func `A client of the shortest frames reads 50,000 children, and receives their changes`()
    async throws
  {
    let (server, client, list) = try await setUp(items: 50_000)
    let children = try await server.run { $0.store.tree[list]?.children ?? [] }

    var tree: [Element] = []
    for try await part in client.stream(GetTreeRequest()) { tree += part.elements }
    #expect(tree.count == 50_003)
    expectSomeChildren(try #require(tree.first { $0.id == list }), of: 50_000, "tree")
    #expect(tree.filter { $0.parent == list }.map(\.id) == children)

    var structure = GetTreeRequest(roots: [list], depth: 0)
    structure.view = .structure
    for try await part in client.stream(structure) {
      for element in part.elements { expectSomeChildren(element, of: 50_000, "structure") }
    }
    let element = try await client.call(GetElementRequest(target: .id(list))).element
    expectSomeChildren(element, of: 50_000, "get")
    #expect(element.label == "Many" && element.hint == "a hint")
    let item = try await client.call(GetElementRequest(target: .id(children[49_999])))
    #expect(item.element.parent == list)
    #expect(item.ancestors.contains { $0.id == list })

    var request = FindRequest(selector: "\(list) > *", pageSize: 1000, view: .structure)
    var found: [ElementID] = []
    repeat {
      let page = try await client.call(request)
      #expect(page.total == 50_000)
      found += page.elements.map(\.id)
      request.pageToken = page.nextPageToken
    } while request.pageToken != nil
    #expect(found == children)

    var assembler = UpdateAssembler()
    var updates: [TreeUpdate] = []
    for try await part in client.stream(SubscribeRequest()) {
      switch try assembler.take(part)?.event {
      case .subscribed:
        try await server.run { world in
          try world.store.edit { edit in
            try edit.update(list) { $0.label = "More" }
            _ = try edit.remove(children[7])
            let item = Element(id: world.store.makeID(), role: .listItem, label: "new")
            try edit.insert(item, under: list)
          }
        }
      case .update(let update): updates.append(update)
      default: break
      }
      if !updates.isEmpty { break }
    }
    let update = try #require(updates.first)
    #expect(update.removed == [children[7]])
    let changed = try #require(update.changed.first { $0.id == list })
    expectSomeChildren(changed, of: 50_000, "update")
    #expect(changed.label == "More")
    #expect(update.changed.first { $0.label == "new" }?.parent == list)
  }

  @Test func `A live tree with the shortest frames equals the server's tree`() async throws {
    let (server, client, list) = try await setUp(items: 2000)
    let follower = LiveTreeTests.Follower(client)
    for number in 0..<8 {
      try await follower.reaches(try await server.run { $0.store.revision })
      let there = try await server.run { encodings($0.store.tree, $0.store.tree.roots) }
      #expect(encodings(follower.live.tree, follower.live.tree.roots) == there)
      try await server.run { world in
        try world.add(.listItem, "new \(number)", under: list)
      }
    }
    #expect(follower.failure == nil)
  }

  @Test func `An element fits in the shortest frames, however long its application's texts are`()
    async throws
  {
    let server = try await TestServer.start()
    let id = try await server.run { [text] world in
      let (root, window) = try world.addApplication(text)
      for _ in 0..<200 { try world.add(.window, text, under: root) }
      return try world.add(.button, "Deep", under: window)
    }
    let client = try await server.client { $0.connection.maxFrameLength = 1024 }
    let answer = try await client.call(GetElementRequest(target: .id(id)))
    #expect(answer.element.label == "Deep")
    #expect(answer.application?.application.name.hasSuffix("…") == true)
  }

  @Test func `A response that does not fit ends its call, and its remedy works`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      for number in 0..<50 { try world.addApplication("Application \(number)") }
    }
    let client = try await server.client { $0.connection.maxFrameLength = 1024 }
    let failure = try #require(
      try await status(of: await client.call(ListApplicationsRequest())))
    #expect(failure.reason == .frameTooLarge)
    #expect(failure.detail?.limit == 1024)
    #expect(failure.detail?.remedy.contains("max_frame_length") == true)
    // The connection continues, and so do clients that accept longer frames.
    #expect(try await client.call(EchoRequest(payload: [1])).payload == [1])
    let longer = try await server.client { $0.connection.maxFrameLength = 65_536 }
    #expect(try await longer.call(ListApplicationsRequest()).applications.count == 50)
  }
}

import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Elements that are longer than the frames a client takes.
@Suite(.timeLimit(.minutes(5)), .ownThread)
struct LongElementTests {
  private let text = String(repeating: "Grüße ", count: 1000)

  /// A server with a long button among short ones, and a client that takes short frames.
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

  @Test func `Every answer has them with their texts cut, and says so`() async throws {
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

    // A client that takes longer frames has it whole.
    let whole = try await server.client().call(GetElementRequest(target: .id(long))).element
    #expect(!whole.isShortened)
    #expect(whole.label == text)
  }

  @Test func `A subscription tells their changes, and notifications with long texts`() async throws
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

  @Test func `What is long by more than texts keeps its states, and says what was left out`()
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

  @Test func `What is too long by its links alone ends the call by name`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let window = try world.addApplication().window
      for number in 0..<1000 { try world.add(.button, "\(number)", under: window) }
    }
    let client = try await server.client { $0.connection.maxFrameLength = 1024 }
    await #expect {
      for try await _ in client.stream(GetTreeRequest()) {}
    } throws: {
      ($0 as? ClientError)?.status?.reason == .frameTooLarge
    }
    #expect(try await client.call(EchoRequest(payload: [1])).payload == [1])
  }
}

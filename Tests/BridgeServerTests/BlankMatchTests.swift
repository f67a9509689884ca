import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Windows that Chromium keeps for lists it does not show: they say that they are on screen, and have an empty page in them.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct BlankMatchTests {
  private static let shown: States = [.visible, .showing, .enabled]

  /// Adds such windows to an application.
  private func addBlank(_ count: Int, to world: World, _ root: ElementID) throws {
    for _ in 0..<count {
      let window = try world.add(.window, "", under: root) {
        $0.label = nil
        $0.states = Self.shown
      }
      try world.add(.document, "", under: window) {
        $0.label = nil
        $0.states = Self.shown
      }
    }
  }

  private func addWindow(_ world: World) throws -> (
    root: ElementID, window: ElementID, page: ElementID
  ) {
    let (root, window) = try world.addApplication()
    try world.change(window) { $0.states = Self.shown }
    let page = try world.add(.document, "Order", under: window) { $0.states = Self.shown }
    try world.add(.button, "Buy", under: page) { $0.states = Self.shown }
    return (root, window, page)
  }

  @Test func `Of several matches the only one that does not stand for nothing is meant`()
    async throws
  {
    let server = try await TestServer.start()
    let (window, page) = try await server.run { world in
      let (root, window, page) = try addWindow(world)
      try addBlank(2, to: world, root)
      return (window, page)
    }
    let client = try await server.client()
    for (selector, id) in [("application[name=App] > window", window), ("document", page)] {
      let target = Target.selector(selector)
      #expect(try await client.call(GetElementRequest(target: target)).element.id == id)
      let outline = try await client.call(GetOutlineRequest(target: target)).text
      #expect(outline.split(separator: "\n").filter { !$0.hasPrefix(" ") }.count == 1, "\(outline)")
      let all = try await client.call(GetOutlineRequest(target: target, view: .all)).text
      #expect(all.split(separator: "\n").filter { !$0.hasPrefix(" ") }.count == 3, "\(all)")
      let found = try await client.call(FindRequest(selector: selector)).elements
      #expect(found.count == 3)
    }
  }

  @Test func `Matches that nothing tells apart are named by their numbers`() async throws {
    let server = try await TestServer.start()
    try await server.run { world in
      let root = try addWindow(world).root
      try world.add(.window, "Other", under: root) { $0.states = Self.shown }
      try addBlank(2, to: world, root)
    }
    let client = try await server.client()
    let request = GetElementRequest(target: .selector("window"))
    let refusal = try await status(of: await client.call(request))
    #expect(refusal?.reason == .ambiguous)
    #expect(
      refusal?.detail?.candidates.map(\.description) == [
        "window \"App window\" in application \"App\"", "window \"Other\" in application \"App\"",
        "window in application \"App\", empty, :nth(3)",
        "window in application \"App\", empty, :nth(4)",
      ])
    let blank = try await client.call(GetOutlineRequest(target: .selector("window:nth(3)"))).text
    #expect(blank.hasPrefix("window "))
  }
}

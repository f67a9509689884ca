import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Reads with `since` are answered with what changed, from memory.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct ConditionalReadTests {
  private struct Scene: Sendable {
    let server: TestServer
    let client: BridgeClient
    let window: ElementID
    let other: ElementID
    let save: ElementID
    let open: ElementID

    init() async throws {
      let server = try await TestServer.start()
      let ids = try await server.run { world -> [ElementID] in
        let window = try world.addApplication("App").window
        let other = try world.addApplication("Clock").window
        let save = try world.add(.button, "Save", under: window)
        let open = try world.add(.button, "Open", under: window)
        try world.add(.text, "12:00", under: other)
        for number in 0..<10 { try world.add(.link, "Link \(number)", under: window) }
        return [window, other, save, open]
      }
      self.server = server
      client = try await server.client()
      (window, other, save, open) = (ids[0], ids[1], ids[2], ids[3])
    }

    func revision() async throws -> ReadSince {
      ReadSince(try await server.run { $0.store.revision }, epoch: 7)
    }

    func tree(_ request: GetTreeRequest) async throws -> [GetTreeResponse] {
      var parts: [GetTreeResponse] = []
      for try await part in client.stream(request) { parts.append(part) }
      return parts
    }

    func rename(_ id: ElementID, _ label: String) async throws {
      try await server.run { try $0.change(id) { $0.label = label } }
    }
  }

  @Test func `Nothing changed is said in less than 100 bytes by each read`() async throws {
    let scene = try await Scene()
    let since = try await scene.revision()
    let found = try await scene.client.call(FindRequest(selector: "button", since: since))
    #expect(found.result == .unchanged && found.elements.isEmpty)
    let element = try await scene.client.call(
      GetElementRequest(target: .id(scene.save), since: since))
    #expect(element.result == .unchanged && element.ancestors.isEmpty)
    #expect(element.element.id == scene.save)
    let outline = try await scene.client.call(GetOutlineRequest(since: since))
    #expect(outline.result == .unchanged && outline.text.isEmpty)
    let parts = try await scene.tree(GetTreeRequest(since: since))
    #expect(parts.count == 1 && parts[0].result == .unchanged && parts[0].elements.isEmpty)
    for bytes in [found.encoded(), element.encoded(), outline.encoded(), parts[0].encoded()] {
      #expect(bytes.count < 100)
    }
  }

  @Test func `Changes elsewhere leave a part unchanged`() async throws {
    let scene = try await Scene()
    let find = FindRequest(selector: "button")
    let outline = GetOutlineRequest(target: .id(scene.window))
    _ = try await scene.client.call(find)
    _ = try await scene.client.call(outline)
    let since = try await scene.revision()
    try await scene.rename(scene.other, "12:01")
    var again = find
    again.since = since
    #expect(try await scene.client.call(again).result == .unchanged)
    let element = GetElementRequest(target: .id(scene.save), since: since)
    #expect(try await scene.client.call(element).result == .unchanged)
    var looked = outline
    looked.since = since
    #expect(try await scene.client.call(looked).result == .unchanged)
    let parts = try await scene.tree(GetTreeRequest(roots: [scene.window], since: since))
    #expect(parts.map(\.result) == [.unchanged])
    let all = try await scene.tree(GetTreeRequest(since: since))
    #expect(all[0].result == .difference)
    #expect(all[0].elements.map(\.id) == [scene.other])
  }

  @Test func `A difference leads from the earlier answer to the present one`() async throws {
    let scene = try await Scene()
    let find = FindRequest(selector: "button")
    let outline = GetOutlineRequest(target: .id(scene.window))
    _ = try await scene.client.call(find)
    let first = try await scene.client.call(outline)
    #expect(first.result == .whole)
    let since = try await scene.revision()
    let new = try await scene.server.run { world -> ElementID in
      try world.change(scene.save) { $0.label = "Save as" }
      try world.remove(scene.open)
      return try world.add(.button, "New", under: scene.window)
    }
    var again = find
    again.since = since
    let found = try await scene.client.call(again)
    #expect(found.result == .difference && found.total == 2)
    #expect(found.elements.map(\.id) == [scene.save, new])
    #expect(found.removed == [scene.open])
    #expect(found.new == [new])
    var looked = outline
    looked.since = since
    let difference = try await scene.client.call(looked)
    #expect(difference.result == .difference)
    #expect(
      difference.text == """
        - button "Open" \(scene.open) (no press)
        ~ button "Save as" \(scene.save) (no press)
        + button "New" \(new) (no press) in \(scene.window)

        """)
    let parts = try await scene.tree(GetTreeRequest(roots: [scene.window], since: since))
    #expect(parts[0].result == .difference && parts[0].removed == [scene.open])
    #expect(parts[0].elements.map(\.id) == [scene.window, scene.save, new])
    let element = GetElementRequest(target: .id(scene.save), since: since)
    #expect(try await scene.client.call(element).element.label == "Save as")
  }

  @Test func `A difference has no lines that only the budget moved`() async throws {
    let scene = try await Scene()
    let last = try await scene.server.run { world -> ElementID in
      for number in 0..<60 { try world.add(.button, "Button \(number)", under: scene.window) }
      return try world.add(.button, "Last", under: scene.window)
    }
    let outline = GetOutlineRequest(target: .id(scene.window), budget: 300)
    let first = try await scene.client.call(outline)
    #expect(first.leftOut > 0 && !first.text.contains("Last"))
    var again = outline
    again.since = try await scene.revision()
    try await scene.rename(scene.save, "A much longer name that takes the room of several others")
    let longer = try await scene.client.call(again)
    #expect(longer.result == .difference)
    #expect(longer.text.split(separator: "\n").count == 1, "\(longer.text)")
    again.since = try await scene.revision()
    try await scene.rename(scene.save, "S")
    #expect(try await scene.client.call(again).text == "~ button \"S\" \(scene.save) (no press)\n")
    // What the outline counts without showing it may change unsaid.
    again.since = try await scene.revision()
    try await scene.rename(last, "Other")
    #expect(try await scene.client.call(again).result == .unchanged)
  }

  @Test func `What moved into a part is sent with all that is in it`() async throws {
    let scene = try await Scene()
    let (group, inner) = try await scene.server.run { world in
      let group = try world.add(.group, "Group", under: scene.window)
      return (group, try world.add(.button, "Inner", under: group))
    }
    let since = try await scene.revision()
    try await scene.server.run { world in
      try world.store.edit { try $0.move(group, under: scene.other, at: 0) }
    }
    let new = try await scene.tree(GetTreeRequest(roots: [scene.other], since: since))
    #expect(Set(new[0].elements.map(\.id)).isSuperset(of: [group, inner]))
    let old = try await scene.tree(GetTreeRequest(roots: [scene.window], since: since))
    #expect(Set(old[0].removed) == [group, inner])
  }

  @Test func `Differences stay short where clients have different outlines of one revision`()
    async throws
  {
    let scene = try await Scene()
    let ids = try await scene.server.run { world in
      try (0..<60).map { try world.add(.button, "Button \($0)", under: scene.window) }
    }
    let outline = GetOutlineRequest(target: .id(scene.window), budget: 600)
    let first = try await scene.client.call(outline)
    #expect(first.leftOut > 0)
    var again = outline
    again.since = try await scene.revision()
    // The difference has no lines that only the budget moved; the whole outline has fewer lines now.
    try await scene.rename(scene.save, "A much longer name that takes the room of several others")
    #expect(try await scene.client.call(again).result == .difference)
    let other = try await scene.server.client()
    #expect(try await other.call(outline).result == .whole)
    again.since = try await scene.revision()
    try await scene.rename(scene.open, "Open it")
    for client in [scene.client, other] {
      let changed = try await client.call(again)
      #expect(changed.result == .difference, "\(changed.text)")
      #expect(changed.text.contains("~ button \"Open it\" \(scene.open)"), "\(changed.text)")
      #expect(changed.tokens * 2 < first.tokens, "\(changed.text)")
    }
    // What only one client may have is said to be gone as well.
    again.since = try await scene.revision()
    for id in ids { try await scene.server.run { try $0.remove(id) } }
    let gone = try await scene.client.call(again).text
    for id in ids where first.text.contains("\(id)") {
      #expect(!gone.contains("+ button \"Button") && !gone.contains("~ button \"Button"), "\(id)")
    }
  }

  @Test func `Nothing is new of the same tree where clients have other outlines`() async throws {
    let scene = try await Scene()
    let ids = try await scene.server.run { world in
      world.source.hasUnread = true
      return try (0..<60).map { try world.add(.button, "Button \($0)", under: scene.window) }
    }
    var again = GetOutlineRequest(budget: 600)
    #expect(try await scene.client.call(again).text.contains("[loading]"))
    again.since = try await scene.revision()
    try await scene.rename(ids[0], "A much longer name that takes the room of several others")
    #expect(try await scene.client.call(again).result == .difference)
    again.since = nil
    #expect(try await scene.client.call(again).result == .whole)
    again.since = try await scene.revision()
    let same = try await scene.client.call(again)
    #expect(same.result == .unchanged, "\(same.text)")
    // That an application has been read is new all the same.
    try await scene.server.run { $0.source.hasUnread = false }
    let read = try await scene.client.call(again).text
    let lines = read.split(separator: "\n").map { $0.prefix(14) }
    #expect(lines == ["~ application ", "~ application "] && !read.contains("loading"))
  }

  @Test func `A revision that does not exist yet is refused by each read`() async throws {
    let scene = try await Scene()
    let present = try await scene.revision().revision
    let since = ReadSince(present + 9, epoch: 7)
    let find = FindRequest(selector: "button", since: since)
    let get = GetElementRequest(target: .id(scene.save), since: since)
    let outline = GetOutlineRequest(since: since)
    let past = ListAnnouncementsRequest(since: since.revision, epoch: 7)
    let failures = [
      try await status(of: await scene.client.call(find)),
      try await status(of: await scene.client.call(get)),
      try await status(of: await scene.client.call(outline)),
      try await status(of: await scene.client.call(past)),
      try await status(of: await scene.tree(GetTreeRequest(since: since))),
      try await status(
        of: await scene.client.run([Step(.find(FindRequest(selector: "button")))], outline: outline)
      ),
      try await status(of: await scene.client.run([Step(.find(find))])),
      try await status(of: await scene.client.run([Step(.get(get))])),
    ]
    for failure in failures {
      #expect(failure?.code == .invalidArgument)
      #expect(
        failure?.message.contains(
          "revision \(present + 9) does not exist yet; the current revision is \(present)") == true,
        "\(failure?.message ?? "answered")")
    }
  }

  @Test func `Another epoch gets the whole answer`() async throws {
    let scene = try await Scene()
    let revision = try await scene.revision().revision
    let since = ReadSince(revision, epoch: 8)
    #expect(
      try await scene.client.call(FindRequest(selector: "button", since: since)).elements.count
        == 2)
    let outline = try await scene.client.call(GetOutlineRequest(since: since))
    #expect(outline.result == .whole && outline.text.contains("Save"))
    let parts = try await scene.tree(GetTreeRequest(since: since))
    #expect(parts[0].result == .whole && parts.reduce(0) { $0 + $1.elements.count } == 17)
    let missing = FindRequest(selector: "button", since: ReadSince(revision, epoch: 0))
    let refused = try await status(of: await scene.client.call(missing))
    #expect(refused?.reason == .epochChanged)
  }

  @Test func `A gone element is refused, whatever the client has read`() async throws {
    let scene = try await Scene()
    let since = try await scene.revision()
    try await scene.server.run { try $0.remove(scene.save) }
    let target = Target.id(scene.save)
    #expect(
      try await status(
        of: await scene.client.call(GetElementRequest(target: target, since: since)))?
        .reason == .staleElement)
    #expect(
      try await status(
        of: await scene.client.call(GetOutlineRequest(target: target, since: since)))?
        .reason == .staleElement)
  }

  @Test func `Reads with since neither watch an application nor look at it`() async throws {
    let scene = try await Scene()
    let since = try await scene.revision()
    try await scene.rename(scene.save, "Other")
    for _ in 0..<3 {
      _ = try await scene.client.call(FindRequest(selector: "button", since: since))
      _ = try await scene.client.call(GetElementRequest(target: .id(scene.save), since: since))
      _ = try await scene.client.call(GetOutlineRequest(since: since))
      _ = try await scene.tree(GetTreeRequest(since: since))
    }
    #expect(try await scene.server.run { $0.source.looked.isEmpty && $0.source.watched.isEmpty })
    _ = try await scene.client.call(GetOutlineRequest())
    #expect(try await scene.server.run { $0.source.watched } == [true])
  }
}

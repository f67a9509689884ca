import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// A client that resumes learns what happened to the elements that it watched.
@Suite(.timeLimit(.minutes(10)))
struct ResumeTests {
  /// Two applications, each with a window that has a list of buttons.
  private struct Scene: Sendable {
    var root, window, list: ElementID
    var buttons: [ElementID]
    var others: [ElementID]
    var otherList: ElementID
    var revision: Revision
  }

  private func scene(_ server: TestServer) async throws -> Scene {
    try await server.run { world in
      let (root, window) = try world.addApplication()
      let list = try world.add(.list, "List", under: window)
      let buttons = try (0..<3).map { try world.add(.button, "Button \($0)", under: list) }
      let other = try world.addApplication("Other").window
      let otherList = try world.add(.list, "List", under: other)
      let others = try (0..<3).map { try world.add(.button, "Other \($0)", under: otherList) }
      return Scene(
        root: root, window: window, list: list, buttons: buttons, others: others,
        otherList: otherList, revision: world.store.revision)
    }
  }

  /// Resumes, and returns the updates up to the current revision.
  private func told(
    _ server: TestServer, _ request: SubscribeRequest
  ) async throws -> [SubscribeResponse.Event] {
    let revision = try await server.run { $0.store.revision }
    let client = try await server.client()
    var events: [SubscribeResponse.Event] = []
    for try await response in client.stream(request, timeout: .patience) {
      events.append(response.event)
      switch response.event {
      case .update(let update) where update.revision >= revision: return events
      case .snapshot(let snapshot) where snapshot.isLast: return events
      default: break
      }
    }
    return events
  }

  private func updates(
    _ server: TestServer, _ scene: Scene, scopes: [ElementID], selector: String? = nil
  ) async throws -> [TreeUpdate] {
    try await told(
      server,
      SubscribeRequest(scopes: scopes, selector: selector, since: scene.revision, epoch: 7)
    ).compactMap { event -> TreeUpdate? in
      if case .update(let update) = event { update } else { nil }
    }
  }

  @Test func `A removed scope is reported as removed, with its former elements and no others`()
    async throws
  {
    let server = try await TestServer.start()
    let scene = try await scene(server)
    try await server.run { world in
      // Added and removed in the meantime, so clients do not know it.
      let brief = try world.add(.button, "Brief", under: scene.list)
      try world.remove(brief)
      // One is moved out of scope and removed, another is only moved out.
      try world.store.edit { try $0.move(scene.buttons[0], under: scene.window) }
      try world.remove(scene.buttons[0])
      try world.store.edit { try $0.move(scene.buttons[1], under: scene.window) }
      // Moved into the scope and removed with it.
      try world.store.edit { try $0.move(scene.others[1], under: scene.list) }
      try world.remove(scene.list)
      try world.remove(scene.others[0])
    }
    let updates = try await updates(server, scene, scopes: [scene.list])
    #expect(
      Set(updates.flatMap(\.removed)) == [scene.list, scene.buttons[0], scene.buttons[2]])
    #expect(updates.flatMap(\.leftScope) == [scene.buttons[1]])
    #expect(updates.flatMap(\.changed).isEmpty)
  }

  /// Returns whether an update reports that the application is gone.
  private func tells(_ root: ElementID, goneIn update: TreeUpdate) -> Bool {
    update.notifications.contains { revised in
      guard case .applicationChanged(let application) = revised.notification else { return false }
      return application.root == root && application.health == .gone
    }
  }

  @Test func `A client that watches a window learns that its application has ended`() async throws {
    let server = try await TestServer.start()
    let scene = try await scene(server)
    let client = try await server.client()
    var isTold = false
    let request = SubscribeRequest(scopes: [scene.window])
    for try await response in client.stream(request, timeout: .patience) {
      switch response.event {
      case .subscribed:
        try await server.run { world in world.store.edit { $0.removeApplication(scene.root) } }
      case .update(let update): isTold = tells(scene.root, goneIn: update)
      default: break
      }
      if case .update = response.event { break }
    }
    #expect(isTold)
  }

  @Test func `A client learns that the whole application has ended`() async throws {
    let server = try await TestServer.start()
    let scene = try await scene(server)
    try await server.run { world in
      world.store.edit { $0.removeApplication(scene.root) }
      try world.remove(scene.otherList)
    }
    for scopes in [[scene.root], [scene.root, scene.list], [scene.window, scene.list]] {
      let updates = try await updates(server, scene, scopes: scopes)
      let expected = [scene.root, scene.window, scene.list] + scene.buttons
      let isInScope = { (id: ElementID) in scopes.contains(scene.root) || id != scene.root }
      #expect(Set(updates.flatMap(\.removed)) == Set(expected.filter(isInScope)), "\(scopes)")
      #expect(updates.contains { tells(scene.root, goneIn: $0) }, "\(scopes)")
    }
    let selected = try await updates(server, scene, scopes: [scene.list], selector: "button")
    #expect(Set(selected.flatMap(\.removed)).isSuperset(of: scene.buttons))
    #expect(Set(selected.flatMap(\.removed)).isDisjoint(with: scene.others))
  }

  @Test func `An existing scope does not report removals in other scopes`() async throws {
    let server = try await TestServer.start()
    let scene = try await scene(server)
    try await server.run { world in
      try world.remove(scene.buttons[1])
      try world.remove(scene.otherList)
    }
    let updates = try await updates(server, scene, scopes: [scene.list])
    #expect(updates.flatMap(\.removed) == [scene.buttons[1]])
    #expect(updates.flatMap(\.leftScope).isEmpty)
  }

  @Test func `Forgotten revisions need a snapshot, which is empty when the scope was removed`()
    async throws
  {
    let server = try await TestServer.start(limits: ChangeLog.Limits(commits: 2, entries: 1000))
    let scene = try await scene(server)
    try await server.run { world in
      try world.remove(scene.list)
      for number in 0..<5 { try world.change(scene.window) { $0.value = "\(number)" } }
    }
    let events = try await told(
      server,
      SubscribeRequest(
        scopes: [scene.list], since: scene.revision, epoch: 7, snapshotFirst: true))
    #expect(events.contains { if case .snapshotRequired = $0 { true } else { false } })
    guard case .snapshot(let snapshot)? = events.last else {
      Issue.record("no snapshot: \(events)")
      return
    }
    #expect(snapshot.elements.isEmpty && snapshot.isLast)
  }

  @Test func `A selector that depends on other elements needs a snapshot, and no other does`()
    async throws
  {
    let server = try await TestServer.start()
    let scene = try await scene(server)
    try await server.run { world in
      try world.change(scene.buttons[0]) { $0.value = "on" }
    }
    func events(_ selector: String) async throws -> [SubscribeResponse.Event] {
      try await told(
        server,
        SubscribeRequest(
          selector: selector, since: scene.revision, epoch: 7, snapshotFirst: true))
    }
    // The list itself has not changed, but matches now.
    let related = try await events("list:has(button[value=on])")
    #expect(related.contains { if case .snapshotRequired = $0 { true } else { false } })
    guard case .snapshot(let snapshot)? = related.last else {
      Issue.record("no snapshot: \(related)")
      return
    }
    #expect(snapshot.elements.map(\.id) == [scene.list])

    guard case .update(let update)? = try await events("button[value=on]").last else {
      Issue.record("no update")
      return
    }
    #expect(update.changed.map(\.id) == [scene.buttons[0]])
  }

  @Test func `An unknown scope is refused, and a removed one is unless the client resumes`()
    async throws
  {
    let server = try await TestServer.start()
    let scene = try await scene(server)
    try await server.run { try $0.remove(scene.list) }
    let client = try await server.client()
    func reason(_ request: SubscribeRequest) async throws -> ErrorReason? {
      try await status(
        of: await {
          for try await _ in client.stream(request, timeout: .patience) { break }
        }())?.reason
    }
    let never = ElementID(rawValue: 1 << 40)
    #expect(
      try await reason(SubscribeRequest(scopes: [never], since: scene.revision, epoch: 7))
        == .unknownElement)
    #expect(
      try await reason(
        SubscribeRequest(scopes: [scene.list, never], since: scene.revision, epoch: 7))
        == .unknownElement)
    #expect(try await reason(SubscribeRequest(scopes: [scene.list])) == .staleElement)
    // Of another epoch: the client must learn that first.
    #expect(
      try await reason(SubscribeRequest(scopes: [never], since: scene.revision, epoch: 6))
        == .epochChanged)
  }
}

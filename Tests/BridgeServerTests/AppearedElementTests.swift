import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What a receipt names of what is new.
@Suite(.timeLimit(.minutes(10)))
struct AppearedElementTests {
  /// Starts an application, with a pane that did not change for a while.
  private func start() async throws -> (setup: EffectSetup, pane: ElementID) {
    let setup = try await EffectSetup.start()
    let pane = try await setup.server.run { [window = setup.window] world in
      try world.add(.group, "Pane", under: window)
    }
    try await setup.start()
    return (setup, pane)
  }

  /// Presses a button that changes something, and returns what the receipt names.
  private func names(
    _ setup: EffectSetup, _ change: @escaping @Sendable (World) throws -> Void
  ) async throws -> [String] {
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? change(world)
        done(.performed(method: "fake"))
      }
    }
    let ids = try await setup.perform().appeared
    return try await setup.server.run { world in
      ids.map { world.store.tree[$0]?.label ?? "gone" }
    }
  }

  @Test func `Fields come first, then buttons; what only holds them is not named`() async throws {
    let (setup, pane) = try await start()
    let told = try await names(setup) { world in
      let bar = try world.add(.group, "Bar", under: pane)
      _ = try world.add(.button, "Replace", under: bar)
      _ = try world.add(.textField, "With", under: bar)
      _ = try world.add(.text, "Hint", under: bar)
      _ = try world.add(.button, "Hidden", under: bar) {
        $0.states.subtract([.showing, .visible])
      }
    }
    #expect(told == ["With", "Replace"])
  }

  @Test func `A dialog is named, and not what is in it`() async throws {
    let (setup, pane) = try await start()
    let told = try await names(setup) { [window = setup.window] world in
      let root = try #require(world.store.tree[window]?.application)
      let chooser = try world.add(.dialog, "Color", under: root)
      _ = try world.add(.button, "OK", under: chooser)
      _ = try world.add(.button, "More", under: pane)
    }
    #expect(told == ["Color", "More"])
  }

  @Test func `What was hidden and is shown is named, and what is hidden is not`() async throws {
    let (setup, pane) = try await start()
    let page = try await setup.server.run { [window = setup.window] world in
      let page = try world.add(.group, "Page", under: pane) { $0.states.remove(.showing) }
      _ = try world.add(.checkBox, "Regex", under: page) { $0.states.remove(.showing) }
      _ = try world.add(.checkBox, "Whole", under: window)
      try world.change(window) { $0.states.formUnion([.showing, .visible]) }
      return page
    }
    try await setup.start()
    let told = try await names(setup) { world in
      _ = try world.add(.dialog, "Border", under: pane) { $0.states.remove(.showing) }
      for id in world.store.tree.subtree(of: page) {
        try world.change(id) { $0.states.insert(.showing) }
      }
    }
    #expect(told == ["Regex"])
  }

  @Test func `What came before, by itself or late after an action, hides nothing that comes`()
    async throws
  {
    let (setup, pane) = try await start()
    let window = setup.window
    /// Adds some buttons without an action, with a pause behind each.
    func add(_ names: [String], pause: Duration) async throws {
      for name in names {
        try await setup.server.run { world in
          _ = try world.add(.button, name, under: pane)
          world.pass(pause)
        }
      }
    }
    func told(_ name: String, in parent: ElementID) async throws -> [String] {
      try await names(setup) { _ = try $0.add(.button, name, under: parent) }
    }
    try await add(["A", "B", "C"], pause: .seconds(1))
    #expect(try await told("Late", in: pane) == [], "one more comes each second")
    try await setup.server.run { $0.pass(.seconds(4)) }
    for name in ["D", "E", "F"] {
      #expect(try await told(name, in: pane) == [name])
      // Its panel is filled when the receipt is on its way.
      try await setup.server.run { $0.pass(.milliseconds(300)) }
      try await add([1, 2, 3, 4].map { "\(name)\($0)" }, pause: .milliseconds(40))
      try await setup.server.run { $0.pass(.seconds(3)) }
    }
    // A title that counts says nothing of what comes in its window.
    try await setup.tick(window) { world, step in
      try? world.change(window) { $0.label = "Mail (\(step))" }
    }
    #expect(try await told("G", in: window) == ["G"])
  }

  @Test func `What is new, and shown a moment later, is named once`() async throws {
    let (setup, pane) = try await start()
    let told = try await names(setup) { world in
      let button = try world.add(.button, "Open", under: pane) { $0.states.remove(.showing) }
      try world.change(button) { $0.states.insert(.showing) }
    }
    #expect(told == ["Open"])
  }

  @Test func `What is drawn again as it was is not named`() async throws {
    let setup = try await EffectSetup.start()
    let (list, old) = try await setup.server.run { [window = setup.window] world in
      let list = try world.add(.list, "Tasks", under: window)
      return (list, try world.add(.checkBox, "Buy milk", under: list))
    }
    try await setup.start()
    let told = try await names(setup) { world in
      try world.remove(old)
      _ = try world.add(.checkBox, "Buy milk", under: list)
      _ = try world.add(.checkBox, "Sell milk", under: list)
    }
    #expect(told == ["Sell milk"])
  }

  @Test func `Nothing is named of what was there`() async throws {
    let (setup, _) = try await start()
    let told = try await names(setup) { [status = setup.status] world in
      try world.change(status) { $0.label = "done" }
    }
    #expect(told == [])
  }
}

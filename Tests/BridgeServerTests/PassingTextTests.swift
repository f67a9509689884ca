import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What goes back by itself, or is only read further, is no effect of an action.
@Suite(.timeLimit(.minutes(5)))
struct PassingTextTests {
  /// Two buttons and a text in a window; the first may be in a group with the text.
  private func start(
    isBeside: Bool = false, _ role: Role = .label, says text: String = ""
  ) async throws -> (setup: EffectSetup, save: ElementID, text: ElementID) {
    let setup = try await EffectSetup.start()
    let window = setup.window
    let (save, message) = try await setup.server.run { world in
      let group = try world.add(.group, "Document", under: window)
      return (
        try world.add(.button, "Save", under: window),
        try world.add(role, text, under: isBeside ? group : window)
      )
    }
    try await setup.start()
    return (setup, save, message)
  }

  @Test(arguments: [Role.label, .statusBar, .status])
  func `That a message goes away during the next action is not known to be of that`(
    role: Role
  ) async throws {
    let (setup, save, text) = try await start(role)
    #expect(
      try await setup.effect(of: save) { try $0.change(text) { $0.label = "Saved" } } == .seen)
    let effect = try await setup.effect(of: setup.button) { world in
      world.later(.milliseconds(200)) { [weak world] in
        try? world?.change(text) { $0.label = "" }
      }
    }
    #expect(effect == .uncertain)
  }

  /// How a message goes away that is in no live region.
  enum Leaving: CaseIterable {
    case isRemoved, isHidden, isRemovedWithBox
  }

  @Test(arguments: Leaving.allCases)
  func `That a message in no live region is taken away is not known to be of the next action`(
    leaving: Leaving
  ) async throws {
    let (setup, save, _) = try await start()
    let window = setup.window
    let effect = try await setup.effect(of: save) { world in
      let box = try world.add(.generic, "", under: window)
      _ = try world.add(.icon, "", under: box)
      _ = try world.add(.label, "Saved", under: box) { $0.states.insert(.showing) }
    }
    #expect(effect == .seen)
    try await setup.server.run { $0.pass(.seconds(3)) }
    @Sendable func leave(_ world: World) throws {
      let box = try #require(world.store.tree[window]?.children.last)
      let text = try #require(world.store.tree[box]?.children.last)
      switch leaving {
      case .isRemoved: try world.remove(text)
      case .isRemovedWithBox: try world.remove(box)
      case .isHidden:
        try world.change(text) { $0.states.remove(.showing) }
        try world.change(text) { $0.states.remove(.visible) }
      }
    }
    #expect(try await setup.effect(of: setup.button, leave) == .uncertain)
  }

  @Test func `What has something that people act on, or came long before, is no such message`()
    async throws
  {
    let (setup, save, _) = try await start()
    let window = setup.window
    #expect(
      try await setup.effect(of: save) { world in
        let panel = try world.add(.generic, "", under: window)
        _ = try world.add(.label, "Options", under: panel)
        _ = try world.add(.checkBox, "Wrap", under: panel)
        let list = try world.add(.list, "Rows", under: window)
        let row = try world.add(.listItem, "", under: list)
        _ = try world.add(.label, "One", under: row)
      } == .seen)
    @Sendable func removeLast(_ world: World) throws {
      try world.remove(try #require(world.store.tree[window]?.children.last))
    }
    for _ in 0..<2 {
      try await setup.server.run { $0.pass(.seconds(3)) }
      #expect(try await setup.effect(of: setup.button, removeLast) == .seen)
    }
    try await setup.server.run { $0.pass(.seconds(3)) }
    #expect(
      try await setup.effect(of: save) { world in
        _ = try world.add(.label, "Saved", under: window)
      } == .seen)
    try await setup.server.run { $0.pass(.seconds(12)) }
    #expect(try await setup.effect(of: setup.button, removeLast) == .seen)
  }

  @Test func `That a status bar says what it did before a message is not known to be an effect`()
    async throws
  {
    let (setup, save, text) = try await start(.statusBar, says: "Ready")
    try await setup.server.run { $0.pass(.seconds(12)) }
    #expect(
      try await setup.effect(of: save) { try $0.change(text) { $0.label = "Saved" } } == .seen)
    let effect = try await setup.effect(of: setup.button) { world in
      try world.change(text) { $0.label = "Ready" }
    }
    #expect(effect == .uncertain)
  }

  @Test func `A text that was there for long, or says something else, is changed by an action`()
    async throws
  {
    let (setup, save, text) = try await start()
    #expect(
      try await setup.effect(of: save) { try $0.change(text) { $0.label = "Saved" } } == .seen)
    #expect(
      try await setup.effect(of: setup.button) { try $0.change(text) { $0.label = "Sent" } }
        == .seen)
    try await setup.server.run { $0.pass(.seconds(12)) }
    #expect(
      try await setup.effect(of: setup.button) { try $0.change(text) { $0.label = "" } } == .seen)
  }

  @Test func `A message that is nearer to the action than to what showed it is cleared by that`()
    async throws
  {
    let (setup, save, text) = try await start(isBeside: true)
    let dismiss = try await setup.server.run { world in
      let group = try #require(world.store.tree[text]?.parent)
      return try world.add(.button, "Dismiss", under: group)
    }
    try await setup.start()
    #expect(
      try await setup.effect(of: save) { try $0.change(text) { $0.label = "Saved" } } == .seen)
    #expect(try await setup.effect(of: dismiss) { try $0.change(text) { $0.label = "" } } == .seen)
  }

  @Test func `A field that was filled just now is cleared by an action`() async throws {
    let (setup, save, field) = try await start(.textField)
    #expect(
      try await setup.effect(of: save) { try $0.change(field) { $0.value = "Ada" } } == .seen)
    #expect(
      try await setup.effect(of: setup.button) { try $0.change(field) { $0.value = "" } } == .seen)
  }

  @Test func `That what an action before expanded is so no more is not known to be an effect`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let window = setup.window
    let (menu, pop) = try await setup.server.run { world in
      let menu = try world.add(.generic, "", under: window)
      return (menu, try world.add(.button, "Pop", under: menu))
    }
    try await setup.start()
    #expect(
      try await setup.effect(of: pop) { world in
        try world.change(menu) { $0.states.formUnion([.expandable, .expanded]) }
      } == .seen)
    try await setup.server.run { $0.pass(.seconds(3)) }
    let effect = try await setup.effect(of: setup.button) { world in
      try world.change(menu) { $0.states.subtract([.expandable, .expanded]) }
    }
    #expect(effect == .uncertain)
    #expect(
      try await setup.effect(of: pop) { try $0.change(menu) { $0.states.insert(.expanded) } }
        == .seen)
    try await setup.server.run { $0.pass(.seconds(3)) }
    #expect(
      try await setup.effect(of: pop) { try $0.change(menu) { $0.states.remove(.expanded) } }
        == .seen)
  }
}

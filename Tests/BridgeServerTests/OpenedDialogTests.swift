import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// A dialog that comes to the front behind an action is its effect, also while the application starts.
@Suite(.timeLimit(.minutes(10)))
struct OpenedDialogTests {
  private static let front: States = [.enabled, .visible, .showing, .active]

  /// An application that starts, and a button in its page.
  private func starting() async throws -> (EffectSetup, page: ElementID, button: ElementID) {
    let setup = try await EffectSetup.start()
    let window = setup.window
    let (page, button) = try await setup.server.run { world in
      let page = try world.add(.document, "Page", under: window)
      let root = try #require(world.store.tree[window]?.application)
      world.store.edit { $0.updateApplication(root) { $0.load = .structure } }
      return (page, try world.add(.button, "Ask", under: page))
    }
    return (setup, page, button)
  }

  @Test(arguments: [Role.dialog, .alertDialog])
  func `A dialog that comes to the front while the application starts is an effect`(role: Role)
    async throws
  {
    let (setup, page, button) = try await starting()
    let window = setup.window
    func effect(of change: @escaping @Sendable (World) throws -> Void) async throws
      -> Receipt.Effect?
    {
      try await setup.effect(of: button, change)
    }
    let bar = try await effect { _ = try $0.add(role, "Infobar", under: window) }
    #expect(bar == .uncertain, "it does not come to the front")
    let inPage = try await effect { world in
      _ = try world.add(role, "Cookies", under: page) { $0.states = Self.front }
    }
    #expect(inPage == .uncertain, "pages open dialogs by themselves")
    let told = try await effect { world in
      let dialog = try world.add(role, "Sure?", under: window)
      world.later(.milliseconds(20)) { [weak world] in
        try? world?.change(dialog) { $0.states = Self.front }
      }
    }
    #expect(told == .seen)
  }

  @Test func `A dialog is no sure effect where the application has opened one by itself`()
    async throws
  {
    let (setup, _, button) = try await starting()
    let window = setup.window
    @Sendable func open(_ world: World) throws {
      try world.add(.dialog, "News", under: window) { $0.states = Self.front }
    }
    try await setup.server.run { try open($0) }
    #expect(try await setup.effect(of: button, open) == .uncertain)
    try await setup.server.run { $0.pass(.seconds(12)) }
    #expect(try await setup.effect(of: button, open) == .seen)
  }
}

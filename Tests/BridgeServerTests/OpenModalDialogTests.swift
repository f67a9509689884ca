import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// A modal dialog while a menu behind it is open, as in Audacity: the window of the menu is active then, and the dialog is not.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct OpenModalDialogTests {
  @Test(arguments: [true, false])
  func `What is disabled in a menu is refused with the name of a modal dialog that is open`(
    isShown: Bool
  ) async throws {
    let setup = try await EffectSetup.start { _, _ in
      .refused(ActionRefusal(.disabled, "it is disabled; wait until it is enabled"))
    }
    let (item, cancel) = try await setup.server.run { [window = setup.window] world in
      try world.change(window) { $0.states.insert(.active) }
      let root = try #require(world.store.tree[window]?.application)
      let dialog = try world.add(.dialog, "Preferences", under: root) {
        $0.states.insert(.modal)
        if !isShown { $0.states.subtract([.showing, .visible]) }
      }
      let bar = try world.add(.menuBar, "", under: window)
      let menu = try world.add(.menu, "Edit", under: bar)
      return (
        try world.add(.menuItem, "Undo", under: menu), try world.add(.button, "OK", under: dialog)
      )
    }
    let words =
      isShown
      ? "menuitem \"Undo\" is disabled, and dialog \"Preferences\" is open, which may be why"
      : "it is disabled; wait until it is enabled"
    #expect(try await setup.perform(.press, item).refusal?.message == words)
    let own = try #require(try await setup.perform(.press, cancel).refusal)
    #expect(own.message == "it is disabled; wait until it is enabled")
  }

  @Test func `A menu that opens behind a modal dialog is told to be behind it`() async throws {
    let setup = try await EffectSetup.start()
    let (dialog, menu) = try await setup.server.run { [window = setup.window] world in
      let root = try #require(world.store.tree[window]?.application)
      let dialog = try world.add(.dialog, "Preferences", under: root) {
        $0.states.formUnion([.modal, .active])
      }
      let bar = try world.add(.menuBar, "", under: window)
      let menu = try world.add(.menu, "Edit", under: bar)
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(menu) { $0.states.insert(.selected) }
        try? world.change(dialog) { $0.states.remove(.active) }
        try? world.change(window) { $0.states.insert(.active) }
        done(.performed(method: "fake"))
      }
      return (dialog, menu)
    }
    #expect(try await setup.perform(.press, menu).obstacle?.detail?.element == dialog)
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What a modal dialog is in front of.
@Suite(.timeLimit(.minutes(10)))
struct ModalDialogTests {
  @discardableResult private func addDialog(
    _ setup: EffectSetup, to parent: ElementID? = nil, _ states: States = [.modal, .active]
  ) async throws -> (dialog: ElementID, button: ElementID) {
    try await setup.server.run { [window = setup.window] world in
      let root = try #require(world.store.tree[window]?.application)
      let dialog = try world.add(.dialog, "Delete everything?", under: parent ?? root) {
        $0.states.formUnion(states)
      }
      return (dialog, try world.add(.button, "Cancel", under: dialog))
    }
  }

  @Test func `A receipt says that a modal dialog is in front, and how it is closed`() async throws {
    let setup = try await EffectSetup.start()
    let status = setup.status
    let (dialog, cancel) = try await addDialog(setup)
    try await setup.start()
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(status) { $0.label = "deleted" }
        done(.performed(method: "fake"))
      }
    }
    let receipt = try await setup.perform()
    #expect(receipt.effect == .seen)
    let obstacle = try #require(receipt.obstacle)
    #expect(obstacle.detail?.element == dialog)
    #expect(obstacle.message.contains("the modal dialog \"Delete everything?\" is in front"))
    #expect(obstacle.detail?.remedy == "Close it first, as by button \"Cancel\" \(cancel).")
    // What is in it is not behind it, and what is only looked at needs nobody in front.
    #expect(try await setup.perform(.press, cancel).obstacle == nil)
    #expect(try await setup.perform(.focus).obstacle == nil)
  }

  @Test func `A button is named that closes the dialog, or else the key that does`() async throws {
    for (labels, closing) in [
      (["Custom colour", "_Select", "_Cancel"], "_Cancel"), (["Copy", "OK", "Close"], "Close"),
      (["Custom colour", "Select"], nil),
    ] {
      let setup = try await EffectSetup.start()
      let (dialog, ids) = try await setup.server.run { [window = setup.window] world in
        let root = try #require(world.store.tree[window]?.application)
        let dialog = try world.add(.dialog, "Colours", under: root) {
          $0.states.formUnion([.modal, .active])
        }
        if closing != nil {
          // That of a part of the dialog closes only that.
          let part = try world.add(.group, "Password", under: dialog)
          try world.add(.button, "Cancel", under: part)
        }
        return (dialog, try labels.map { try world.add(.button, $0, under: dialog) })
      }
      let button = closing.flatMap(labels.firstIndex).map { ids[$0] }
      let expected =
        if let button, let closing {
          "Close it first, as by button \"\(closing)\" \(button)."
        } else {
          "Run \"escape '\(dialog)' --synthesize\", which closes most dialogs, "
            + "before you act on what is behind it."
        }
      #expect(try await setup.perform().obstacle?.detail?.remedy == expected)
    }
  }

  @Test func `A dialog in a frame is in front of what is beside that, and not of the rest`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (frame, page) = try await setup.server.run { [window = setup.window] world in
      let tab = try world.add(.tabPanel, "Page", under: window)
      let document = try world.add(.document, "Page", under: tab)
      return (
        try world.add(.internalFrame, "", under: tab),
        try world.add(.button, "Buy", under: document)
      )
    }
    let (dialog, _) = try await addDialog(setup, to: frame, .modal)
    #expect(try await setup.perform(.press, page).obstacle?.detail?.element == dialog)
    #expect(try await setup.perform().obstacle == nil)
  }

  @Test func `Nothing is in front that is not modal, not shown, or not active beside the window`()
    async throws
  {
    for (states, isShown, isWindowActive) in [
      (States.active, true, false), ([.modal, .active], false, false), (.modal, true, true),
    ] {
      let setup = try await EffectSetup.start()
      let window = setup.window
      let (dialog, _) = try await addDialog(setup, states)
      try await setup.server.run { world in
        if !isShown { try world.change(dialog) { $0.states.subtract([.showing, .visible]) } }
        if isWindowActive { try world.change(window) { $0.states.insert(.active) } }
      }
      #expect(try await setup.perform().obstacle == nil)
    }
  }

  @Test func `A dialog is in front of which GTK 4 says neither that it is showing nor active`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (dialog, _) = try await addDialog(setup, .modal)
    try await setup.server.run { try $0.change(dialog) { $0.states.subtract(.showing) } }
    #expect(try await setup.perform().obstacle?.detail?.element == dialog)
    // In the window it would be scrolled out of sight.
    let other = try await EffectSetup.start()
    let (part, _) = try await addDialog(other, to: other.window, .modal)
    try await other.server.run { try $0.change(part) { $0.states.subtract(.showing) } }
    #expect(try await other.perform().obstacle == nil)
  }

  @Test func `What is disabled behind a dialog is refused with the name of that`() async throws {
    for states in [States.active, [.modal, .active], []] {
      let setup = try await EffectSetup.start { _, _ in
        .refused(ActionRefusal(.disabled, "it is disabled; wait until it is enabled"))
      }
      let (_, cancel) = try await addDialog(setup, states)
      let refusal = try #require(try await setup.perform().refusal)
      #expect(refusal.reason == .disabled)
      if states.isEmpty {
        #expect(refusal.message == "it is disabled; wait until it is enabled")
        continue
      }
      let reason = "is disabled, and dialog \"Delete everything?\" is in front, which may be why"
      #expect(refusal.message == "button \"Press\" \(reason)")
      #expect(refusal.detail?.remedy == "Close it first, as by button \"Cancel\" \(cancel).")
      // What is in the dialog is not behind it.
      let own = try #require(try await setup.perform(.press, cancel).refusal)
      #expect(own.message == "it is disabled; wait until it is enabled")
    }
  }

  @Test func `What does not take the focus behind a dialog is refused with the name of that`()
    async throws
  {
    let reason = "textbox \"Name\" did not take the focus"
    let setup = try await EffectSetup.start { _, _ in .refused(ActionRefusal(.rejected, reason)) }
    #expect(try await setup.perform(.focus).refusal?.message == reason)
    let (_, cancel) = try await addDialog(setup, [.modal, .active])
    let refusal = try #require(try await setup.perform(.focus).refusal)
    #expect(
      refusal.message == "\(reason); dialog \"Delete everything?\" is in front, which may be why")
    #expect(refusal.detail?.remedy == "Close it first, as by button \"Cancel\" \(cancel).")
  }

  @Test func `Of two modal dialogs the active one is in front, also of the other`() async throws {
    let setup = try await EffectSetup.start()
    let (_, save) = try await addDialog(setup, .modal)
    let (alert, cancel) = try await addDialog(setup)
    try await addDialog(setup, .modal)
    for behind in [setup.button, save] {
      #expect(try await setup.perform(.press, behind).obstacle?.detail?.element == alert)
    }
    #expect(try await setup.perform(.press, cancel).obstacle == nil)
    try await setup.server.run { try $0.change(alert) { $0.states.remove(.active) } }
    #expect(try await setup.perform(.press, save).obstacle == nil)
  }

  @Test func `A menu that has opened from a dialog is not behind it`() async throws {
    let setup = try await EffectSetup.start()
    _ = try await addDialog(setup)
    let item = try await setup.server.run { [window = setup.window] world in
      let menu = try world.add(.menu, "Colours", under: window)
      return try world.add(.menuItem, "Red", under: menu)
    }
    #expect(try await setup.perform(.press, item).obstacle == nil)
  }

  @Test func `The menus of a menu bar are behind a dialog`() async throws {
    let setup = try await EffectSetup.start()
    let (dialog, _) = try await addDialog(setup)
    let item = try await setup.server.run { [window = setup.window] world in
      let bar = try world.add(.menuBar, "", under: window)
      let menu = try world.add(.menu, "Edit", under: bar)
      return try world.add(.menuItem, "Select All", under: menu)
    }
    #expect(try await setup.perform(.press, item).obstacle?.detail?.element == dialog)
  }

  @Test func `The dialog of a page is named where nothing matches`() async throws {
    let setup = try await EffectSetup.start()
    let page = try await setup.server.run { [window = setup.window] world in
      try world.add(.document, "Shop", under: window)
    }
    _ = try await addDialog(setup, to: page)
    let text = try #require(await missing(setup))
    let words = "is open, and the page behind it is left out until it is closed"
    #expect(text.hasSuffix("]; dialog \"Delete everything?\" \(words)"), "\(text)")
    // Browsers leave out nothing behind one that only says that it is modal.
    try await setup.server.run { _ = try $0.add(.button, "Buy", under: page) }
    let other = try #require(await missing(setup))
    #expect(!other.contains("Delete everything?"), "\(other)")
  }

  /// Returns the error where nothing matches.
  private func missing(
    _ setup: EffectSetup, _ selector: String = "button[label=Send]"
  ) async -> String? {
    let missing = await #expect(throws: ClientError.self) {
      try await setup.client.call(
        PerformRequest(target: .selector(selector), command: .press), timeout: .patience)
    }
    return missing?.status?.message
  }

  @Test func `An error says of which application what is open is true`() async throws {
    let setup = try await EffectSetup.start()
    try await setup.server.run { world in
      let page = try world.add(.document, "Shop", under: world.addApplication("Browser").window)
      _ = try world.add(.dialog, "Sure?", under: page) { $0.states.insert(.modal) }
    }
    let words = "the page behind it is left out until it is closed"
    for selector in ["button[label=Send]", "application button[label=Send]"] {
      let text = try #require(await missing(setup, selector))
      let end = "; if \"Browser\" was meant: dialog \"Sure?\" is open there, and \(words)"
      #expect(text.hasSuffix(end), "\(text)")
    }
    let named = try #require(
      await missing(setup, "application[name=Browser] button[label=Send]"))
    #expect(named.hasSuffix("; dialog \"Sure?\" is open, and \(words)"), "\(named)")
    let other = try #require(
      await missing(setup, "application:not([name=Browser]) button[label=Send]"))
    #expect(!other.contains("Sure?"), "\(other)")
  }

  @Test(arguments: [Role.dialog, .window])
  func `What is all that is left of its window is named where nothing matches`(
    role: Role
  ) async throws {
    // As large as the window, as in Firefox, which has a frame for each dialog.
    for (height, isNamed) in [(160.0, true), (600, false)] {
      let setup = try await EffectSetup.start()
      try await setup.server.run { world in
        let window = try world.addApplication("Browser").window
        try world.change(window) {
          $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 800, height: 600), space: .screen)
        }
        let dialog = try world.add(role, "This page says", under: window) {
          $0.frame = Frame(rect: Rect(x: 9, y: 0, width: 400, height: height), space: .screen)
        }
        _ = try world.add(.button, "OK", under: dialog)
      }
      let text = try #require(await missing(setup))
      #expect(text.contains("\(role.name) \"This page says\"") == isNamed, "\(text)")
      let words = "is open there, and the window behind it is left out while it is in front"
      #expect(text.hasSuffix(words) == isNamed, "\(text)")
    }
  }

  @Test func `What closes the dialog of a page has a second to be seen`() async throws {
    let setup = try await EffectSetup.start()
    let page = try await setup.server.run { [window = setup.window] world in
      try world.add(.document, "Shop", under: window)
    }
    let (dialog, close) = try await addDialog(setup, to: page)
    try await setup.start()
    let effect = try await setup.effect(of: close) { world in
      world.later(.milliseconds(700)) { try? world.remove(dialog) }
    }
    #expect(effect == .seen)
  }

  @Test func `That a dialog closes is an effect also while its page is being read`() async throws {
    for isDrawnAgain in [false, true] {
      let setup = try await EffectSetup.start()
      let page = try await setup.server.run { [window = setup.window] world in
        try world.add(.document, "Shop", under: window)
      }
      // The page has only just come.
      let (dialog, close) = try await addDialog(setup, to: page)
      let effect = try await setup.effect(of: close) { world in
        try world.remove(dialog)
        if isDrawnAgain {
          _ = try world.add(.dialog, "Delete everything?", under: page) {
            $0.states.insert(.modal)
          }
        }
      }
      #expect(effect == (isDrawnAgain ? .uncertain : .seen))
    }
  }

  @Test(arguments: ["removed", "removed with its frame", "hidden", "gone", "another"])
  func `That a dialog without a page closes is an effect right after the start, too`(
    change: String
  ) async throws {
    let setup = try await EffectSetup.start()
    let window = setup.window
    let (dialog, close, other) = try await setup.server.run { world in
      let parent = try world.add(.group, "Frame", under: window)
      func add(_ name: String) throws -> ElementID {
        try world.add(.dialog, name, under: parent) { $0.states = [.showing, .visible, .modal] }
      }
      let dialog = try add("The page says")
      return (dialog, try world.add(.button, "OK", under: dialog), try add("Welcome"))
    }
    let effect = try await setup.effect(of: close) { world in
      let parent = try #require(world.store.tree[dialog]?.parent)
      switch change {
      case "hidden": try world.change(dialog) { $0.states = [.enabled] }
      case "gone": try world.change(dialog) { $0.states.insert(.defunct) }
      case "removed with its frame": try world.remove(parent)
      case "another": try world.remove(other)
      default: try world.remove(dialog)
      }
    }
    #expect(effect == (change == "another" ? .uncertain : .seen))
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What an action before, or its own focusing, brings about late is no effect of an action.
@Suite(.timeLimit(.minutes(10)))
struct LateEffectTests {
  private func frame(_ y: Double, height: Double = 10) -> Frame {
    Frame(rect: Rect(x: 0, y: y, width: 10, height: height), space: .screen)
  }

  @Test func `That what was pressed before goes up and is moved late is no effect`() async throws {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let other = try await setup.server.run { try $0.add(.button, "Hide", under: window) }
    try await setup.server.run { $0.pass(.seconds(12)) }
    let (first, second) = (frame(20), frame(40))
    func hide() async throws {
      let effect = try await setup.effect(of: other) { world in
        try world.change(other) { $0.states.formUnion([.pressed, .focused]) }
        try world.change(status) { $0.states.formSymmetricDifference([.showing, .visible]) }
      }
      #expect(effect == .seen)
    }
    try await hide()
    let late = try await setup.effect(of: button) { world in
      try world.change(button) {
        $0.states.insert(.pressed)
        $0.frame = first
      }
      try world.change(button) { $0.states.remove(.pressed) }
      try world.change(other) {
        $0.states.remove(.pressed)
        $0.frame = second
      }
    }
    #expect(late == .uncertain)
    try await setup.start()
    try await hide()
    // Whatever else becomes of it is an effect.
    let renamed = try await setup.effect(of: button) { world in
      try world.change(other) {
        $0.states.remove(.pressed)
        $0.label = "Show"
      }
    }
    #expect(renamed == .seen)
  }

  @Test(arguments: [Role.text, .button])
  func `What comes late after an action that had no effect yet is not known to be one of the next`(
    role: Role
  ) async throws {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let other = try await setup.server.run { try $0.add(.button, "Save later", under: window) }
    let elsewhere =
      role == .text
      ? status
      : try await setup.server.run {
        try $0.add(role, "0", under: window)
      }
    try await setup.start()
    /// Presses the button, which changes an element so many milliseconds later.
    func press(_ id: ElementID, after time: Int64) async throws -> Receipt.Effect? {
      try await setup.effect(of: button) { world in
        _ = world.loop.schedule(after: .milliseconds(time)) { [weak world] in
          try? world?.change(id) { $0.label = ($0.label ?? "") + "!" }
        }
      }
    }
    func silent() async throws {
      #expect(try await setup.effect(of: other) { _ in } == .notSeen)
    }
    try await silent()
    #expect(try await press(elsewhere, after: 250) == .uncertain)
    #expect(try await press(elsewhere, after: 250) == .uncertain, "it may have been of this one")
    try await setup.start()
    try await silent()
    #expect(try await press(elsewhere, after: 0) == .uncertain, "nothing says which it is of")
    try await setup.server.run { world in
      world.source.actsBeforeAnswer = true
      world.pass(.seconds(3))
    }
    #expect(try await press(elsewhere, after: 0) == .seen)
    try await silent()
    #expect(try await press(elsewhere, after: 0) == .seen, "a quick effect is one of this action")
    #expect(try await press(elsewhere, after: 250) == .uncertain, "the one before may still come")
    #expect(try await press(elsewhere, after: 250) == .uncertain, "so it may now")
    try await setup.start()
    try await silent()
    #expect(try await press(button, after: 250) == .seen, "it is of the target")
    try await silent()
    try await setup.server.run { $0.pass(.seconds(3)) }
    #expect(try await press(elsewhere, after: 250) == .seen)
    try await setup.server.run { world in
      world.source.quickEffect = .milliseconds(390)
      world.pass(.seconds(3))
    }
    #expect(try await press(elsewhere, after: 250) == .seen)
    try await silent()
    #expect(try await press(elsewhere, after: 250) == .seen, "the toolkit acts late")
    try await silent()
    try await setup.server.run { $0.source.quickEffect = .milliseconds(1) }
    #expect(try await press(elsewhere, after: 20) == .uncertain, "the toolkit tells at once")
    try await silent()
    let opened = try await setup.effect(of: button) { world in
      world.later(.milliseconds(20)) { [weak world] in
        _ = try? world?.add(.dialog, "Sure?", under: window)
      }
    }
    #expect(opened == .seen, "what is new has to be read")
  }

  @Test
  func `After an action that had no effect yet, what is nearer to the next target is of that`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    func card() async throws -> (buy: ElementID, box: ElementID, count: ElementID) {
      try await setup.server.run { world in
        let card = try world.add(.group, "Card", under: window)
        return (
          try world.add(.button, "Buy", under: card), try world.add(.checkBox, "Gift", under: card),
          try world.add(.text, "0", under: card)
        )
      }
    }
    let (buy, box, count) = try await card()
    try await setup.start()
    /// Presses something without effect, and then what changes an element as soon as it has answered.
    func effect(
      of target: ElementID, after former: ElementID,
      _ change: @escaping @Sendable (World) throws -> Void
    ) async throws -> Receipt {
      try await setup.start()
      #expect(try await setup.effect(of: former) { _ in } == .notSeen)
      try await setup.server.run { world in
        world.source.onPerform = { [unowned world] _, done in
          world.later(.milliseconds(5)) { try? change(world) }
          done(.performed(method: "fake"))
        }
      }
      return try await setup.perform(.press, target)
    }
    @Sendable func rename(_ id: ElementID) -> @Sendable (World) throws -> Void {
      { try $0.change(id) { $0.label = ($0.label ?? "") + "!" } }
    }
    #expect(try await effect(of: buy, after: button, rename(count)).effect == .seen)
    #expect(try await effect(of: buy, after: button, rename(buy)).effect == .seen)
    #expect(try await effect(of: buy, after: button, rename(status)).effect == .uncertain)
    #expect(try await effect(of: button, after: buy, rename(count)).effect == .uncertain)
    #expect(try await effect(of: buy, after: buy, rename(buy)).effect == .uncertain)
    let checked = try await effect(of: box, after: box) {
      try $0.change(box) { $0.states.insert(.checked) }
    }
    #expect(checked.effect == .uncertain)
    let opened = try await effect(of: buy, after: button) { world in
      _ = try world.add(.dialog, "Sure?", under: window)
    }
    #expect(opened.effect == .uncertain && opened.appeared.count == 1, "it is named all the same")
    // What was there before the next action is none of it, and nothing more is waited for then.
    try await setup.start()
    #expect(try await setup.effect(of: button) { _ in } == .notSeen)
    try await setup.server.run { try $0.change(status) { $0.label = "saved" } }
    #expect(try await setup.effect(of: buy, rename(status)) == .seen)
    // What takes the target away is of it, unless it takes that of the action before as well.
    let removed = try await effect(of: buy, after: button) { world in
      try world.remove(try #require(world.store.tree[buy]?.parent))
    }
    #expect(removed.effect == .seen)
    let (other, _, last) = try await card()
    let both = try await effect(of: other, after: last) { world in
      try world.remove(try #require(world.store.tree[other]?.parent))
    }
    #expect(both.effect == .uncertain)
  }

  @Test func `What keys change in their target is of them, also after keys without effect there`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, status) = (setup.window, setup.status)
    let field = try await setup.server.run { try $0.add(.textField, "Name", under: window) }
    func keys(
      _ change: @escaping @Sendable (World) throws -> Void
    ) async throws -> Receipt.Effect? {
      try await setup.receipt(of: .keys(try KeyChord.parse("F9")), on: field, change).effect
    }
    try await setup.start()
    #expect(try await keys { _ in } == .notSeen)
    #expect(try await keys { try $0.change(field) { $0.value = "Ada" } } == .seen)
    #expect(try await keys { try $0.change(status) { $0.label = "saved" } } == .uncertain)
  }

  @Test func `An effect that comes after two actions is of neither for certain`() async throws {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let (late, own, text) = try await setup.server.run { world in
      let card = try world.add(.group, "Card", under: window)
      return (
        try world.add(.button, "Late", under: window), try world.add(.button, "Count", under: card),
        try world.add(.text, "0", under: card)
      )
    }
    try await setup.start()
    #expect(try await setup.effect(of: late) { _ in } == .notSeen)
    let seen = try await setup.effect(of: own) { try $0.change(text) { $0.label = "1" } }
    #expect(seen == .seen)
    let third = try await setup.effect(of: button) { world in
      world.later(.milliseconds(5)) { try? world.change(status) { $0.label = "late" } }
    }
    #expect(third == .uncertain)
  }

  @Test func `What a page scrolled before, which is found late, is no effect of a press`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (button, rows) = try await setup.server.run { [window = setup.window] world in
      let page = try world.add(.document, "Shop", under: window)
      return (
        try world.add(.button, "Buy", under: page),
        try (0..<4).map { try world.add(.text, "Row \($0)", under: page) }
      )
    }
    try await setup.start()
    // Each is shown or hidden, and elsewhere.
    @Sendable func scroll(_ world: World, _ rows: ArraySlice<ElementID>) throws {
      for row in rows {
        try world.change(row) {
          $0.states.formSymmetricDifference([.showing])
          $0.frame = Frame(
            rect: Rect(x: 0, y: ($0.frame?.rect.y ?? 0) + 100, width: 10, height: 10),
            space: .screen)
        }
      }
    }
    func press(after command: ActionCommand) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        world.source.onPerform = { [unowned world] _, done in
          try? scroll(world, rows[..<2])
          done(.performed(method: "fake"))
        }
      }
      _ = try await setup.perform(command, rows[3])
      return try await setup.effect(of: button) { try scroll($0, rows[2...]) }
    }
    #expect(try await press(after: .scrollIntoView) == .uncertain)
    try await setup.start()
    try await setup.server.run { $0.pass(.seconds(3)) }
    #expect(try await setup.effect(of: button) { try scroll($0, rows[2...]) } == .seen)
  }

  @Test func `What is told late of a window that was hidden before is no effect`() async throws {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let shown: States = [.enabled, .visible, .showing]
    let (dialog, close) = try await setup.server.run { world in
      try world.change(window) { $0.states = shown }
      let root = try #require(world.store.tree[window]?.parent)
      let dialog = try world.add(.dialog, "Sure?", under: root) { $0.states = shown }
      return (dialog, try world.add(.button, "Yes", under: dialog))
    }
    try await setup.start()
    let hidden = try await setup.effect(of: close) { world in
      try world.change(dialog) { $0.states = [.enabled] }
    }
    #expect(hidden == .seen)
    let inside = try await setup.effect(of: button) { world in
      try world.change(close) { $0.states.insert(.focusable) }
    }
    #expect(inside == .uncertain)
    let opened = try await setup.effect(of: button) { world in
      try world.change(dialog) { $0.label = "Really?" }
      try world.change(dialog) { $0.states = shown }
    }
    #expect(opened == .seen)
    #expect(
      try await setup.effect(of: close) { try $0.change(dialog) { $0.states = [.enabled] } }
        == .seen)
    let field = try await setup.server.run { try $0.add(.textField, "Name", under: window) }
    try await setup.start()
    let removed = try await setup.effect(of: button) { world in
      try world.change(window) { $0.states.insert(.active) }
      try world.change(field) { $0.states.insert(.focused) }
      try world.change(dialog) { $0.role = .alert }
      try world.remove(dialog)
    }
    #expect(removed == .uncertain)
    let back = try await setup.effect(of: button) { world in
      for (old, new) in [(field, close), (close, field)] {
        world.store.edit { $0.post(.focusMoved(from: old, to: new)) }
      }
    }
    #expect(back == .uncertain)
    // One that was shown until then was closed.
    let other = try await setup.server.run { world in
      let root = try #require(world.store.tree[window]?.parent)
      return try world.add(.dialog, "Other", under: root) { $0.states = shown }
    }
    try await setup.start()
    #expect(try await setup.effect(of: button) { try $0.remove(other) } == .seen)
    #expect(
      try await setup.effect(of: button) { try $0.change(status) { $0.label = "x" } } == .seen)
  }

  @Test
  func `That a window gives the focus back late, which an action before made active, is no effect`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let (tabs, tab, field, dialog, close) = try await setup.server.run { world in
      let root = try #require(world.store.tree[window]?.parent)
      let tabs = try world.add(.tabList, "", under: window)
      let dialog = try world.add(.dialog, "Sure?", under: root)
      return (
        tabs, try world.add(.tab, "Customer", under: tabs),
        try world.add(.textField, "Name", under: window), dialog,
        try world.add(.button, "Yes", under: dialog)
      )
    }
    /// Moves the focus, and to or from a window with it.
    @Sendable func focus(_ next: ElementID?, in window: ElementID? = nil, _ world: World) throws {
      try world.store.edit { edit in
        for id in [tabs, tab, field, close] {
          try edit.update(id) {
            if id == next { $0.states.insert(.focused) } else { $0.states.remove(.focused) }
          }
        }
        for id in [setup.window, dialog] where window != nil {
          try edit.update(id) {
            if id == window { $0.states.insert(.active) } else { $0.states.remove(.active) }
          }
        }
      }
    }
    /// Closes the dialog, whose window gets the focus back, and moves that on by the next action.
    func effect(
      of moves: [ElementID], first: ElementID?, after time: Duration = .zero
    ) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        try focus(tabs, in: window, world)
        try focus(close, in: dialog, world)
      }
      try await setup.start()
      _ = try await setup.effect(of: close) { try focus(first, in: window, $0) }
      try await setup.server.run { $0.pass(time) }
      return try await setup.effect(of: button) { world in
        for id in moves { try focus(id, world) }
      }
    }
    #expect(try await effect(of: [tabs], first: tab) == .uncertain)
    #expect(try await effect(of: [tab, tabs], first: nil) == .uncertain)
    #expect(try await effect(of: [field], first: tabs) == .seen, "it did not have it")
    #expect(try await effect(of: [tab], first: tabs, after: .seconds(3)) == .seen)
  }

  @Test func `A button that was switched by an action before goes up by the next`() async throws {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let toggle = try await setup.server.run { try $0.add(.button, "Bold", under: window) }
    try await setup.start()
    for (target, isDown) in [(toggle, true), (button, false)] {
      let effect = try await setup.effect(of: target) { world in
        try world.change(toggle) {
          if isDown { $0.states.insert(.pressed) } else { $0.states.remove(.pressed) }
        }
      }
      #expect(effect == .seen)
    }
  }

  @Test func `A message that goes away by itself is no effect of a press elsewhere`() async throws {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    /// Shows a message with a button, presses something, and takes the message away.
    func effect(
      role: Role = .alert, after time: Duration = .seconds(3), pressesInside: Bool = false,
      hides: Bool = false, also change: @escaping @Sendable (World) throws -> Void = { _ in }
    ) async throws -> Receipt.Effect? {
      let (message, close) = try await setup.server.run { world in
        let message = try world.add(role, "", under: window)
        _ = try world.add(.text, "Saved", under: message)
        return (message, try world.add(.button, "Close", under: message))
      }
      try await setup.server.run { $0.pass(time) }
      let effect = try await setup.effect(of: pressesInside ? close : button) { world in
        if hides {
          try world.change(message) { $0.states.subtract([.showing, .visible]) }
        } else {
          try world.remove(message)
        }
        try change(world)
      }
      try await setup.server.run { world in
        if hides { try world.remove(message) }
        world.pass(.seconds(12))
      }
      return effect
    }
    for role in [Role.alert, .status, .log, .notification] {
      #expect(try await effect(role: role) == .uncertain)
      #expect(try await effect(role: role, hides: true) == .uncertain)
    }
    #expect(try await effect(pressesInside: true) == .seen)
    #expect(try await effect { try $0.change(status) { $0.label = "done" } } == .seen)
    #expect(try await effect(role: .group) == .seen, "it is no message")
    #expect(try await effect(role: .alertDialog) == .seen, "it waits for an answer")
    #expect(try await effect(after: .seconds(11)) == .seen, "it would have gone long ago")
  }

  @Test func `That the text around a message has a character less with it is no effect`()
    async throws
  {
    for (length, inSteps, expected) in [
      (7, false, Receipt.Effect.uncertain), (7, true, .uncertain), (5, false, .seen),
      (5, true, .seen),
    ] {
      let setup = try await EffectSetup.start()
      let (window, button) = (setup.window, setup.button)
      let (page, message) = try await setup.server.run { world in
        let page = try world.add(.group, "Page", under: window) { $0.text = TextState(length: 8) }
        return (page, try world.add(.alert, "Saved", under: page))
      }
      try await setup.start()
      let effect = try await setup.effect(of: button) { world in
        if inSteps { try world.remove(message) }
        try world.store.edit {
          if !inSteps { try $0.remove(message) }
          try $0.update(page) { $0.text = TextState(length: length) }
        }
      }
      #expect(effect == expected, "\(length) \(inSteps)")
    }
  }

  @Test func `That keys give a cell the focus, and select its row, is no effect of the keys`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let frames = [frame(0), frame(0), frame(20), frame(20)]
    let (table, cells) = try await setup.server.run { world in
      let table = try world.add(.table, "Stock", under: window) {
        $0.states.insert(.managesDescendants)
      }
      let cells = try frames.enumerated().map { number, frame in
        try world.add(.cell, "Cell \(number)", under: table) { $0.frame = frame }
      }
      let icon = try world.add(.cell, "Icon", under: cells[2]) { $0.frame = frames[2] }
      return (table, cells + [icon])
    }
    /// Focuses the third cell as GTK 3 does, and then does something else.
    func effect(
      of change: @escaping @Sendable (TreeEdit) throws -> Void
    ) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        try world.store.edit {
          for id in cells + [table] {
            try $0.update(id) {
              $0.states.subtract([.focused, .selected])
              $0.traits.remove(.selected)
            }
          }
          try $0.update(cells[0]) { $0.states.insert(.selected) }
          try $0.update(button) { $0.states.insert(.focused) }
        }
        world.pass(.seconds(20))
        world.source.onPerform = { [unowned world] _, done in
          try? world.store.edit {
            try $0.update(button) { $0.states.remove(.focused) }
            try $0.update(table) {
              $0.states.insert(.focused)
              $0.relations = [Relation(.activeDescendant, [cells[2]])]
            }
          }
          try? world.store.edit {
            try $0.update(cells[0]) { $0.states.remove(.selected) }
            for id in cells[2...4] {
              try $0.update(id) {
                $0.states.insert(.selected)
                $0.traits.insert(.selected)
                $0.actions = [Action(.deselect)]
              }
            }
            try $0.update(cells[2]) { $0.states.insert(.focused) }
          }
          world.store.edit { $0.post(.focusMoved(from: cells[2], to: table)) }
          try? world.store.edit(change)
          done(.performed(method: "fake"))
        }
      }
      return try await setup.perform(.keys(try KeyChord.parse("F9")), cells[2]).effect
    }
    #expect(try await effect { _ in } == .notSeen)
    #expect(
      try await effect { try $0.update(cells[1]) { $0.states.insert(.selected) } } == .seen,
      "another row is selected as well")
    #expect(
      try await effect { try $0.update(cells[3]) { $0.label = "7" } } == .seen)
    #expect(
      try await effect {
        try $0.update(cells[2]) { $0.states.remove(.focused) }
        try $0.update(cells[1]) { $0.states.insert(.focused) }
      } == .seen, "the key moved the focus on")
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What a source does before an action, as selecting the row that is to be activated.
@Suite struct `Prepared actions` {
  @Test func `What is done before an action, and is no part of it, is no effect of it`()
    async throws
  {
    let setup = try await EffectSetup.start()
    try await setup.start()
    let (button, status) = (setup.button, setup.status)
    try await setup.server.run { world in
      world.source.onPrepareAction = { [unowned world] in
        try? world.change(button) { $0.states.formSymmetricDifference(.selected) }
        try? world.change(status) { $0.label = "1 row selected" }
      }
    }
    #expect(try await setup.perform().effect == .notSeen)
    let effect = try await setup.effect(of: button) { world in
      try world.change(status) { $0.label = "opened" }
    }
    #expect(effect == .seen)
  }

  @Test func `What follows late from selecting the target is not known to be an effect`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    try await setup.start()
    try await setup.server.run { world in
      world.source.onPrepareAction = { [unowned world] in
        try? world.change(button) { $0.states.formSymmetricDifference(.selected) }
      }
    }
    func receipt(
      after time: Int64, _ change: @escaping @Sendable (World) throws -> Void
    ) async throws -> Receipt {
      try await setup.server.run { world in
        world.source.onPerform = { [unowned world] _, done in
          world.later(.milliseconds(time)) { [weak world] in
            if let world { try? change(world) }
          }
          done(.performed(method: "fake"))
        }
      }
      return try await setup.perform()
    }
    let late = try await receipt(after: 250) { try $0.change(status) { $0.label = "1 selected" } }
    #expect(late.effect == .uncertain)
    #expect(late.note == "what changed may follow from selecting it first")
    let quick = try await receipt(after: 0) { try $0.change(status) { $0.label = "opened" } }
    #expect(quick.effect == .seen)
    #expect(quick.note.isEmpty)
    let ofTarget = try await receipt(after: 250) { try $0.change(button) { $0.label = "Open" } }
    #expect(ofTarget.effect == .seen)
    let opened = try await receipt(after: 250) { world in
      let root = try #require(world.store.tree[window]?.application)
      _ = try world.add(.window, "Details", under: root)
    }
    #expect(opened.effect == .seen)
    let dialog = try await receipt(after: 250) { world in
      _ = try world.add(.dialog, "Sure?", under: window) {
        $0.states.formUnion([.modal, .active])
      }
    }
    #expect(dialog.effect == .seen)
  }

  /// As a button of GTK 4, which acts a quarter of a second after it was asked to.
  @Test func `What changes before an application acts is no effect, and what it tells late is one`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (button, status) = (setup.button, setup.status)
    try await setup.start()
    try await setup.server.run { world in
      world.source.preparation = .delayed
      world.source.onPrepareAction = { [unowned world] in
        try? world.change(status) { $0.label = "Sent by the one before" }
      }
    }
    #expect(try await setup.perform().effect == .notSeen)
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        world.later(.milliseconds(250)) { [weak world] in
          try? world?.change(status) { $0.label = "Saved" }
        }
        done(.performed(method: "fake"))
      }
      world.pass(.seconds(2))
    }
    let late = try await setup.perform(.press, button)
    #expect(late.effect == .seen && late.note.isEmpty, "\(late)")
  }

  @Test func `What changes when an application is known to act is no effect of an action before`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let other = try await setup.server.run { try $0.add(.button, "Does nothing", under: window) }
    try await setup.start()
    func effect(
      after time: Int64, _ preparation: ActionPreparation
    ) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        world.pass(.seconds(20))
        world.source.onPrepareAction = {}
        world.source.preparation = preparation
      }
      #expect(try await setup.effect(of: other) { _ in } == .notSeen)
      return try await setup.effect(of: button) { world in
        world.later(.milliseconds(time)) { [weak world] in
          try? world?.change(status) { $0.label = ($0.label ?? "") + "!" }
        }
      }
    }
    #expect(try await effect(after: 5, .delayed) == .seen)
    #expect(try await effect(after: 120, .delayed) == .uncertain)
    #expect(try await effect(after: 5, .preceded) == .uncertain)
  }

  @Test func `That the window of keys comes to the front is no effect of them`() async throws {
    let setup = try await EffectSetup.start()
    let window = setup.window
    try await setup.start()
    try await setup.server.run { world in
      world.source.onPrepareAction = { [unowned world] in
        try? world.change(window) { $0.states.insert(.active) }
      }
    }
    let keys = ActionCommand.keys(try KeyChord.parse("F24"))
    #expect(try await setup.perform(keys, window).effect == .notSeen)
  }
}

import AccessibilityTree
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
}

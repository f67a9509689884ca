import AccessibilityTree
import BridgeTestSupport
import Testing

/// What comes beside the application that is acted on.
@Suite struct `New applications` {
  @Test func `Another application that shows a window may be the effect of an action`()
    async throws
  {
    let setup = try await EffectSetup.start()
    try await setup.start()
    let effect = try await setup.effect(of: setup.button) { world in
      _ = try world.addApplication("Editor")
    }
    #expect(effect == .uncertain)
    #expect(try await setup.effect(of: setup.button) { _ in } == .notSeen)
  }
}

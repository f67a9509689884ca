import AccessibilityTree
import BridgeProtocol
import Testing

/// What an application tells of an action when that has ended, and the next is under way.
@Suite struct LateReportTests {
  @Test func `What is known to tell late of one action is no effect of the next until it has told`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let other = try await setup.server.run { try $0.add(.checkBox, "Select", under: window) }
    @Sendable func tell(_ world: World) throws {
      try world.change(status) { $0.label = ($0.label ?? "") + "!" }
    }
    /// Checks the box, or unchecks it, which the status says only when that has ended.
    func select() async throws -> Receipt.Effect? {
      try await setup.effect(of: other) { world in
        try world.change(other) { $0.states.formSymmetricDifference([.checked]) }
      }
    }
    func press() async throws -> Receipt.Effect? {
      try await setup.effect(of: button) { world in
        world.later(.milliseconds(5)) { try? tell(world) }
      }
    }
    try await setup.start()
    #expect(try await select() == .seen)
    #expect(try await press() == .seen, "nothing is known of it")
    try await setup.start()
    #expect(try await select() == .seen)
    try await setup.server.run { world in
      world.pass(.milliseconds(300))
      try tell(world)
      world.pass(.seconds(1))
    }
    #expect(try await press() == .seen, "it would have been told by now")
    try await setup.start()
    #expect(try await select() == .seen)
    #expect(try await press() == .uncertain)
    #expect(try await press() == .seen, "it was told by then")
  }
}

import AccessibilityTree
import BridgeProtocol
import Testing

/// What is told of a covered page, which may say late what became of it.
@Suite struct UntoldActionTests {
  @Test func `What a page tells that told late of an action before is no effect until it is shown`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let (slider, box) = try await setup.server.run { world in
      let slider = try world.add(.slider, "Volume", under: window) {
        $0.range = NumericRange(current: 1, minimum: 0, maximum: 10)
      }
      return (slider, try world.add(.checkBox, "Gift", under: window))
    }
    func press(_ change: @escaping @Sendable (World) throws -> Void) async throws -> Receipt {
      try await setup.receipt(of: .press, on: button, change)
    }
    @Sendable func tell(_ world: World) throws {
      try world.change(status) { $0.label = ($0.label ?? "") + "!" }
    }
    try await setup.start()
    try await setup.server.run { $0.source.saysNothing = true }
    #expect(try await press(tell).effect == .seen, "it is not known to tell late")
    let untold = try await setup.perform(.setValue(5), slider)
    #expect(untold.effect == .notSeen && untold.shortfall == nil, "\(untold)")
    for time in [Duration.zero, .seconds(60)] {
      try await setup.server.run { $0.pass(time) }
      let late = try await press(tell)
      #expect(late.effect == .uncertain)
      #expect(late.note.contains("its window is behind others"), "\(late.note)")
    }
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? world.change(box) { $0.states.insert(.checked) }
        done(.performed(method: "fake"))
      }
    }
    #expect(try await setup.perform(.press, box).effect == .seen, "it is of no action before")
    try await setup.server.run { world in
      world.source.saysNothing = false
      world.pass(.seconds(3))
    }
    #expect(try await press(tell).effect == .seen)
  }
}

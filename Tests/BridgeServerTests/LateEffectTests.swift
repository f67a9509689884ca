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
    try await setup.start()
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
}

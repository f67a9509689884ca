import AccessibilityMirror
import AccessibilityTree
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What toolkits tell of while something is pressed, and is as before right after.
@Suite(.timeLimit(.minutes(5)))
struct PassingChangeTests {
  /// Browsers tell that what had the focus has it again, before it goes to the target for good.
  @Test(arguments: [false, true])
  func `That the focus goes to the target, back and there again is no effect`(
    goesOn: Bool
  ) async throws {
    let setup = try await EffectSetup.start()
    let (button, status, window) = (setup.button, setup.status, setup.window)
    let field = try await setup.server.run { world in
      try world.change(status) { $0.states.insert(.focused) }
      return try world.add(.textField, "Name", under: window)
    }
    try await setup.start()
    let effect = try await setup.effect(of: button) { world in
      let moves = [(status, button), (button, status), (status, button)]
      for (old, new) in moves + (goesOn ? [(button, field)] : []) {
        try world.store.edit { edit in
          try edit.update(old) { $0.states.remove(.focused) }
          try edit.update(new) { $0.states.insert(.focused) }
          edit.post(.focusMoved(from: old, to: new))
        }
      }
    }
    #expect(effect == (goesOn ? .seen : .uncertain))
  }

  @Test(arguments: [Role.menuItem, .checkBox, .radio])
  func `That an item or a box is down while it is pressed is no effect`(role: Role) async throws {
    let setup = try await EffectSetup.start()
    let target = try await setup.server.run { try $0.add(role, "Undo", under: setup.window) }
    try await setup.start()
    let pressed = try await setup.effect(of: target) { world in
      try world.change(target) { $0.states.insert(.armed) }
      try world.change(target) { $0.states.insert(.pressed) }
      try world.change(target) { $0.states.remove(.pressed) }
      try world.change(target) { $0.states.remove(.armed) }
    }
    #expect(pressed == .notSeen)
    let checked = try await setup.effect(of: target) { world in
      try world.change(target) { $0.states.formUnion([.armed, .pressed]) }
      try world.change(target) { $0.states.formSymmetricDifference([.armed, .pressed, .checked]) }
    }
    #expect(checked == .seen)
    let disabled = try await setup.effect(of: target) { world in
      try world.change(target) { $0.states.insert(.armed) }
      try world.change(target) { $0.states.subtract([.armed, .enabled]) }
    }
    #expect(disabled == .seen)
  }

  @Test func `That more can be done to an element, as is found late, is no effect`() async throws {
    let setup = try await EffectSetup.start()
    let button = setup.button
    try await setup.start()
    let effect = try await setup.effect(of: button) { world in
      try world.change(button) { element in
        element.states.formUnion([.focusable, .focused])
        element.actions += [Action(.showMenu), Action(.focus)]
      }
    }
    #expect(effect == .notSeen)
    // As what a view offers once it is touched directly.
    let offered = try await setup.effect(of: button) { world in
      try world.change(button) { $0.actions.append(Action(.custom, name: "pet")) }
    }
    #expect(offered == .seen)
    let enabled = try await setup.effect(of: button) { world in
      try world.change(button) { $0.states.formSymmetricDifference(.enabled) }
    }
    #expect(enabled == .seen)
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What a receipt says of a press of a radio button.
@Suite(.timeLimit(.minutes(5)))
struct ChosenRadioTests {
  private func start(_ states: States) async throws -> (EffectSetup, ElementID) {
    let setup = try await EffectSetup.start { _, _ in
      .performed(method: "fake", note: "it was chosen already")
    }
    let radio = try await setup.server.run { [window = setup.window] world in
      try world.add(.radio, "Red", under: window) { $0.states = states }
    }
    try await setup.start()
    return (setup, radio)
  }

  @Test func `Nothing is to come of one that is chosen already`() async throws {
    let (setup, radio) = try await start([.checkable, .checked])
    let receipt = try await setup.perform(.press, radio)
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .notSeen)
    #expect(receipt.retry == .safe && receipt.isQuiet)
    #expect(receipt.note == "it was chosen already; nothing more is to come")
  }

  @Test func `Of another one an effect may come`() async throws {
    let (setup, radio) = try await start([.checkable])
    let receipt = try await setup.perform(.press, radio)
    #expect(receipt.effect == .notSeen && receipt.retry == .unsafe)
    #expect(receipt.note == "it was chosen already")
  }

  @Test func `What its application does all the same is an effect`() async throws {
    let (setup, radio) = try await start([.checkable, .checked])
    let (button, status) = (setup.button, setup.status)
    #expect(
      try await setup.effect(of: radio) { try $0.change(status) { $0.label = "red" } } == .seen)
    #expect(try await setup.perform(.press, button).effect == .notSeen)
  }

  @Test func `The action after it is confirmed by what it changes`() async throws {
    for (states, effect): (States, Receipt.Effect) in [
      ([.checkable, .checked], .seen), ([.checkable], .uncertain),
    ] {
      let (setup, radio) = try await start(states)
      let (button, status) = (setup.button, setup.status)
      #expect(try await setup.effect(of: radio) { _ in } == .notSeen)
      let seen = try await setup.effect(of: button) { world in
        world.later(.milliseconds(5)) { [weak world] in
          try? world?.change(status) { $0.label = "on" }
        }
      }
      #expect(seen == effect)
    }
  }
}

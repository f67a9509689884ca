import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Actions are not confirmed by the effects of others, before them or beside them.
@Suite(.timeLimit(.minutes(5)))
struct OtherActionTests {
  @Test func `An effect that takes its time is not known to be of one of the actions after it`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, status) = (setup.window, setup.button, setup.status)
    let (late, far) = try await setup.server.run { world in
      world.source.actsBeforeAnswer = true
      return (
        try world.add(.button, "Late", under: window), try world.add(.button, "Far", under: window)
      )
    }
    try await setup.start()
    let began = try await setup.server.run { $0.store.time }
    #expect(try await setup.effect(of: late) { _ in } == .notSeen)
    // The application tells at once what this one changes.
    #expect(
      try await setup.effect(of: far) { try $0.change(far) { $0.label = "pressed" } } == .seen)
    let effect = try await setup.effect(of: button) { world in
      world.later(.milliseconds(200)) { [weak world] in
        try? world?.change(status) { $0.label = "late" }
      }
    }
    try #require(try await setup.server.run { $0.store.time } - began < 2_000_000_000)
    #expect(effect == .uncertain)
  }

  @Test func `A field that is emptied right behind a press is emptied by it`() async throws {
    for (delay, value, isAgain, effect): (Int, String, Bool, Receipt.Effect) in [
      (5, "", false, .seen), (5, "other", false, .uncertain), (200, "", false, .uncertain),
      (5, "", true, .uncertain),
    ] {
      let setup = try await EffectSetup.start()
      let (window, button) = (setup.window, setup.button)
      let (former, field) = try await setup.server.run { world in
        (
          try world.add(.button, "Former", under: window),
          try world.add(.textField, "Name", under: window) { $0.value = "Ada" }
        )
      }
      try await setup.start()
      #expect(try await setup.effect(of: isAgain ? button : former) { _ in } == .notSeen)
      let seen = try await setup.effect(of: button) { world in
        world.later(.milliseconds(delay)) { [weak world] in
          try? world?.change(field) { $0.value = value }
        }
      }
      #expect(seen == effect, "after \(delay) ms, \(value), \(isAgain)")
    }
  }

  @Test func `What is nearer to an action before is of that, however soon it comes`() async throws {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let (later, text) = try await setup.server.run { world in
      world.source.actsBeforeAnswer = true
      let group = try world.add(.group, "Export", under: window)
      return (
        try world.add(.button, "Later", under: group), try world.add(.text, "idle", under: group)
      )
    }
    try await setup.start()
    #expect(try await setup.effect(of: later) { _ in } == .notSeen)
    let effect = try await setup.effect(of: button) { world in
      world.later(.milliseconds(5)) { [weak world] in
        try? world?.change(text) { $0.label = "exported" }
      }
    }
    #expect(effect == .uncertain)
  }

  /// Presses an element, and another one as soon as the application was asked for that.
  private func press(
    _ first: ElementID, then second: ElementID, in setup: EffectSetup,
    _ change: @escaping @Sendable (World, ElementID) -> Void
  ) async throws -> (first: Receipt, second: Receipt) {
    let (requests, asked) = AsyncStream<ElementID>.makeStream()
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] request, done in
        change(world, request.element)
        asked.yield(request.element)
        done(.performed(method: "fake"))
      }
    }
    try await setup.start()
    async let receipt = setup.perform(.press, first)
    for await element in requests where element == first { break }
    let other = try await setup.perform(.press, second)
    return (try await receipt, other)
  }

  /// Starts a server with a button that does nothing beside the others.
  ///
  /// - Parameter toldAtOnce: Whether the application tells what an action does before it answers.
  private func start(toldAtOnce: Bool) async throws -> (setup: EffectSetup, idle: ElementID) {
    let setup = try await EffectSetup.start()
    let window = setup.window
    let idle = try await setup.server.run { world in
      world.source.actsBeforeAnswer = toldAtOnce
      return try world.add(.button, "Nothing", under: window)
    }
    return (setup, idle)
  }

  @Test(arguments: [false, true])
  func `What follows from an action of another client is not known to be of this one`(
    isToldAtOnce: Bool
  ) async throws {
    let (setup, idle) = try await start(toldAtOnce: isToldAtOnce)
    let (button, status) = (setup.button, setup.status)
    let both = try await press(idle, then: button, in: setup) { world, pressed in
      guard pressed == button else { return }
      try? world.change(status) { $0.label = "saved" }
    }
    #expect(both.first.effect == .uncertain)
    #expect(both.second.effect == .seen, "it was told while the application was asked for it")
    let late = try await press(idle, then: button, in: setup) { world, pressed in
      guard pressed == button else { return }
      world.later(.milliseconds(30)) { [weak world] in
        try? world?.change(status) { $0.label = "saved again" }
      }
    }
    #expect(late.first.effect == .uncertain)
    #expect(late.second.effect == .uncertain, "the first has just been performed")
    // What becomes of its own target is of it.
    let own = try await press(button, then: idle, in: setup) { world, pressed in
      guard pressed == button else { return }
      world.later(.milliseconds(100)) { [weak world] in
        try? world?.change(button) { $0.label = "pressed" }
      }
    }
    #expect(own.first.effect == .seen)
  }

  @Test(arguments: [false, true])
  func `More of what another client has just done is not known to be of the next action`(
    isToldAtOnce: Bool
  ) async throws {
    let (setup, idle) = try await start(toldAtOnce: isToldAtOnce)
    let (button, status) = (setup.button, setup.status)
    // The first part of the effect is there when the next action is asked for.
    let both = try await press(button, then: idle, in: setup) { world, pressed in
      guard pressed == button else { return }
      try? world.change(button) { $0.label = "pressed" }
      world.later(.milliseconds(40)) { [weak world] in
        try? world?.change(status) { $0.label = "saved" }
      }
    }
    #expect(both.first.effect == .seen)
    #expect(both.second.effect == .uncertain)
  }

  @Test func `However often a box is checked that something else moves, each time is an effect`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let box = try await setup.server.run { try $0.add(.checkBox, "Gift", under: setup.window) }
    try await setup.start()
    for step in 0..<6 {
      // A message above it comes, or goes.
      try await setup.server.run { world in
        try world.change(box) {
          let rect = Rect(x: 0, y: step % 2 == 0 ? 40 : 20, width: 10, height: 10)
          $0.frame = Frame(rect: rect, space: .screen)
        }
        world.pass(.milliseconds(2500))
      }
      let effect = try await setup.effect(of: box) { world in
        try world.change(box) { $0.states.formSymmetricDifference(.checked) }
      }
      #expect(effect == .seen, "\(step)")
    }
  }

  @Test(arguments: [false, true])
  func `What is drawn again as it was beside the target is no effect`(isOther: Bool) async throws {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let old = try await setup.server.run { try $0.add(.text, "3 items", under: window) }
    try await setup.server.run { $0.pass(.seconds(12)) }
    let effect = try await setup.effect(of: button) { world in
      try world.remove(old)
      _ = try world.add(.text, isOther ? "4 items" : "3 items", under: window)
    }
    #expect(effect == (isOther ? .seen : .uncertain))
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport

/// A window with a button, whose presses change what a test wants, and texts.
struct EffectSetup {
  let server: TestServer
  let client: BridgeClient
  let window: ElementID
  let button: ElementID
  let clock: ElementID
  let status: ElementID

  func perform(
    _ command: ActionCommand = .press, _ target: ElementID? = nil
  ) async throws -> Receipt {
    let request = PerformRequest(target: .id(target ?? button), command: command)
    return try await client.call(request, timeout: .patience).receipt
  }

  /// Presses a button that changes something, and returns what the receipt says of that.
  func effect(
    of button: ElementID, _ change: @escaping @Sendable (World) throws -> Void
  ) async throws -> Receipt.Effect? {
    try await server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        try? change(world)
        done(.performed(method: "fake"))
      }
    }
    return try await perform(.press, button).effect
  }

  /// Performs an action that changes something right behind its answer, and returns its receipt.
  func receipt(
    of command: ActionCommand, on target: ElementID,
    _ change: @escaping @Sendable (World) throws -> Void
  ) async throws -> Receipt {
    try await server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        world.later(.milliseconds(5)) { try? change(world) }
        done(.performed(method: "fake"))
      }
    }
    return try await perform(command, target)
  }

  /// Has actions open a menu that is in no accessibility tree, or close it.
  func openInaccessibleMenu(_ opens: Bool, isSynthesised: Bool) async throws {
    try await server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        world.source.hasInaccessibleMenu = opens
        done(.performed(method: "fake", isSynthesised: isSynthesised))
      }
    }
  }

  /// Lets the time pass in which what changes may be the start of the application, or of a page in it.
  func start() async throws { try await server.run { $0.pass(.seconds(2)) } }

  /// Lets an element change some times, and then again every 20 ms.
  func tick(_ id: ElementID, _ body: @escaping @Sendable (World, Int) -> Void) async throws {
    @Sendable func goOn(_ world: World, _ step: Int) {
      body(world, step)
      _ = world.loop.schedule(after: .milliseconds(20)) { [weak world] in
        if let world { goOn(world, step + 1) }
      }
    }
    try await server.run { world in for step in 0..<4 { body(world, step) } }
    try await server.run { world in goOn(world, 10) }
  }

  func tickClock() async throws {
    try await tick(clock) { [clock] world, step in
      try? world.change(clock) { $0.label = "12:\(step)" }
    }
  }

  static func start(
    _ onPerform: @escaping @Sendable (EffectSetup, World) -> ActionOutcome = { _, _ in
      .performed(method: "fake")
    }
  ) async throws -> EffectSetup {
    let server = try await TestServer.start()
    let ids = try await server.run { world in
      let window = try world.addApplication().window
      return (
        window, try world.add(.button, "Press", under: window),
        try world.add(.text, "12:00", under: window), try world.add(.text, "ready", under: window)
      )
    }
    let setup = EffectSetup(
      server: server, client: try await server.client(), window: ids.0, button: ids.1,
      clock: ids.2, status: ids.3)
    try await server.run { world in
      world.source.onPerform = { [unowned world] _, done in done(onPerform(setup, world)) }
    }
    return setup
  }
}

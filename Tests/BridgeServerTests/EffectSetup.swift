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
  private let elements: Elements

  /// What is in the window. What the world keeps may hold these, and not the server, which would never end.
  struct Elements {
    let window: ElementID
    let button: ElementID
    let clock: ElementID
    let status: ElementID
  }

  var window: ElementID { elements.window }
  var button: ElementID { elements.button }
  var clock: ElementID { elements.clock }
  var status: ElementID { elements.status }

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
    _ onPerform: @escaping @Sendable (Elements, World) -> ActionOutcome = { _, _ in
      .performed(method: "fake")
    }
  ) async throws -> EffectSetup {
    let server = try await TestServer.start()
    let elements = try await server.run { world in
      let window = try world.addApplication().window
      let elements = Elements(
        window: window, button: try world.add(.button, "Press", under: window),
        clock: try world.add(.text, "12:00", under: window),
        status: try world.add(.text, "ready", under: window))
      world.source.onPerform = { [unowned world] _, done in done(onPerform(elements, world)) }
      return elements
    }
    return EffectSetup(server: server, client: try await server.client(), elements: elements)
  }
}

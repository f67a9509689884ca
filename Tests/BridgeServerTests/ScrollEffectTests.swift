import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What an action that scrolls has moved is its effect, as far as the rest of the application does not move by itself.
@Suite(.timeLimit(.minutes(10)))
struct ScrollEffectTests {
  /// A list with rows, beside a clock that ticks.
  private struct List {
    let setup: EffectSetup
    let list: ElementID
    let rows: [ElementID]

    static func start() async throws -> List {
      let setup = try await EffectSetup.start()
      let window = setup.window
      let (list, rows) = try await setup.server.run { world in
        let list = try world.add(.list, "Things", under: window) { $0.frame = Self.frame(100, 80) }
        let rows = try (0..<8).map { number in
          try world.add(.listItem, "Row \(number)", under: list) {
            $0.states = [.enabled, .visible, .showing]
            $0.frame = Self.frame(100 + 10 * Double(number), 10)
          }
        }
        return (list, rows)
      }
      try await setup.start()
      try await setup.tickClock()
      return List(setup: setup, list: list, rows: rows)
    }

    private static func frame(_ y: Double, _ height: Double) -> Frame {
      Frame(rect: Rect(x: 0, y: y, width: 100, height: height), space: .screen)
    }

    /// Moves some of the rows by some distances, one after another, and returns what the receipt says of that.
    func scroll(_ command: ActionCommand, moving moves: [(row: Int, by: Double)], list: Double = 0)
      async throws -> Receipt.Effect?
    {
      let (rows, id) = (rows, self.list)
      try await setup.server.run { world in
        world.source.onPerform = { [unowned world] _, done in
          for (row, distance) in moves {
            try? world.change(rows[row]) { $0.frame?.rect.y += distance }
          }
          if list != 0 { try? world.change(id) { $0.frame?.rect.y += list } }
          done(.performed(method: "fake"))
        }
      }
      return try await setup.perform(command, id).effect
    }
  }

  @Test func `What is shown in the target and moves alike was scrolled, beside a clock`()
    async throws
  {
    let list = try await List.start()
    func effect(_ moved: Range<Int>, by distance: (Int) -> Double, list moves: Double = 0)
      async throws -> Receipt.Effect?
    {
      try await list.scroll(
        .scroll(.down), moving: moved.map { ($0, distance($0)) }, list: moves)
    }
    // What was scrolled out may not be read yet.
    #expect(try await effect(0..<6) { _ in -40 } == .seen)
    #expect(try await effect(0..<1) { _ in -40 } == .uncertain, "one row moves by itself")
    #expect(try await effect(0..<6) { -40 - Double($0) } == .uncertain, "they are laid out anew")
    #expect(try await effect(0..<8, by: { _ in -40 }, list: -40) == .uncertain, "all has moved")
    #expect(try await effect(0..<0) { _ in 0 } == .uncertain)
  }

  @Test func `What moves alike behind a press beside a clock is not known to be its effect`()
    async throws
  {
    let list = try await List.start()
    #expect(try await list.scroll(.press, moving: (0..<8).map { ($0, -40) }) == .uncertain)
  }

  @Test func `A scroll bar is no clock, however even the steps are in which it is moved`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let window = setup.window
    let (area, bar) = try await setup.server.run { world in
      let area = try world.add(.scrollArea, "Page", under: window)
      // As in GTK 4.
      let around = try world.add(.scrollBar, "", under: area)
      let bar = try world.add(.generic, "", under: around) {
        ($0.value, $0.range) = ("0", NumericRange(current: 0, minimum: 0, maximum: 9000))
      }
      return (area, bar)
    }
    try await setup.start()
    let second: UInt64 = 1_000_000_000
    let base = try await setup.server.run { $0.store.time }
    for step in 1...6 {
      try await setup.server.run { world in
        // The action begins now sooner and now later before it moves the bar, which is once a second.
        world.pass(.milliseconds([500, 150, 700, 50, 350, 600][step - 1]))
        world.source.onPerform = { [unowned world] _, done in
          world.pass(.nanoseconds(second - (world.store.time - base) % second))
          try? world.change(bar) {
            $0.value = "\(360 * step)"
            $0.range = NumericRange(current: Double(360 * step), minimum: 0, maximum: 9000)
          }
          done(.performed(method: "fake"))
        }
      }
      let effect = try await setup.perform(.scroll(.down), area).effect
      #expect(effect == .seen, "\(step)")
    }
  }
}

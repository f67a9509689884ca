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
    try await setup.start()
    #expect(try await select() == .seen)
    #expect(try await setup.effect(of: button, tell) == .seen, "it tells while it is asked")
    try await setup.start()
    #expect(try await press() == .seen)
    #expect(try await select() == .seen)
    #expect(try await press() == .seen, "it tells in time now")
  }

  @Test(arguments: [([300, 700, 450], Receipt.Effect.uncertain), ([500, 520, 480], .seen)])
  func `What changes now sooner and now later behind actions does so by itself`(
    delays: [Int64], effect: Receipt.Effect
  ) async throws {
    let setup = try await EffectSetup.start()
    let (button, clock) = (setup.button, setup.clock)
    try await setup.start()
    @Sendable func tick(_ world: World) throws {
      try world.change(clock) { $0.label = ($0.label ?? "") + "!" }
    }
    for delay in delays {
      #expect(try await setup.effect(of: button) { _ in } == .notSeen)
      try await setup.server.run { world in
        world.pass(.milliseconds(delay))
        try tick(world)
        world.pass(.seconds(1))
      }
    }
    #expect(try await setup.effect(of: button, tick) == effect)
  }

  @Test(arguments: [([0, 1, 2], Receipt.Effect.uncertain), ([0, 0, 1], .seen)])
  func `Rows that change places now sooner and now later behind actions do so by themselves`(
    order: [Int], effect: Receipt.Effect
  ) async throws {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let rows = try await setup.server.run { world in
      let list = try world.add(.list, "Rows", under: window)
      return try (0..<4).map { try world.add(.row, "Row \($0)", under: list) }
    }
    try await setup.start()
    @Sendable func rename(_ row: Int, _ world: World) throws {
      try world.change(rows[row]) { $0.label = ($0.label ?? "") + "!" }
    }
    for (row, delay) in zip(order, [300, 700, 450] as [Int64]) {
      #expect(try await setup.effect(of: button) { _ in } == .notSeen)
      try await setup.server.run { world in
        world.pass(.milliseconds(delay))
        try rename(row, world)
        world.pass(.seconds(1))
      }
    }
    #expect(try await setup.effect(of: button) { try rename(3, $0) } == effect)
  }

  @Test func `What is told late during an action without an effect may be told late again`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, clock, status) = (setup.window, setup.button, setup.clock, setup.status)
    let other = try await setup.server.run { try $0.add(.button, "Other", under: window) }
    func press(
      _ id: ElementID, changing text: ElementID, after time: Int64
    ) async throws -> Receipt.Effect? {
      try await setup.effect(of: id) { world in
        world.later(.milliseconds(time)) {
          try? world.change(text) { $0.label = ($0.label ?? "") + "!" }
        }
      }
    }
    func expect(_ effect: Receipt.Effect) async throws {
      try await setup.server.run { $0.pass(.seconds(3)) }
      #expect(try await press(other, changing: clock, after: 5) == .seen)
      #expect(try await press(button, changing: status, after: 5) == effect)
      try await setup.server.run { $0.pass(.seconds(3)) }
    }
    try await setup.start()
    #expect(try await press(button, changing: status, after: 250) == .seen, "it is slow")
    try await expect(.seen)
    #expect(try await press(other, changing: clock, after: 5) == .seen)
    #expect(try await press(button, changing: status, after: 250) == .uncertain)
    try await expect(.uncertain)
    #expect(try await press(button, changing: status, after: 5) == .seen, "it tells in time")
    try await expect(.seen)
  }

  @Test func `What follows late from an action with an effect is no effect of the next`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button, clock, status) = (setup.window, setup.button, setup.clock, setup.status)
    let (first, text) = try await setup.server.run { world in
      let card = try world.add(.group, "Card", under: window)
      return (
        try world.add(.button, "Send", under: card), try world.add(.text, "0", under: card)
      )
    }
    /// Presses the first button, which shows that at once, and the second, behind which something is renamed.
    func effect(
      of id: ElementID, after delay: Duration, pressing target: ElementID, wait: Duration = .zero
    ) async throws -> Receipt.Effect? {
      try await setup.server.run { $0.pass(.seconds(20)) }
      let sent = try await setup.effect(of: first) { world in
        try world.change(clock) { $0.label = ($0.label ?? "") + "!" }
      }
      #expect(sent == .seen)
      try await setup.server.run { $0.pass(wait) }
      return try await setup.effect(of: target) { world in
        world.later(delay) { try? world.change(id) { $0.label = ($0.label ?? "") + "!" } }
      }
    }
    let (soon, late) = (Duration.milliseconds(5), Duration.milliseconds(190))
    #expect(try await effect(of: status, after: soon, pressing: button) == .seen)
    #expect(try await effect(of: status, after: late, pressing: button) == .uncertain)
    #expect(try await effect(of: clock, after: late, pressing: button) == .seen, "it has told")
    #expect(
      try await effect(of: button, after: late, pressing: button) == .seen, "it is the target")
    #expect(try await effect(of: text, after: late, pressing: button) == .uncertain)
    #expect(
      try await effect(of: status, after: late, pressing: button, wait: .seconds(2)) == .seen,
      "it would have followed by now")
  }

  /// As a view of GTK 4, which scrolls for half a second.
  @Test func `What goes on scrolling behind keys is no effect of the next ones`() async throws {
    let setup = try await EffectSetup.start()
    let (view, text) = try await setup.server.run { [window = setup.window] world in
      let view = try world.add(.generic, "View", under: window) {
        $0.range = NumericRange(current: 0, minimum: 0, maximum: 100)
      }
      return (
        view,
        try world.add(.textField, "Text", under: window) {
          $0.text = TextState(length: 40, caret: 0)
          $0.states.insert(.focused)
        }
      )
    }
    func keys(
      _ change: @escaping @Sendable (World) throws -> Void
    ) async throws -> Receipt.Effect? {
      try await setup.receipt(of: .keys(try KeyChord.parse("End")), on: text, change).effect
    }
    @Sendable func scroll(_ world: World) throws {
      try world.change(view) { $0.range?.current += 10 }
    }
    @Sendable func moveCaret(_ world: World) throws {
      try scroll(world)
      try world.change(text) {
        let caret = ($0.text?.caret ?? 0) + 1
        $0.text?.caret = caret
      }
    }
    try await setup.start()
    #expect(try await keys(scroll) == .seen)
    #expect(try await keys(scroll) == .uncertain)
    #expect(try await keys(moveCaret) == .seen)
    try await setup.start()
    #expect(try await keys(scroll) == .seen)
  }

  @Test func `What keys find of an action before is no effect of them`() async throws {
    let setup = try await EffectSetup.start()
    let (cell, bar, icon) = try await setup.server.run { [window = setup.window] world in
      let table = try world.add(.table, "Files", under: window)
      let bar = try world.add(.group, "Search", under: window) { $0.states.insert(.showing) }
      return (
        try world.add(.cell, "one", under: table), bar,
        try world.add(.image, "Find", under: bar) { $0.states.insert(.showing) }
      )
    }
    func keys(
      _ change: @escaping @Sendable (World) throws -> Void
    ) async throws -> Receipt.Effect? {
      try await setup.receipt(of: .keys(try KeyChord.parse("Home")), on: cell, change).effect
    }
    @Sendable func move(_ world: World) throws {
      try world.change(cell) {
        let y = ($0.frame?.rect.y ?? 0) + 20
        $0.frame = Frame(rect: Rect(x: 0, y: y, width: 40, height: 20), space: .screen)
      }
    }
    try await setup.server.run { $0.pass(.seconds(12)) }
    #expect(try await keys(move) == .seen)
    #expect(try await keys(move) == .uncertain, "the keys before may have moved it")
    try await setup.start()
    #expect(try await keys { try $0.change(bar) { $0.states.remove(.showing) } } == .seen)
    #expect(try await keys { try $0.change(icon) { $0.states.remove(.showing) } } == .uncertain)
  }

  @Test func `What was set is told late, also where it could be read back`() async throws {
    let setup = try await EffectSetup.start()
    let (field, text) = try await setup.server.run { [window = setup.window] world in
      let group = try world.add(.group, "Amount", under: window)
      return (
        try world.add(.textField, "Number", under: group), try world.add(.text, "", under: group)
      )
    }
    try await setup.start()
    try await setup.server.run { world in
      world.source.onPerform = { _, done in done(.performed(method: "fake")) }
    }
    _ = try await setup.perform(.setText("15"), field)
    let told = try await setup.receipt(of: .press, on: setup.button) {
      try $0.change(field) { $0.value = "15" }
    }.effect
    #expect(told == .uncertain)
    try await setup.server.run { $0.pass(.seconds(12)) }
    let filled = try await setup.effect(of: setup.button) {
      try $0.change(field) { $0.value = "16" }
    }
    #expect(filled == .seen)
    try await setup.server.run { $0.pass(.seconds(12)) }
    let other = try await setup.effect(of: setup.button) { try $0.change(text) { $0.label = "ok" } }
    #expect(other == .seen)
  }

  /// Chromium tells that a text is another one, and later that the node of it is.
  @Test func `The node of a text that changed before is no effect`() async throws {
    let setup = try await EffectSetup.start()
    let (line, node) = try await setup.server.run { [window = setup.window] world in
      let line = try world.add(.paragraph, "", under: window)
      return (line, try world.add(.text, "Ready", under: line))
    }
    try await setup.server.run { $0.pass(.seconds(12)) }
    let (save, window) = (setup.button, setup.window)
    let next = try await setup.server.run { try $0.add(.button, "Next", under: window) }
    try await setup.server.run { $0.pass(.seconds(12)) }
    #expect(
      try await setup.effect(of: save) { try $0.change(line) { $0.value = "Saved" } } == .seen)
    let renewed = try await setup.receipt(of: .press, on: next) { world in
      try world.remove(node)
      _ = try world.add(.text, "Saved", under: line)
    }.effect
    #expect(renewed == .uncertain)
    try await setup.server.run { $0.pass(.seconds(12)) }
    let added = try await setup.effect(of: next) { _ = try $0.add(.text, "Sent", under: line) }
    #expect(added == .seen)
  }
}

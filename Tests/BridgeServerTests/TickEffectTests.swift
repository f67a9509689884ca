import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// A box in a cell of a table is ticked by a key, which the cell gets with the focus.
struct TickEffectTests {
  @Test func `That a press gives the cell of a box the focus, and selects its row, is no effect`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let frames = [Self.row(0), Self.row(0), Self.row(20), Self.row(20)]
    let (table, cells, boxes) = try await setup.server.run { world in
      let table = try world.add(.table, "Options", under: window) {
        $0.states.insert(.managesDescendants)
      }
      let cells = try frames.enumerated().map { number, frame in
        try world.add(.cell, "Cell \(number)", under: table) { $0.frame = frame }
      }
      let boxes = try ["Box", "Other box"].map { label in
        try world.add(.cell, label, under: cells[2]) {
          $0.frame = frames[2]
          $0.states.insert(.checkable)
        }
      }
      return (table, cells, boxes)
    }
    /// Selects the second row and focuses its cell as GTK 3 does, and then does something else.
    func effect(
      _ focused: ElementID, of change: @escaping @Sendable (TreeEdit) throws -> Void
    ) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        try world.store.edit {
          for id in cells + boxes + [table] {
            try $0.update(id) { $0.states.subtract([.focused, .selected, .checked]) }
          }
          try $0.update(cells[0]) { $0.states.insert(.selected) }
          try $0.update(button) { $0.states.insert(.focused) }
        }
        world.pass(.seconds(20))
        world.source.onPerform = { [unowned world] _, done in
          try? world.store.edit {
            try $0.update(button) { $0.states.remove(.focused) }
            try $0.update(table) { $0.relations = [Relation(.activeDescendant, [cells[2]])] }
            try $0.update(cells[0]) { $0.states.remove(.selected) }
            for id in cells[2...] + boxes { try $0.update(id) { $0.states.insert(.selected) } }
            try $0.update(cells[3]) { $0.states.insert(.focused) }
          }
          try? world.store.edit {
            try $0.update(cells[3]) { $0.states.remove(.focused) }
            try $0.update(focused) { $0.states.insert(.focused) }
          }
          try? world.store.edit(change)
          done(.performed(method: "fake"))
        }
      }
      return try await setup.perform(.press, boxes[0]).effect
    }
    for focused in [cells[2], boxes[1]] {
      #expect(try await effect(focused) { _ in } == .notSeen)
      #expect(
        try await effect(focused) { try $0.update(boxes[0]) { $0.states.insert(.checked) } }
          == .seen)
      #expect(
        try await effect(focused) { try $0.update(cells[3]) { $0.label = "\(focused)" } } == .seen)
      #expect(
        try await effect(focused) { edit in
          for id in boxes { try edit.update(id) { $0.frame?.rect.width += 1 } }
        } == .notSeen, "GTK 3 places them as in the row that it drew last")
    }
  }

  @Test func `That what says nothing is shown or hidden is no effect`() async throws {
    let setup = try await EffectSetup.start()
    let (window, button) = (setup.window, setup.button)
    let (spinner, panel) = try await setup.server.run { world in
      let panel = try world.add(.generic, "", under: window)
      _ = try world.add(.text, "Details", under: panel)
      return (try world.add(.generic, "", under: window), panel)
    }
    try await setup.server.run { $0.pass(.seconds(12)) }
    for (id, expected) in [(spinner, Receipt.Effect.uncertain), (panel, .seen)] {
      let effect = try await setup.effect(of: button) { world in
        try world.change(id) { $0.states.formSymmetricDifference([.showing]) }
      }
      #expect(effect == expected)
    }
    let named = try await setup.effect(of: button) { try $0.change(spinner) { $0.label = "Busy" } }
    #expect(named == .seen)
  }

  private static func row(_ y: Double) -> Frame {
    Frame(rect: Rect(x: 0, y: y, width: 40, height: 20), space: .screen)
  }
}

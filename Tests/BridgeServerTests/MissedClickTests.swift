import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What a receipt says of a click on an item that deselected others.
@Suite(.timeLimit(.minutes(10)))
struct MissedClickTests {
  /// A list with items of which all but the last one are selected, and a line that counts them.
  private struct Items {
    let setup: EffectSetup
    let last: ElementID

    static func start() async throws -> Items {
      let setup = try await EffectSetup.start()
      let last = try await setup.server.run { [window = setup.window] world in
        let list = try world.add(.list, "Files", under: window)
        for name in ["a", "b"] {
          try world.add(.listItem, name, under: list) { $0.states = [.selectable, .selected] }
        }
        return try world.add(.listItem, "c", under: list) { $0.states = [.selectable] }
      }
      try await setup.start()
      return Items(setup: setup, last: last)
    }

    /// Clicks the last item, which deselects the others, and perhaps does something else.
    func click(
      mayHaveMissed: Bool = true, _ change: @escaping @Sendable (World, ElementID) throws -> Void
    ) async throws -> Receipt {
      try await setup.server.run { [last, window = setup.window, status = setup.status] world in
        world.source.onPerform = { [unowned world] _, done in
          let list = world.store.tree.ancestors(of: last)[0]
          for id in world.store.tree[list]?.children.dropLast() ?? [] {
            try? world.change(id) { $0.states.remove(.selected) }
          }
          try? world.change(status) { $0.label = "none is selected" }
          try? change(world, window)
          done(
            .performed(
              method: "fake", isSynthesised: true,
              reservations: mayHaveMissed ? .mayHaveMissed : []))
        }
      }
      return try await setup.perform(.press, last)
    }
  }

  @Test func `It is not confirmed where the item is not selected`() async throws {
    let receipt = try await Items.start().click { _, _ in }
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .uncertain)
    #expect(receipt.retry == .unsafe)
    #expect(
      receipt.note == "listitem \"c\" is not selected behind the click, which may have missed it")
  }

  @Test func `It is confirmed where the item is selected, also where that is read late`()
    async throws
  {
    let items = try await Items.start()
    let last = items.last
    let receipt = try await items.click { world, _ in
      try world.change(last) { $0.states.insert(.selected) }
    }
    #expect(receipt.effect == .seen && receipt.note == "")

    let late = try await Items.start()
    let other = late.last
    try await late.setup.server.run { world in
      world.source.onReadAgain = { [unowned world] done in
        world.later(.milliseconds(30)) {
          try? world.change(other) { $0.states.insert(.selected) }
          done(true)
        }
      }
    }
    let found = try await late.click { _, _ in }
    #expect(found.effect == .seen && found.note == "")
  }

  @Test func `It is confirmed by what only a click on the item does`() async throws {
    let renamed = try await Items.start()
    let last = renamed.last
    #expect(
      try await renamed.click { world, _ in try world.change(last) { $0.label = "d" } }.effect
        == .seen)

    let opening = try await Items.start()
    let opened = try await opening.click { world, window in
      try world.add(.dialog, "Properties", under: window) { $0.states = [.visible, .showing] }
    }
    #expect(opened.effect == .seen && opened.note == "")

    let leaving = try await Items.start()
    let gone = leaving.last
    #expect(try await leaving.click { world, _ in try world.remove(gone) }.effect == .seen)
  }

  @Test func `A click that has deselected nothing is confirmed by any effect`() async throws {
    let receipt = try await Items.start().click(mayHaveMissed: false) { _, _ in }
    #expect(receipt.effect == .seen && receipt.note == "")
  }

  /// As in LibreOffice Calc, which goes on to say where the cells were when a bar above them has moved them down.
  @Test func `A click that gives the focus to another item of the view has not reached its own`()
    async throws
  {
    let items = try await Items.start()
    let last = items.last
    let receipt = try await items.click(mayHaveMissed: false) { world, _ in
      let list = world.store.tree.ancestors(of: last)[0]
      let other = try #require(world.store.tree[list]?.children.first)
      try world.change(other) { $0.states.insert(.focused) }
    }
    #expect(receipt.outcome == .unconfirmed && receipt.effect == .uncertain)
    #expect(receipt.note.hasPrefix("the focus went to listitem \"a\""), "\(receipt.note)")

    let hit = try await Items.start()
    let target = hit.last
    let own = try await hit.click(mayHaveMissed: false) { world, _ in
      try world.change(target) { $0.states.formUnion([.focused, .selected]) }
    }
    #expect(own.effect == .seen && own.note.isEmpty, "\(own)")
  }
}

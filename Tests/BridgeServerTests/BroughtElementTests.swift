import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What a receipt says of an action that brings an element into the mirror, as a distant cell of a sheet.
@Suite(.timeLimit(.minutes(5)))
struct BroughtElementTests {
  /// Brings a cell, and returns its id and the receipt.
  ///
  /// - Parameters:
  ///   - isNew: Whether it was not in the mirror before.
  ///   - isTicking: Whether something in the window changes by itself.
  private func bring(
    isNew: Bool, isTicking: Bool = false
  ) async throws -> (ElementID, Receipt) {
    let setup = try await EffectSetup.start()
    let (table, cell) = try await setup.server.run { [window = setup.window] world in
      let table = try world.add(.table, "Sheet", under: window)
      let cell = world.store.makeID()
      func add() {
        try? world.store.edit { edit in
          try edit.insert(Element(id: cell, role: .cell, label: "A200"), under: table)
        }
      }
      if !isNew { add() }
      world.source.onPerform = { _, done in
        if isNew { add() }
        done(.brought(cell, method: "fake"))
      }
      world.source.onReadAgain = { [unowned world] done in
        try? world.change(cell) { $0.value = "7" }
        done(true)
      }
      return (table, cell)
    }
    try await setup.start()
    if isTicking { try await setup.tickClock() }
    return (cell, try await setup.perform(.custom("cell A200"), table))
  }

  @Test func `It is confirmed, and the element is named`() async throws {
    let (cell, receipt) = try await bring(isNew: true)
    #expect(receipt.effect == .seen && receipt.outcome == .confirmed)
    #expect(receipt.note == "cell \"A200\" is \(cell)")
    #expect(receipt.isQuiet && receipt.retry == .safe)
  }

  @Test func `So it is where the element was there before`() async throws {
    let (cell, receipt) = try await bring(isNew: false)
    #expect(receipt.effect == .seen && receipt.note == "cell \"A200\" is \(cell)")
  }

  @Test func `What changes by itself beside it leaves no doubt`() async throws {
    for isNew in [true, false] {
      #expect(try await bring(isNew: isNew, isTicking: true).1.effect == .seen)
    }
  }
}

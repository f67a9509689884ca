import AccessibilityMirror
import AccessibilityTree
import BridgeProtocol
import BridgeServer
import BridgeTestSupport
import Testing

/// The focus moves within a view while its application is still being loaded, as LibreOffice is for a while.
@Suite struct ViewFocusTests {
  /// Presses Down in the first cell of a table, which gives the focus to something, and returns the effect.
  ///
  /// - Parameters:
  ///   - isOfTable: Whether that is another cell of the table.
  ///   - hasTable: Whether the table has the focus between, as in LibreOffice while it is loaded.
  private func effect(isOfTable: Bool, hasTable: Bool = false) async throws -> Receipt.Effect? {
    let setup = try await EffectSetup.start()
    let (table, cell, other) = try await setup.server.run { [window = setup.window] world in
      let root = try #require(world.store.tree[window]?.application)
      let table = try world.add(.table, "Sheet", under: window)
      let cell = try world.add(.cell, "A1", under: table) { $0.states.insert(.focused) }
      let other = try world.add(.cell, "A2", under: isOfTable ? table : window)
      world.store.edit { $0.updateApplication(root) { $0.isLoadingDocument = true } }
      return (table, cell, other)
    }
    try await setup.start()
    try await setup.server.run { world in
      world.source.onPerform = { [unowned world] _, done in
        // As LibreOffice tells it: one after the other.
        let path = hasTable ? [cell, table, other] : [cell, other]
        for (from, to) in zip(path, path.dropFirst()) {
          try? world.store.edit { edit in
            try edit.update(from) { $0.states.remove(.focused) }
            try edit.update(to) { $0.states.insert(.focused) }
          }
        }
        done(.performed(method: "fake"))
      }
    }
    return try await setup.perform(.keys(KeyChord.parse("Down")), cell).effect
  }

  @Test(arguments: [false, true])
  func `that keys move the focus to another item of the view is an effect`(
    hasTable: Bool
  ) async throws {
    #expect(try await effect(isOfTable: true, hasTable: hasTable) == .seen)
  }

  @Test func `that the focus goes elsewhere may be the start of the application`() async throws {
    #expect(try await effect(isOfTable: false) == .uncertain)
  }
}

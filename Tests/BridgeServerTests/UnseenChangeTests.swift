import AccessibilityMirror
import AccessibilityTree
import BridgeProtocol
import Testing

/// What changes where nobody sees it, as the items of a closed menu.
@Suite struct UnseenChangeTests {
  enum Change: CaseIterable {
    case added, renamed, removed
  }

  @Test(arguments: Change.allCases, [false, true])
  func `Behind another action, what nobody sees is not known to be an effect`(
    change: Change, isShown: Bool
  ) async throws {
    #expect(try await effect(of: change, isShown, after: .zero) == (isShown ? .seen : .uncertain))
    #expect(try await effect(of: change, isShown, after: .seconds(3)) == .seen)
  }

  /// Presses a button behind another one, which changes an item of a menu at once.
  private func effect(
    of change: Change, _ isShown: Bool, after pause: Duration
  ) async throws -> Receipt.Effect? {
    let setup = try await EffectSetup.start()
    let (window, button, clock) = (setup.window, setup.button, setup.clock)
    @Sendable func show(_ element: inout Element) {
      if isShown { element.states.insert(.showing) } else { element.states.remove(.showing) }
    }
    let (other, menu, item) = try await setup.server.run { world in
      try world.change(button) { $0.states.insert(.showing) }
      let menu = try world.add(.menu, "Recent", under: window, show)
      return (
        try world.add(.button, "Save", under: window), menu,
        try world.add(.menuItem, "File", under: menu, show)
      )
    }
    try await setup.start()
    let saved = try await setup.effect(of: other) { world in
      try world.change(clock) { $0.label = "saved" }
    }
    #expect(saved == .seen)
    try await setup.server.run { $0.pass(pause) }
    return try await setup.effect(of: button) { world in
      world.later(.milliseconds(5)) {
        switch change {
        case .added: _ = try? world.add(.menuItem, "New", under: menu, show)
        case .renamed: try? world.change(item) { $0.label = "Renamed" }
        case .removed: try? world.remove(item)
        }
      }
    }
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeProtocol
import BridgeTestSupport
import Testing

/// What a page scrolled at any time before an action is found late, and no effect of it.
@Suite(.timeLimit(.minutes(5)))
struct SilentMoveTests {
  /// What becomes of an element that was scrolled at any time before, and is read only now.
  enum LateFinding: CaseIterable {
    case elsewhere
    case outOfSight
    case counted
    case describedFirst

    func apply(to element: inout Element) {
      element.frame = Frame(rect: Rect(x: 0, y: 500, width: 10, height: 10), space: .screen)
      switch self {
      case .elsewhere: break
      case .outOfSight: element.states.formSymmetricDifference([.showing])
      case .counted: (element.positionInSet, element.setSize) = (3, 9)
      case .describedFirst:
        element.role = .listMarker
        element.attributes = [ToolkitAttribute(name: "tag", value: "::marker")]
      }
    }
  }

  @Test(arguments: LateFinding.allCases)
  func `Where a page does not report moves, they are no effect of a press`(finding: LateFinding)
    async throws
  {
    let setup = try await EffectSetup.start()
    let (button, list, rows) = try await setup.server.run { [window = setup.window] world in
      world.source.reportsMoves = false
      let page = try world.add(.document, "Shop", under: window)
      let list = try world.add(.list, "Rows", under: page)
      let rows = try (0..<4).map { try world.add(.text, "Row \($0)", under: list) }
      return (try world.add(.button, "Buy", under: page), list, rows)
    }
    func press(
      _ change: @escaping @Sendable (World) throws -> Void
    ) async throws -> Receipt.Effect? {
      // Nothing that was done before is in the way.
      try await setup.server.run { $0.pass(.seconds(3)) }
      return try await setup.effect(of: button, change)
    }
    let late = try await press { world in
      for id in rows[..<2] { try world.change(id) { finding.apply(to: &$0) } }
      try world.change(button) { LateFinding.outOfSight.apply(to: &$0) }
    }
    #expect(late == .uncertain)
    let renamed = try await press { world in
      try world.change(rows[2]) {
        finding.apply(to: &$0)
        $0.label = "Sold"
      }
    }
    #expect(renamed == .seen)
    let sorted = try await press { world in
      try world.change(rows[3]) { finding.apply(to: &$0) }
      try world.store.edit { edit in
        try edit.reorderChildren(of: list, to: rows.reversed())
      }
    }
    #expect(sorted == .seen)
    try await setup.server.run { $0.source.reportsMoves = true }
    let moved = try await press { world in
      try world.change(rows[0]) { $0.frame?.rect.y += 40 }
    }
    #expect(moved == .seen)
  }

  @Test func `What the focus brings into sight in a page is no effect of the keys behind it`()
    async throws
  {
    let setup = try await EffectSetup.start()
    let (page, fields) = try await setup.server.run { [window = setup.window] world in
      world.source.reportsMoves = false
      func frame(_ y: Double, _ height: Double) -> Frame {
        Frame(rect: Rect(x: 0, y: y, width: 100, height: height), space: .screen)
      }
      let page = try world.add(.document, "Form", under: window) { $0.frame = frame(0, 400) }
      let places = [("In sight", 10.0), ("Cut off", 390), ("Below", 900)]
      let fields = try places.map { label, y in
        try world.add(.textField, label, under: page) { field in
          field.frame = frame(y, 20)
          field.states.insert(.focusable)
          if y < 400 { field.states.formUnion([.visible, .showing]) }
        }
      }
      world.pass(.seconds(2))
      return (page, fields)
    }
    func effect(on field: ElementID, writes: Bool = false) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        world.pass(.seconds(30))
        world.source.onPrepareAction = { [unowned world] in
          for id in fields {
            try? world.change(id) { $0.states.remove(.focused) }
          }
          try? world.change(field) { $0.states.insert(.focused) }
        }
      }
      let keys = ActionCommand.keys(try KeyChord.parse("Escape"))
      return try await setup.receipt(of: keys, on: field) { world in
        for id in fields { try world.change(id) { $0.frame?.rect.y -= 5 } }
        if writes { try world.change(page) { $0.label = "Sent" } }
      }.effect
    }
    #expect(try await effect(on: fields[0]) == .seen)
    for field in fields[1...] { #expect(try await effect(on: field) == .uncertain) }
    #expect(try await effect(on: fields[0], writes: true) == .seen)
  }

  @Test(arguments: [false, true])
  func `What is found elsewhere is no effect of keys or of a scroll that moved nothing`(
    scrolls: Bool
  ) async throws {
    let setup = try await EffectSetup.start()
    let (list, rows) = try await setup.server.run { [window = setup.window] world in
      world.source.reportsMoves = false
      let page = try world.add(.document, "Shop", under: window)
      let list = try world.add(.list, "Rows", under: page) {
        $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 90, height: 90), space: .screen)
        $0.states.formUnion([.visible, .showing])
      }
      let rows = try (0..<4).map { row in
        try world.add(.text, "Row \(row)", under: list) {
          $0.frame = Frame(
            rect: Rect(x: 0, y: Double(row) * 20, width: 90, height: 20), space: .screen)
          $0.states.formUnion([.visible, .showing])
        }
      }
      return (list, rows)
    }
    func effect(_ reservations: ActionOutcome.Reservations) async throws -> Receipt.Effect? {
      try await setup.server.run { world in
        world.pass(.seconds(30))
        world.source.onPerform = { [unowned world] _, done in
          for id in rows { try? world.change(id) { $0.frame?.rect.y += 7 } }
          done(.performed(method: "fake", reservations: reservations))
        }
      }
      let keys = ActionCommand.keys(try KeyChord.parse("F2"))
      return try await setup.perform(scrolls ? .scroll(.down) : keys, list).effect
    }
    #expect(try await effect(.scrolledNothing) == .uncertain)
    #expect(try await effect([]) == .seen)
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeTestSupport
import Testing

/// Rows that applications use again for other contents, with buttons in them that are called the same everywhere.
@Suite(.timeLimit(.minutes(5)))
struct ReusedRowTests {
  /// A row of two cells, with a text, a number and a button.
  private struct Row {
    let setup: EffectSetup
    let name: ElementID
    let number: ElementID
    let open: ElementID

    /// - Parameter count: The number of such rows.
    static func start(in role: Role = .listItem, count: Int = 3) async throws -> Row {
      let setup = try await EffectSetup.start()
      let ids = try await setup.server.run { [window = setup.window] world in
        let container: Role = role == .row ? .table : role == .listItem ? .list : .generic
        let list = try world.add(container, "Files", under: window)
        for number in 1..<count {
          let other = try world.add(role, "", under: list)
          for (part, name) in [(Role.label, "Other \(number)"), (.label, "-"), (.button, "Open")] {
            _ = try world.add(
              part, name, under: role == .row ? world.add(.cell, "", under: other) : other)
          }
        }
        let row = try world.add(role, "", under: list)
        func part(_ name: String) throws -> ElementID {
          role == .row ? try world.add(.cell, name, under: row) : row
        }
        return (
          try world.add(.label, "Item 1", under: part("name")),
          try world.add(.label, "1 %", under: part("number")),
          try world.add(.button, "Open", under: part("action"))
        )
      }
      try await setup.server.run { $0.pass(.seconds(12)) }
      return Row(setup: setup, name: ids.0, number: ids.1, open: ids.2)
    }

    func press(_ expectation: TargetExpectation? = nil) async throws -> Receipt {
      let request = PerformRequest(target: .id(open), command: .press, expectation: expectation)
      return try await setup.client.call(request, timeout: .patience).receipt
    }

    func now() async throws -> TargetExpectation {
      try await setup.server.run {
        TargetExpectation(revision: $0.store.revision, epoch: $0.store.epoch)
      }
    }

    func rename(_ id: ElementID, _ label: String) async throws {
      try await setup.server.run { try $0.change(id) { $0.label = label } }
    }
  }

  @Test(arguments: [Role.listItem, .row, .generic, .section])
  func `A row that shows other things by itself may have been another one`(role: Role) async throws
  {
    let row = try await Row.start(in: role)
    let name = row.name
    try await row.setup.tick(name) { world, step in
      try? world.change(name) { $0.label = "Item \(step)" }
    }
    let receipt = try await row.press()
    #expect(receipt.effect == .targetChanged && receipt.retry == .unsafe, "\(receipt)")
  }

  @Test(arguments: [Role.listItem, .row, .generic, .section])
  func `What a press changes in its row is an effect`(role: Role) async throws {
    let row = try await Row.start(in: role)
    let name = row.name
    let effect = try await row.setup.effect(of: row.open) { world in
      try world.change(name) { $0.label = "Item 1, open" }
    }
    #expect(effect == .seen)
  }

  @Test func `A box is no row where fewer than three are alike`() async throws {
    let row = try await Row.start(in: .generic, count: 2)
    let before = try await row.now()
    try await row.rename(row.name, "Item 2")
    #expect(try await row.press(before).refusal == nil)
  }

  @Test(arguments: [Role.row, .generic])
  func `A number beside that counts by itself says nothing of what row it is`(role: Role)
    async throws
  {
    let row = try await Row.start(in: role)
    let number = row.number
    try await row.setup.tick(number) { world, step in
      try? world.change(number) { $0.label = "\(step) %" }
    }
    let before = try await row.now()
    try await row.rename(number, "99 %")
    let counted = try await row.press(before)
    #expect(counted.effect != .targetChanged && counted.refusal == nil, "\(counted)")
    let then = try await row.now()
    try await row.rename(row.name, "Item 2")
    #expect(try await row.press(then).refusal?.reason == .targetChanged)
  }

  @Test func `A row whose other cells have changed is not what was seen`() async throws {
    let row = try await Row.start(in: .row)
    let before = try await row.now()
    #expect(try await row.press(before).refusal == nil)
    try await row.rename(row.number, "2 %")
    let refusal = try await row.press(before).refusal
    #expect(refusal?.reason == .targetChanged)
    #expect(refusal?.message.contains("the contents of row") == true, "\(refusal?.message ?? "")")
  }

  @Test func `That the focus goes to what replaces a row by itself is no effect`() async throws {
    let setup = try await EffectSetup.start()
    let list = try await setup.server.run { [window = setup.window] world in
      try world.add(.list, "Rows", under: window)
    }
    try await setup.server.run { $0.pass(.seconds(12)) }
    @Sendable func replace(_ world: World, _ step: Int) {
      for child in world.store.tree[list]?.children ?? [] { try? world.remove(child) }
      _ = try? world.add(.button, "Row \(step % 8)", under: list) { $0.states.insert(.focused) }
    }
    try await setup.tick(list, replace)
    #expect(try await setup.perform().effect == .uncertain)
  }
}

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
  struct Row {
    let setup: EffectSetup
    let name: ElementID
    let number: ElementID
    let open: ElementID

    /// - Parameters:
    ///   - count: The number of such rows.
    ///   - name: What the name of the row is; that of another may be the same.
    ///   - action: What its button is called; those in the others are called "Open".
    static func start(
      in role: Role = .listItem, count: Int = 3, name: String = "Item 1", action: String = "Open"
    ) async throws -> Row {
      let setup = try await EffectSetup.start()
      let ids = try await setup.server.run { [window = setup.window] world in
        let container: Role = role == .row ? .table : role == .listItem ? .list : .generic
        let list = try world.add(container, "Files", under: window)
        let parts = [(Role.label, "name"), (.label, "number"), (.button, "action")]
        for number in 1..<count {
          let other = try world.add(role, "", under: list)
          for ((part, cell), name) in zip(parts, ["Other \(number)", "-", "Open"]) {
            _ = try world.add(
              part, name, under: role == .row ? world.add(.cell, cell, under: other) : other)
          }
        }
        let row = try world.add(role, "", under: list)
        func part(_ name: String) throws -> ElementID {
          role == .row ? try world.add(.cell, name, under: row) : row
        }
        return (
          try world.add(.label, name, under: part("name")),
          try world.add(.label, "1 %", under: part("number")),
          try world.add(.button, action, under: part("action"))
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

    /// Waits for changes that come by themselves.
    func changes(_ count: UInt64) async throws {
      let end = try await setup.server.run { $0.store.revision } + count
      try await eventually("changes", every: .milliseconds(1)) {
        try await setup.server.run { $0.store.revision } >= end
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

  /// A text in a row that changes by itself.
  struct Changing: Sendable {
    var name = "Item 1"
    var action = "Open"
    let says: @Sendable (Int) -> String

    /// Returns a row in which the text stands beside the name, once it has changed for a while.
    func start(in role: Role) async throws -> Row {
      let row = try await Row.start(in: role, name: name, action: action)
      let number = row.number
      try await row.setup.tick(number) { [says] world, step in
        try? world.change(number) { $0.label = says(step) }
      }
      try await row.changes(8)
      return row
    }
  }

  @Test(
    arguments: [Role.listItem, .row, .generic],
    [
      Changing { "\(9_000 - $0) seconds left" },
      Changing { "\(Double($0) * 7.5) KB of 9,999,999 KB" },
      Changing { "\($0) of 9,000 files, \($0 % 3 + 1) MB/s" },
    ])
  func `A text beside what says which row it is may change by itself`(
    role: Role, text: Changing
  ) async throws {
    let row = try await text.start(in: role)
    let before = try await row.now()
    try await row.changes(1)
    let counted = try await row.press(before)
    #expect(counted.effect != .targetChanged && counted.refusal == nil, "\(counted)")
    let then = try await row.setup.server.run { [name = row.name] world in
      try world.change(name) { $0.label = "Item 2" }
      return TargetExpectation(revision: world.store.revision - 1, epoch: world.store.epoch)
    }
    let refusal = try #require(try await row.press(then).refusal)
    #expect(refusal.message.contains("label \"Item 2\" was label \"Item 1\""), "\(refusal.message)")
  }

  @Test(
    arguments: [Role.listItem, .generic],
    [
      Changing(name: "Other 1") { "\(9_000 - $0) seconds left" },
      Changing(name: "7.") { "Item \($0)" },
      Changing { ["waiting", "asking"][$0 % 2] },
      Changing(action: "Open 1") { ["waiting", "asking"][$0 % 2] },
      Changing { "Job \([3, 9, 4, 11, 7][$0 % 5])" },
    ])
  func `A text that changes by itself may say which row it is`(
    role: Role, text: Changing
  ) async throws {
    let row = try await text.start(in: role)
    let before = try await row.now()
    try await row.changes(1)
    #expect(try await row.press(before).refusal?.reason == .targetChanged)
  }

  /// Boxes of a browser, whose texts are replaced when they change.
  @Test func `A text that is replaced when it counts says nothing of what row it is`() async throws
  {
    let row = try await Row.start(in: .section)
    let (name, open) = (row.name, row.open)
    let box = try #require(try await row.setup.server.run { $0.store.tree[name]?.parent })
    @Sendable func count(_ world: World, to seconds: Int, beside item: String = "Item 1") {
      for child in world.store.tree[box]?.children ?? []
      where child != name && child != open {
        try? world.remove(child)
      }
      let text = Element(
        id: world.store.makeID(), role: .label, label: "\(seconds) seconds left")
      try? world.store.edit { try $0.insert(text, under: box, at: 1) }
      try? world.change(box) { $0.value = "\(item) \(seconds) seconds left" }
    }
    try await row.setup.tick(box) { world, step in count(world, to: 9_000 - step) }
    try await row.changes(24)
    let before = try await row.now()
    try await row.changes(3)
    let counted = try await row.press(before)
    #expect(counted.effect != .targetChanged && counted.refusal == nil, "\(counted)")
    let then = try await row.now()
    try await row.setup.server.run { count($0, to: 6, beside: "Item two") }
    #expect(try await row.press(then).refusal?.reason == .targetChanged)
  }

  /// The value of a box of a browser is all that is said in it, and is no name that stays.
  @Test func `All that a box says in words and counts does not say which row it is`() async throws {
    let row = try await Row.start(in: .section)
    let (name, number) = (row.name, row.number)
    let box = try #require(try await row.setup.server.run { $0.store.tree[name]?.parent })
    @Sendable func say(_ world: World, _ item: Int) {
      try? world.change(box) { $0.value = "Item \(item) 1 % Open" }
      try? world.change(name) { $0.label = "Item \(item)" }
    }
    try await row.setup.tick(number) { world, step in say(world, step + 2) }
    try await row.changes(16)
    let before = try await row.now()
    try await row.changes(2)
    #expect(try await row.press(before).refusal?.reason == .targetChanged)
  }

  /// As where jobs go from place to place: each says what the next one said.
  @Test func `Numbers that change places with rows beside say which row it is`() async throws {
    let row = try await Row.start()
    let number = row.number
    let others = try await row.setup.server.run { world in
      let tree = world.store.tree
      let item = try #require(tree[number]?.parent)
      let list = try #require(tree[item]?.parent)
      return (tree[list]?.children ?? []).filter { $0 != item }.compactMap { other in
        tree[other]?.children.first { tree[$0]?.label == "-" }
      }
    }
    try await row.setup.tick(number) { world, step in
      for (place, id) in (others + [number]).enumerated() {
        try? world.change(id) { $0.label = "Job \(step + place)" }
      }
    }
    try await row.changes(24)
    let before = try await row.now()
    try await row.changes(3)
    #expect(try await row.press(before).refusal?.reason == .targetChanged)
  }

  @Test func `A text that was replaced by other words may say which row it is`() async throws {
    let row = try await Row.start(in: .generic)
    let (name, open) = (row.name, row.open)
    @Sendable func replace(_ world: World, _ step: Int) {
      guard let box = world.store.tree[name]?.parent else { return }
      for child in world.store.tree[box]?.children ?? [] where child != name && child != open {
        try? world.remove(child)
      }
      let text = Element(
        id: world.store.makeID(), role: .label, label: ["Ann", "Kurt"][step % 2])
      try? world.store.edit { try $0.insert(text, under: box, at: 1) }
    }
    try await row.setup.tick(name, replace)
    try await row.changes(16)
    let before = try await row.now()
    try await row.changes(2)
    #expect(try await row.press(before).refusal?.reason == .targetChanged)
  }

  @Test func `A name that was replaced a moment ago does not say which row it is`() async throws {
    let row = try await Row.start(in: .generic)
    let (name, number) = (row.name, row.number)
    try await row.setup.tick(number) { world, step in
      try? world.change(number) { $0.label = "\(9_000 - step) seconds left" }
    }
    try await row.setup.server.run { world in
      let box = try #require(world.store.tree[name]?.parent)
      try world.remove(name)
      let text = Element(id: world.store.makeID(), role: .label, label: "Item 2")
      try world.store.edit { try $0.insert(text, under: box, at: 0) }
    }
    try await row.changes(8)
    let before = try await row.now()
    try await row.changes(1)
    #expect(try await row.press(before).refusal?.reason == .targetChanged)
    try await row.setup.server.run { $0.pass(.seconds(12)) }
    try await row.changes(8)
    let then = try await row.now()
    try await row.changes(1)
    #expect(try await row.press(then).refusal == nil)
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

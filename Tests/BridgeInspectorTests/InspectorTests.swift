import AccessibilityTree
import AssistiveClients
import BridgeInspector
import CommandLineOptions
import Testing

@Suite("V5: the inspector")
struct InspectorTests {
  private static let small = ScreenSize(columns: 80, rows: 24)

  private func calculator() throws -> Tree {
    var tree = Tree()
    func add(_ id: UInt64, _ role: Role, _ label: String, under parent: UInt64?) throws {
      var element = Element(id: ElementID(rawValue: id), role: role, label: label)
      element.states = [.enabled, .visible, .showing]
      if role == .button { element.actions = [Action(.press), Action(.custom, name: "Clear")] }
      try tree.insert(element, under: parent.map { ElementID(rawValue: $0) })
    }
    try add(1, .application, "Calculator", under: nil)
    try add(2, .window, "Calculator", under: 1)
    for number in 3...40 { try add(UInt64(number), .button, "Key \(number)", under: 2) }
    return tree
  }

  private func inspector(_ tree: Tree) -> Inspector {
    var inspector = Inspector(server: "127.0.0.1:50151")
    inspector.update(tree: tree, applications: [:], revision: 7, isConnected: true)
    return inspector
  }

  private func type(_ text: String, into inspector: inout Inspector) -> [Inspector.Effect] {
    text.flatMap { inspector.press(.character($0)) } + inspector.press(.enter)
  }

  @Test(
    "V5: every row is as wide as the screen, and there are as many as fit",
    arguments: [
      ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 200, rows: 60),
      ScreenSize(columns: 20, rows: 5), ScreenSize(columns: 1, rows: 1),
      ScreenSize(columns: 3, rows: 40), ScreenSize(columns: 80, rows: 2),
      ScreenSize(columns: 0, rows: 0),
    ])
  func sizes(_ size: ScreenSize) throws {
    var inspector = inspector(try calculator())
    let names = ["世界 wide words", "e\u{301}vil \u{1B}[31m escapes\nand lines", "😀😀😀"]
    for (place, name) in names.enumerated() {
      inspector.log(
        [.announcement(text: name, priority: .high, element: nil)], at: UInt64(place))
    }
    for key in [Key.down, .enter, .down, .character("?"), .escape] {
      let rows = inspector.rows(size)
      #expect(rows.count == size.rows)
      #expect(rows.allSatisfy { $0.width == size.columns })
      #expect(rows.allSatisfy { $0.plain.displayWidth == size.columns })
      #expect(!rows.contains { $0.plain.unicodeScalars.contains("\u{1B}") })
      _ = inspector.press(key)
    }
  }

  @Test("V5: the tree, the selected element's speech, actions and attributes, and what happens")
  func contents() throws {
    var inspector = inspector(try calculator())
    _ = inspector.press(.down)
    _ = inspector.press(.down)
    inspector.log(
      [.valueChanged(element: ElementID(rawValue: 3), old: "0", new: "7")], at: 8)
    let rows = inspector.rows(Self.small).map(\.plain)
    #expect(rows[0].contains("127.0.0.1:50151") && rows[0].contains("revision 7"))
    #expect(rows.contains { $0.hasPrefix("▶    button \"Key 3\" #3") })
    #expect(rows.contains { $0.contains("says: Key 3, button.") })
    #expect(rows.contains { $0.contains("2 \"Clear\"") })
    #expect(rows.contains { $0.contains("states: enabled") })
    #expect(rows.contains { $0.contains("[8] value button \"Key 3\" #3: \"0\" → \"7\"") })
    #expect(rows[23].contains("q end"))
  }

  @Test("V5: any action of the element is run, with an argument where it takes one")
  func actions() throws {
    var tree = try calculator()
    try tree.modify(ElementID(rawValue: 3)) { $0.actions.append(Action(.setText)) }
    var inspector = inspector(tree)
    _ = type("/#3", into: &inspector)
    #expect(inspector.selected == ElementID(rawValue: 3))
    let three = ElementID(rawValue: 3)
    #expect(inspector.press(.enter) == [])
    _ = inspector.press(.down)
    #expect(inspector.press(.enter) == [.perform(three, action: "Clear", value: nil)])
    _ = inspector.press(.enter)
    #expect(inspector.press(.character("3")) == [])
    #expect(inspector.rows(Self.small)[23].plain.hasPrefix("set-text: "))
    #expect(
      type("hello", into: &inspector) == [.perform(three, action: "set-text", value: "hello")])
    #expect(inspector.press(.character("p")) == [.perform(three, action: "press", value: nil)])
    inspector.say("press confirmed")
    #expect(inspector.rows(Self.small)[23].plain.hasPrefix("press confirmed"))
  }

  @Test("V5: a selector finds, and n and N go from match to match")
  func searching() throws {
    var inspector = inspector(try calculator())
    _ = type("/button[label$=\"9\"]", into: &inspector)
    #expect(inspector.selected == ElementID(rawValue: 9))
    _ = inspector.press(.character("n"))
    #expect(inspector.selected == ElementID(rawValue: 19))
    _ = inspector.press(.character("N"))
    _ = inspector.press(.character("N"))
    #expect(inspector.selected == ElementID(rawValue: 39))
    _ = type("/slider", into: &inspector)
    #expect(inspector.rows(Self.small)[23].plain.contains("nothing matches slider"))
    _ = type("/button[", into: &inspector)
    #expect(inspector.rows(Self.small)[23].plain.contains("character 8"))
    #expect(inspector.press(.character("q")) == [.quit])
  }

  @Test("V5: lines fold and unfold, and a search unfolds what it needs")
  func folding() throws {
    var inspector = inspector(try calculator())
    _ = inspector.press(.left)
    #expect(!inspector.rows(Self.small).contains { $0.plain.contains("window") })
    _ = inspector.press(.right)
    _ = inspector.press(.right)
    #expect(inspector.selected == ElementID(rawValue: 2))
    _ = inspector.press(.left)
    _ = type("/#5", into: &inspector)
    #expect(inspector.rows(Self.small).contains { $0.plain.contains("▶    button \"Key 5\"") })
    _ = inspector.press(.left)
    #expect(inspector.selected == ElementID(rawValue: 2))
  }

  @Test("V5: the selection stays where it is when the tree changes, and finds a neighbour")
  func following() throws {
    var tree = try calculator()
    var inspector = inspector(tree)
    _ = type("/#20", into: &inspector)
    try tree.remove(ElementID(rawValue: 5))
    inspector.update(tree: tree, applications: [:], revision: 8, isConnected: true)
    #expect(inspector.selected == ElementID(rawValue: 0x20))
    try tree.remove(ElementID(rawValue: 0x20))
    inspector.update(tree: tree, applications: [:], revision: 9, isConnected: true)
    #expect(inspector.selected == ElementID(rawValue: 0x21))
    inspector.update(tree: Tree(), applications: [:], revision: 10, isConnected: false)
    #expect(inspector.selected == nil)
    #expect(inspector.press(.enter) == [])
    #expect(inspector.rows(Self.small)[0].plain.contains("connection lost"))
  }

  @Test("V5: only rows that change are written")
  func updates() throws {
    var inspector = inspector(try calculator())
    var screen = ScreenUpdater()
    let paint = Painter(isEnabled: false)
    let all = screen.update(to: inspector.rows(Self.small), Self.small, paint)
    #expect(all.contains("\u{1B}[2J"))
    #expect(all.split(separator: ";1H").count == 25)
    #expect(screen.update(to: inspector.rows(Self.small), Self.small, paint) == "")
    inspector.say("done")
    let one = screen.update(to: inspector.rows(Self.small), Self.small, paint)
    #expect(one.contains("\u{1B}[24;1H") && one.split(separator: ";1H").count == 2)
    let wide = ScreenSize(columns: 100, rows: 24)
    #expect(screen.update(to: inspector.rows(wide), wide, paint).contains("\u{1B}[2J"))
  }
}

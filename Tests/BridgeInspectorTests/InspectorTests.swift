import AccessibilityTree
import AssistiveClients
import BridgeInspector
import CommandLineOptions
import Testing

@Suite
struct `V5: the inspector` {
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
    inspector.update(tree: tree, applications: [:], epoch: 1, revision: 7, isConnected: true)
    return inspector
  }

  private func type(_ text: String, into inspector: inout Inspector) -> [Inspector.Effect] {
    text.flatMap { inspector.press(.character($0)) } + inspector.press(.enter)
  }

  @Test(arguments: [
    ScreenSize(columns: 80, rows: 24), ScreenSize(columns: 200, rows: 60),
    ScreenSize(columns: 20, rows: 5), ScreenSize(columns: 1, rows: 1),
    ScreenSize(columns: 3, rows: 40), ScreenSize(columns: 80, rows: 2),
    ScreenSize(columns: 0, rows: 0),
  ])
  func `V5: every row is as wide as the screen, and as many rows as fit are shown`(
    _ size: ScreenSize
  )
    throws
  {
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

  @Test
  func `V5: the screen shows the tree, the selected element, its speech and the events`()
    throws
  {
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

  @Test
  func `V5: outline and sort priority stand among the attributes, with all others`() throws {
    var tree = try calculator()
    try tree.modify(ElementID(rawValue: 3)) {
      $0.sortPriority = 2
      $0.contentPath = .ellipse(Rect(x: 1, y: 2, width: 30, height: 40))
      $0.shortenedFields = ["value"]
    }
    var inspector = inspector(tree)
    _ = type("/#3", into: &inspector)
    let rows = inspector.rows(ScreenSize(columns: 160, rows: 60)).map(\.plain)
    for fact in [
      "sort priority: 2", "content path: ellipse 30 × 40 at 1, 2", "shortened: value", "parent: #2",
      "application: #1",
    ] {
      #expect(rows.contains { $0.contains(fact) }, "\(fact)")
    }
  }

  @Test
  func `V5: any action of the element can be run, with its argument`() throws {
    var tree = try calculator()
    try tree.modify(ElementID(rawValue: 3)) { $0.actions.append(Action(.setText)) }
    var inspector = inspector(tree)
    _ = type("/#3", into: &inspector)
    #expect(inspector.selected == ElementID(rawValue: 3))
    let three = ElementID(rawValue: 3)
    #expect(inspector.press(.enter) == [])
    _ = inspector.press(.down)
    #expect(inspector.press(.enter) == [.perform(three, .custom("Clear"), name: "Clear")])
    _ = inspector.press(.enter)
    #expect(inspector.press(.character("3")) == [])
    #expect(inspector.rows(Self.small)[23].plain.hasPrefix("set-text, the text: "))
    #expect(
      type("hello", into: &inspector) == [.perform(three, .setText("hello"), name: "set-text")])
    #expect(inspector.press(.character("p")) == [.perform(three, .press, name: "press")])
    inspector.showMessage("press confirmed")
    #expect(inspector.rows(Self.small)[23].plain.hasPrefix("press confirmed"))
  }

  @Test
  func `V5: a selector finds elements, and n and N move between matches`() throws {
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

  @Test
  func `V5: lines collapse and expand, and a search expands what it needs`() throws {
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

  @Test
  func `V5: the selection stays when the tree changes, and moves to a neighbour on removal`() throws
  {
    var tree = try calculator()
    var inspector = inspector(tree)
    _ = type("/#32", into: &inspector)
    try tree.remove(ElementID(rawValue: 5))
    inspector.update(tree: tree, applications: [:], epoch: 1, revision: 8, isConnected: true)
    #expect(inspector.selected == ElementID(rawValue: 32))
    try tree.remove(ElementID(rawValue: 32))
    inspector.update(tree: tree, applications: [:], epoch: 1, revision: 9, isConnected: true)
    #expect(inspector.selected == ElementID(rawValue: 33))
    inspector.update(tree: Tree(), applications: [:], epoch: 1, revision: 10, isConnected: false)
    #expect(inspector.selected == nil)
    #expect(inspector.press(.enter) == [])
    #expect(inspector.rows(Self.small)[0].plain.contains("connection lost"))
  }

  @Test
  func `V5: an action chosen from a menu is never performed on another element`() throws {
    var tree = try calculator()
    let twenty = ElementID(rawValue: 32)
    try tree.modify(twenty) { $0.actions.append(Action(.setText)) }
    var inspector = inspector(tree)
    inspector.search("#32")
    _ = inspector.press(.enter)
    _ = inspector.press(.down)
    // The selected action stays selected when others are removed.
    try tree.modify(twenty) { $0.actions.removeFirst() }
    update(&inspector, tree, 8)
    #expect(inspector.press(.enter) == [.perform(twenty, .custom("Clear"), name: "Clear")])
    _ = inspector.press(.enter)
    try tree.modify(twenty) { $0.actions.removeFirst() }
    update(&inspector, tree, 9)
    #expect(status(&inspector).hasPrefix("Clear is no longer offered"))
    #expect(inspector.press(.character("x")) == [])
    // A prompt closes with its element, and further keys have no effect.
    _ = inspector.press(.enter)
    _ = inspector.press(.enter)
    #expect(status(&inspector).hasPrefix("set-text, the text: "))
    try tree.remove(twenty)
    update(&inspector, tree, 10)
    #expect(status(&inspector).hasPrefix("the element is gone"))
    for key in [Key.escape, .character("5")] { #expect(inspector.press(key) == []) }
    inspector.search("#33")
    _ = inspector.press(.enter)
    try tree.remove(ElementID(rawValue: 33))
    update(&inspector, tree, 11)
    #expect(inspector.selected == ElementID(rawValue: 34))
    #expect(inspector.press(.character(" ")) == [])
    #expect(status(&inspector).hasPrefix("the element is gone"))
  }

  @Test
  func `V5: after a restart of the server nothing is selected, collapsed or open`() throws {
    var inspector = inspector(try calculator())
    _ = type("/button[label$=\"9\"]", into: &inspector)
    _ = inspector.press(.enter)
    inspector.update(
      tree: try calculator(), applications: [:], epoch: 2, revision: 1, isConnected: true)
    #expect(inspector.selected == ElementID(rawValue: 1))
    #expect(status(&inspector).hasPrefix("the server was restarted"))
    #expect(inspector.epoch == 2)
    #expect(inspector.press(.character(" ")) == [])
    // The search is repeated.
    _ = inspector.press(.character("n"))
    #expect(inspector.selected == ElementID(rawValue: 9))
  }

  @Test
  func `V5: the element's own actions, intents and drag points are chosen without typing`() throws {
    var tree = try calculator()
    let three = ElementID(rawValue: 3)
    try tree.modify(three) {
      $0.actions = [
        Action(.custom, name: "delete"), Action(.custom, name: "focus"), Action(.intent),
        Action(.drag), Action(.scroll),
      ]
      $0.intents = [
        IntentOffer(
          "Favorite", type: "FavoriteBeach", parameters: [IntentParameter("beach", "Baker")])
      ]
      $0.dragPoints = [NamedPoint("Sound", Point(x: 0, y: 0))]
    }
    var inspector = inspector(tree)
    inspector.search("#3")
    func choose(_ number: Character) -> [Inspector.Effect] {
      _ = inspector.press(.enter)
      return inspector.press(.character(number))
    }
    // They are custom actions, although they have the names of standard ones.
    #expect(choose("1") == [.perform(three, .custom("delete"), name: "delete")])
    #expect(choose("2") == [.perform(three, .custom("focus"), name: "focus")])
    #expect(choose("3") == [])
    #expect(status(&inspector).hasPrefix("scroll, a direction: "))
    #expect(type("sideways", into: &inspector) == [])
    #expect(status(&inspector).contains("not a direction"))
    let intent = ActionCommand.intent(type: "FavoriteBeach", parameters: ["beach": "Baker"])
    #expect(choose("4") == [.perform(three, intent, name: "Favorite")])
    #expect(choose("5") == [.perform(three, .drag(point: "Sound"), name: "drag Sound")])
  }

  @Test(arguments: [
    ScreenSize(columns: 20, rows: 5), ScreenSize(columns: 40, rows: 12),
    ScreenSize(columns: 80, rows: 24),
  ])
  func `V5: the selected action and the end of the typed text stay visible on small screens`(
    _ size: ScreenSize
  ) throws {
    var tree = try calculator()
    let three = ElementID(rawValue: 3)
    try tree.modify(three) { element in
      element.actions = (1...30).map { Action(.custom, name: "A\($0)") }
      element.actions.append(Action(.setText))
    }
    var inspector = inspector(tree)
    inspector.search("#3")
    _ = inspector.press(.enter)
    for _ in 0..<31 {
      let marked = inspector.rows(size).filter {
        $0.plain.split(separator: "│").last?.contains("▶") == true
      }
      #expect(marked.count == 1)
      _ = inspector.press(.down)
    }
    _ = inspector.press(.up)
    _ = inspector.press(.enter)
    for letter in String(repeating: "word ", count: 30) { _ = inspector.press(.character(letter)) }
    _ = inspector.press(.character("!"))
    #expect(inspector.rows(size).last?.plain.contains("!▏") == true)
  }

  private func update(_ inspector: inout Inspector, _ tree: Tree, _ revision: Revision) {
    inspector.update(
      tree: tree, applications: [:], epoch: 1, revision: revision, isConnected: true)
  }

  private func status(_ inspector: inout Inspector) -> String {
    inspector.rows(Self.small).last?.plain ?? ""
  }

  @Test
  func `V5: only rows that change are drawn`() throws {
    var inspector = inspector(try calculator())
    var screen = ScreenUpdater()
    let paint = Painter(isEnabled: false)
    func update(_ size: ScreenSize) -> String {
      screen.update(to: inspector.rows(size), size).rendered(paint)
    }
    let all = update(Self.small)
    #expect(all.contains("\u{1B}[2J"))
    #expect(all.split(separator: ";1H").count == 25)
    #expect(update(Self.small) == "")
    inspector.showMessage("done")
    let one = update(Self.small)
    #expect(one.contains("\u{1B}[24;1H") && one.split(separator: ";1H").count == 2)
    let wide = ScreenSize(columns: 100, rows: 24)
    #expect(update(wide).contains("\u{1B}[2J"))
  }
}

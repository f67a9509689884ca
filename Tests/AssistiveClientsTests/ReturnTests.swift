import AccessibilityTree
import AssistiveClients
import Testing

/// Where keys and switches go on when a menu or a dialog has closed.
@Suite
struct `V3 V4: after a menu or a dialog` {
  private func list() throws -> (Stage, milk: ElementID, bread: ElementID) {
    var stage = try Stage()
    let bread = try stage.add(
      .listItem, "Bread", actions: [Action(.press), Action(.showMenu), Action(.focus)])
    let milk = try stage.add(
      .listItem, "Milk", actions: [Action(.press), Action(.showMenu), Action(.focus)])
    try stage.button("Add")
    return (stage, milk, bread)
  }

  /// Opens a menu at the end of the window, with the focus in it.
  private func openMenu(in stage: inout Stage) throws -> (menu: ElementID, edit: ElementID) {
    let menu = try stage.add(.menu, actions: [Action(.escape)])
    let edit = try stage.add(.menuItem, "Edit", under: menu, actions: [Action(.press)])
    return (menu, edit)
  }

  @Test
  func `the ring goes back to the element that opened the menu, wherever the focus goes`() throws {
    let (stage, milk, bread) = try list()
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    _ = keys("find milk")
    _ = keys("menu")
    var (menu, edit) = (milk, milk)
    _ = try keys.happens { (menu, edit) = try openMenu(in: &$0) }
    #expect(try keys.happens([.focusMoved(from: bread, to: edit)]) == [])
    #expect(keys.finish() == ["Edit, menu item"])
    _ = keys("escape")
    let closed = try keys.happens([.focusMoved(from: edit, to: bread)]) { try $0.remove(menu) }
    #expect(closed + keys.finish() == ["Milk"])
    // An element that disappears later is followed by its neighbour.
    _ = keys("next")
    let add = try #require(keys.client.ring)
    _ = keys("first")
    _ = keys("find add")
    #expect(keys.client.ring == add)
  }

  @Test
  func `the ring goes back to its element when a dialog closes that a menu opened`() throws {
    let (stage, milk, bread) = try list()
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    _ = keys("find milk")
    _ = keys("menu")
    var (menu, edit, sheet) = (milk, milk, milk)
    _ = try keys.happens { (menu, edit) = try openMenu(in: &$0) }
    _ = try keys.happens([.focusMoved(from: bread, to: edit)])
    _ = keys.finish()
    _ = keys("activate")
    _ = try keys.happens {
      try $0.remove(menu)
      sheet = try $0.add(.dialog, "Edit item") { $0.states.insert(.modal) }
      try $0.button("Done", under: sheet)
    }
    #expect(keys.finish() == ["Edit item", "Done, button"])
    _ = keys("activate")
    _ = try keys.happens([.focusMoved(from: nil, to: bread)]) { try $0.remove(sheet) }
    #expect(keys.finish() == ["Window", "Milk"])
  }

  /// Opens the menu of a row and removes the row from there; returns where the client was left.
  ///
  /// - Parameter asks: Whether the menu opens a dialog, in which the row is removed.
  private func removal<Client: AssistiveClient>(
    of row: String, from stage: Stage, asks: Bool = false, _ client: Client,
    by commands: [String]
  ) throws -> String? {
    var driver = Driver(client, stage)
    let use = Client.self == SwitchControl.self ? "select" : "activate"
    _ = driver.begin()
    for command in commands { _ = driver(command) }
    let removed = try #require(driver.performed.last)
    #expect(removed.command == .showMenu)
    #expect(driver.scene.headline(of: removed.element) == row)
    var (opened, edit) = (removed.element, removed.element)
    _ = try driver.happens { (opened, edit) = try openMenu(in: &$0) }
    _ = try driver.happens([.focusMoved(from: nil, to: edit)])
    _ = driver.finish()
    _ = driver(use)
    #expect(driver.performed.last?.element == edit)
    if asks {
      _ = try driver.happens {
        try $0.remove(opened)
        opened = try $0.add(.dialog, "Delete it?") { $0.states.insert(.modal) }
        try $0.button("Delete", under: opened)
      }
      _ = driver.finish()
      _ = driver(use)
    }
    let first = try #require(driver.scene.tree[driver.stage.window]?.children.first)
    _ = try driver.happens([.focusMoved(from: asks ? nil : edit, to: first)]) {
      try $0.change(first) { $0.states.insert(.focused) }
      try $0.remove(opened)
      try $0.remove(removed.element)
    }
    _ = driver.finish()
    return driver.client.place.map { driver.scene.headline(of: $0) }
  }

  @Test
  func `a row that is removed from its menu is followed by its neighbour`() throws {
    var stage = try Stage()
    let list = try stage.add(.list, "Shopping")
    for name in ["Bread", "Milk", "Tea"] {
      try stage.add(.listItem, name, under: list, actions: [Action(.press), Action(.showMenu)])
    }
    try stage.add(.textField, "New item")
    for (row, neighbour) in [("Milk", "Tea"), ("Tea", "Milk")] {
      let find = ["find \(row)", "menu"]
      #expect(try removal(of: row, from: stage, KeyboardAccess(), by: find) == neighbour)
      #expect(try removal(of: row, from: stage, VoiceOver(), by: find) == neighbour)
      let steps = Array(repeating: "next", count: row == "Milk" ? 1 : 2)
      let scan = steps + ["select", "next", "select"]
      #expect(
        try removal(of: row, from: stage, SwitchControl(mode: .items), by: scan) == neighbour)
    }
  }

  @Test
  func `a row that is removed in a dialog of its menu is followed by its neighbour`() throws {
    var stage = try Stage()
    for name in ["Bread", "Milk", "Tea"] {
      try stage.add(.listItem, name, actions: [Action(.press), Action(.showMenu)])
    }
    for (row, neighbour) in [("Milk", "Tea"), ("Tea", "Milk")] {
      let find = ["find \(row)", "menu"]
      #expect(
        try removal(of: row, from: stage, asks: true, KeyboardAccess(), by: find) == neighbour)
      #expect(try removal(of: row, from: stage, asks: true, VoiceOver(), by: find) == neighbour)
      let steps = Array(repeating: "next", count: row == "Milk" ? 1 : 2)
      let scan = steps + ["select", "next", "select"]
      #expect(
        try removal(of: row, from: stage, asks: true, SwitchControl(mode: .items), by: scan)
          == neighbour)
    }
  }

  @Test
  func `the scan goes back into the group where the menu of a dialog was opened`() throws {
    var stage = try Stage()
    let list = try stage.add(.list, "List")
    for name in ["Bread", "Milk", "Tea"] {
      try stage.add(
        .listItem, name, under: list, actions: [Action(.press), Action(.showMenu)])
    }
    try stage.button("Add")
    var switches = Driver(SwitchControl(), stage)
    #expect(switches.begin() == ["List, group, 3 items"])
    _ = switches("select")
    for command in ["next", "select", "next", "select"] { _ = switches(command) }
    #expect(switches.performed.last?.command == .showMenu)
    var (menu, sheet) = (list, list)
    _ = try switches.happens { (menu, _) = try openMenu(in: &$0) }
    _ = switches.finish()
    _ = switches("select")
    _ = try switches.happens {
      try $0.remove(menu)
      sheet = try $0.add(.dialog, "Edit item") { $0.states.insert(.modal) }
      try $0.button("Done", under: sheet)
    }
    _ = switches.finish()
    _ = switches("select")
    _ = try switches.happens { try $0.remove(sheet) }
    #expect(switches.finish() == ["Window", "Milk"])
    #expect(switches("next") == ["Tea"])
    #expect(switches("next") == ["Back"])
  }

  @Test
  func `an element that the application names is gone to`() throws {
    let (stage, _, bread) = try list()
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    _ = keys("find add")
    var sheet = bread
    _ = try keys.happens {
      sheet = try $0.add(.dialog, "Sure?") { $0.states.insert(.modal) }
      try $0.button("Yes", under: sheet)
    }
    let window = keys.stage.window
    let said = try keys.happens([.layoutChanged(container: window, focus: bread)]) {
      try $0.remove(sheet)
    }
    #expect(said == ["Window", "Bread"])
  }

  @Test
  func `the scan goes on where it was, and back closes an open menu`() throws {
    let (stage, milk, _) = try list()
    var switches = Driver(SwitchControl(mode: .items), stage)
    _ = switches.begin()
    #expect(switches("next") == ["Milk"])
    _ = switches("select")
    while switches("next") != ["Show menu"] {}
    _ = switches("select")
    var (menu, edit, sheet) = (milk, milk, milk)
    _ = try switches.happens { (menu, edit) = try openMenu(in: &$0) }
    _ = switches.finish()
    while switches("next") != ["Edit, menu item"] {}
    _ = switches("back")
    #expect(switches.performed.last?.element == menu)
    #expect(switches.performed.last?.command == .escape)
    _ = switches.finish(.refused("Not now."))
    _ = switches("select")
    #expect(switches.performed.last?.element == edit)
    _ = try switches.happens {
      try $0.remove(menu)
      sheet = try $0.add(.dialog, "Edit item") { $0.states.insert(.modal) }
      try $0.button("Done", under: sheet)
    }
    #expect(switches.finish() == ["Edit item", "Done, button"])
    _ = switches("select")
    _ = try switches.happens { try $0.remove(sheet) }
    #expect(switches.finish() == ["Window", "Milk"])
    #expect(switches("next") == ["Add, button"])
  }

  @Test
  func `an element that becomes a group stays highlighted as part of it`() throws {
    var stage = try Stage()
    let post = try stage.add(.group, "Saturday", actions: [Action(.press)])
    try stage.button("Other")
    try stage.button("More")
    var switches = Driver(SwitchControl(), stage)
    #expect(switches.begin() == ["Saturday"])
    _ = switches("select")
    _ = try switches.happens {
      try $0.button("Favorite", under: post)
      try $0.button("Reply", under: post)
    }
    #expect(switches.finish().last == "Saturday, group, 3 items")
  }

  @Test
  func `actions that were listed by voice can be run again`() throws {
    var stage = try Stage()
    try stage.add(
      .text, "Filter", actions: [Action(.custom, name: "Up"), Action(.custom, name: "Down")])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("show actions for filter") == ["1 Up", "2 Down"])
    _ = voice("1")
    _ = voice.finish()
    _ = voice("2")
    _ = voice.finish()
    _ = voice("tap up")
    #expect(voice.performed.map(\.command) == [.custom("Up"), .custom("Down"), .custom("Up")])
    _ = voice("show numbers")
    _ = voice("show actions for filter")
    _ = voice("2")
    #expect(voice("2") == ["The numbers go from 1 to 1."])
  }

  @Test
  func `numbers are those of drops only while something is dragged`() throws {
    var stage = try Stage()
    let synth = try stage.add(.group, "Synth", actions: [Action(.drag)])
    let cheers = try stage.add(.group, "Cheers", actions: [Action(.drop)])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("show numbers")
    _ = voice("drag synth to cheers")
    _ = voice.finish()
    #expect(voice.performed.last?.command == .drop(source: synth, point: nil))
    let during = try voice.happens { try $0.change(cheers) { $0.value = "Synth" } }
    let after = voice.finish()
    #expect(during == [])
    #expect(after.contains("Drop complete"))
    #expect(!after.contains { $0.hasSuffix("drop ready") }, "\(after)")
  }
}

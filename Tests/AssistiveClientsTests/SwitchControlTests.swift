import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V4: control by switches` {
  private func player() throws -> Stage {
    var stage = try Stage()
    let bar = try stage.add(.toolBar, "Tools")
    try stage.button("Open", under: bar)
    try stage.button("Save", under: bar)
    let group = try stage.add(.group)
    let inner = try stage.add(.group, under: group)
    try stage.button("Play", under: inner)
    try stage.add(
      .button, "Photo", under: inner, actions: [Action(.press), Action(.custom, name: "Share")])
    try stage.add(.text, "Just words")
    try stage.button("Quit")
    return stage
  }

  @Test
  func `V4: items are scanned one after another, and the scan wraps around`() throws {
    var switches = Driver(SwitchControl(mode: .items), try player())
    #expect(switches.begin() == ["Open, button"])
    for expected in ["Save, button", "Play, button"] { #expect(switches("next") == [expected]) }
    #expect(switches.key(.left) == ["Save, button"])
    _ = switches("previous")
    #expect(switches("previous") == ["Quit, button"])
    #expect(switches("next") == ["Open, button"])
    #expect(switches.key(.enter) == [])
    #expect(switches.performed.last?.command == .press)
  }

  @Test
  func `V4: groups are entered, and left by their last entry`() throws {
    var switches = Driver(SwitchControl(), try player())
    #expect(switches.begin() == ["Tools, group, 2 items"])
    #expect(switches("next") == ["Play to Photo, group, 2 items"])
    #expect(switches("next") == ["Quit, button"])
    _ = switches("next")
    #expect(switches("select") == ["Open, button"])
    _ = switches("next")
    #expect(switches("next") == ["Back"])
    #expect(switches("select") == ["Tools, group, 2 items"])
    #expect(switches("back") == ["top"])
  }

  @Test
  func `V4: an element with more than one action opens a menu`() throws {
    var switches = Driver(SwitchControl(mode: .items), try player())
    _ = switches.begin()
    for _ in 0..<3 { _ = switches("next") }
    #expect(switches("select") == ["Activate"])
    #expect(switches("next") == ["Share"])
    #expect(switches("select") == [])
    #expect(switches.performed.last?.command == .custom("Share"))
    // The scan is back at the element.
    #expect(switches("next") == ["Quit, button"])
  }

  @Test
  func `V4: time advances the scan, and leaves a group without a choice`() throws {
    var switches = Driver(SwitchControl(), try player())
    _ = switches.begin()
    _ = switches("select")
    var said: [String] = []
    for _ in 0..<6 { said += switches("tick") }
    #expect(
      said == [
        "Save, button", "Back", "Open, button", "Save, button", "Back", "Tools, group, 2 items",
      ])
  }

  @Test
  func `V4: the highlighted item stays the same when others are added and removed`() throws {
    var switches = Driver(SwitchControl(mode: .items), try player())
    _ = switches.begin()
    _ = switches("next")
    let open = try #require(switches.scene.stops.first)
    #expect(try switches.happens { try $0.remove(open) } == [])
    #expect(switches("next") == ["Play, button"])
    let play = try #require(switches.client.highlighted)
    #expect(try switches.happens { try $0.remove(play) } == ["Photo, button"])
  }

  @Test
  func `V4: a menu that adjusts a value speaks the new value`() throws {
    var stage = try Stage()
    let slider = try stage.slider("Coffee", 6)
    var switches = Driver(SwitchControl(), stage)
    #expect(switches.begin() == ["Coffee, 6, adjustable"])
    #expect(switches("select") == ["Increment"])
    _ = switches("select")
    _ = try switches.happens { try $0.change(slider) { $0.range?.current = 7 } }
    #expect(switches.finish() == ["7"])
  }

  @Test
  func `V4: custom actions and deleting are only run from the menu, by their names`() throws {
    var stage = try Stage()
    try stage.add(.text, "Result", value: "844", actions: [Action(.custom, name: "Clear")])
    let tone = try stage.add(.text, "Tone", value: "C", actions: [Action(.delete)])
    var switches = Driver(SwitchControl(mode: .items), stage)
    #expect(switches.begin() == ["Result, 844"])
    #expect(switches("select") == ["Clear"])
    #expect(switches("next") == ["Back"])
    #expect(switches("select") == ["Result, 844"])
    #expect(switches("next") == ["Tone, C"])
    #expect(switches("select") == ["Delete"])
    #expect(switches.performed.isEmpty)
    _ = switches("select")
    #expect(switches.performed.last?.command == .delete)
    // What came of it is said before what follows.
    #expect(try switches.happens { try $0.remove(tone) } == [])
    #expect(switches.finish() == ["Tone is gone", "Result, 844"])
  }

  @Test
  func `V4: an action that takes the place of another is named before it can be run`() throws {
    var stage = try Stage()
    let beach = try stage.add(
      .text, "Baker beach",
      actions: [Action(.custom, name: "Favorite"), Action(.custom, name: "Share")])
    var switches = Driver(SwitchControl(mode: .items), stage)
    _ = switches.begin()
    #expect(switches("select") == ["Favorite"])
    let said = try switches.happens {
      try $0.change(beach) {
        $0.actions = [Action(.custom, name: "Delete"), Action(.custom, name: "Share")]
      }
    }
    #expect(said == ["Share"])
  }

  @Test
  func `V4: what came of an action is said once`() throws {
    var stage = try Stage()
    let comments = try stage.add(
      .switch, "Comments", value: "0", actions: [Action(.press)], traits: [.toggle])
    let result = try stage.add(.text, "Result", value: "0")
    try stage.button("7")
    var switches = Driver(SwitchControl(mode: .items), stage)
    _ = switches.begin()
    _ = switches("select")
    #expect(try switches.happens { try $0.change(comments) { $0.value = "1" } } == [])
    #expect(switches.finish() == ["on"])
    // What the application announces of it is not said twice, before or after.
    _ = switches("select")
    let off = Notification.heard("off", .default)
    #expect(try switches.happens([off]) { try $0.change(comments) { $0.value = "0" } } == [])
    #expect(switches.finish() == ["off"])
    _ = switches("select")
    _ = try switches.happens { try $0.change(comments) { $0.value = "1" } }
    _ = switches.finish()
    #expect(try switches.happens([Notification.heard("on", .default)]) == [])
    // Where the element stays as it is, what changed elsewhere is said.
    _ = switches("next")
    _ = switches("select")
    _ = try switches.happens { try $0.change(result) { $0.value = "7" } }
    #expect(switches.finish() == ["Result, 7"])
    _ = switches("select")
    #expect(switches.finish(.unconfirmed) == ["Nothing was seen to change"])
    // What changes by itself is not said.
    #expect(try switches.happens { try $0.change(result) { $0.value = "8" } } == [])
  }

  @Test
  func `V4: groups go row by row, from the layout`() throws {
    var stage = try Stage()
    for (number, name) in ["7", "8", "9", "4", "5", "6"].enumerated() {
      let (column, row) = (Double(number % 3), Double(number / 3))
      try stage.add(.button, name, actions: [Action(.press)]) {
        $0.frame = frame(x: column * 50, y: row * 50 + column, width: 40, height: 40)
      }
    }
    try stage.add(.text, "Person 1") { $0.frame = frame(x: 0, y: 200, width: 40, height: 20) }
    for (number, name) in ["Share", "Follow"].enumerated() {
      try stage.add(.button, name, actions: [Action(.press)]) {
        $0.frame = frame(x: 100 - Double(number) * 50, y: 200, width: 40, height: 20)
      }
    }
    try stage.add(.button, "Top", actions: [Action(.press)]) {
      $0.frame = frame(x: 0, y: -100, width: 40, height: 40)
    }
    var switches = Driver(SwitchControl(), stage)
    #expect(switches.begin() == ["Top, button"])
    #expect(switches("next") == ["7 to 9, row, 3 items"])
    #expect(switches("next") == ["4 to 6, row, 3 items"])
    #expect(switches("next") == ["Person 1, Follow to Share, row, 2 items"])
    #expect(switches("previous") == ["4 to 6, row, 3 items"])
    #expect(switches("select") == ["4, button"])
    #expect(switches("next") == ["5, button"])
  }

  private func frame(x: Double, y: Double, width: Double, height: Double) -> Frame {
    Frame(rect: Rect(x: x, y: y, width: width, height: height), space: .screen)
  }

  @Test
  func `V4: only what is on the screen is scanned; the rest can be scrolled to`() throws {
    var stage = try Stage()
    let list = try stage.add(.list, "People", actions: [Action(.scroll)])
    try stage.button("Ada", under: list)
    try stage.add(.button, "Zoe", under: list, actions: [Action(.press)]) {
      $0.states = [.enabled, .visible]
    }
    var switches = Driver(SwitchControl(mode: .items), stage)
    #expect(switches.begin() == ["Ada, button"])
    #expect(switches("next") == ["Scroll People down"])
    #expect(switches("next") == ["Scroll People up"])
    #expect(switches("next") == ["Ada, button"])
    _ = switches("next")
    _ = switches("select")
    #expect(switches.performed.last?.element == list)
    #expect(switches.performed.last?.command == .scroll(.down))
  }

  @Test
  func `V4: text is spelled`() throws {
    var stage = try Stage()
    let field = try stage.add(
      .textField, "Name", value: "", actions: [Action(.setText), Action(.insertText)])
    var switches = Driver(SwitchControl(mode: .items), stage)
    #expect(switches.begin() == ["Name, text field"])
    #expect(switches("select") == ["Type"])
    #expect(switches("select") == ["a to f"])
    #expect(switches("next") == ["g to l"])
    #expect(switches("select") == ["g"])
    #expect(switches("next") == ["h"])
    _ = switches("select")
    #expect(switches.performed.last?.command == .insertText("h", at: nil))
    _ = try switches.happens { try $0.change(field) { $0.value = "h" } }
    #expect(switches.finish() == ["h"])
    var said: [String] = []
    for _ in 0..<4 { said += switches("next") }
    #expect(said == ["m to r", "s to z", "Space", "Delete the last letter"])
    _ = switches("select")
    #expect(switches.performed.last?.command == .setText(""))
  }

  @Test
  func `V4: when what is presented is replaced, the scan goes to what is new there`() throws {
    var stage = try Stage()
    let button = try stage.button("Sign up")
    var switches = Driver(SwitchControl(mode: .items), stage)
    _ = switches.begin()
    _ = switches("select")
    let meanwhile = try switches.happens {
      try $0.remove(button)
      try $0.add(.image, "Sign up complete")
      try $0.button("Details")
    }
    #expect(meanwhile == [])
    #expect(switches.finish() == ["Sign up complete, image", "Details, button"])
  }

  @Test
  func `V4: a dialog is named with its texts, and windows can be gone to`() throws {
    var stage = try Stage()
    try stage.button("Leave")
    var switches = Driver(SwitchControl(mode: .items), stage)
    _ = switches.begin()
    let said = try switches.happens {
      let dialog = try $0.add(.dialog, "Leave?") { $0.states.insert(.modal) }
      try $0.add(.text, "It is not saved.", under: dialog)
      try $0.button("Stay", under: dialog)
    }
    #expect(said == ["Leave?", "It is not saved.", "Stay, button"])
    var desktop = try Stage()
    try desktop.button("Here")
    let notes = try desktop.application("Notes")
    try desktop.button("There", under: notes)
    var others = Driver(SwitchControl(mode: .items), desktop)
    _ = others.begin()
    #expect(others("next") == ["Windows, 2 items"])
    _ = others("select")
    #expect(others("next") == ["Notes"])
    #expect(others("select") == ["Notes", "There, button"])
  }

  @Test
  func `V4: a tree that is as deep as it is large has a limited number of nested groups`() throws {
    var stage = try Stage()
    var parent = stage.window
    for number in 0..<5_000 {
      parent = try stage.add(.group, under: parent)
      try stage.button("Button \(number)", under: parent)
    }
    var switches = Driver(SwitchControl(), stage)
    #expect(switches.begin().count == 1)
    for _ in 0..<40 { _ = switches("select") }
    #expect(switches.performed.count > 0)
  }

  @Test
  func `V4: a page of text that can be read can be turned`() throws {
    var stage = try Stage()
    let notes = try stage.add(.text, "Notes", value: "Page 1", actions: [Action(.scroll)])
    try stage.button("Done")
    var reader = Driver(SwitchControl(), stage)
    let said = reader.begin() + (0..<6).flatMap { _ in reader("next") }
    #expect(said.contains("Scroll Notes down"), "\(said)")
    while reader("next") != ["Scroll Notes down"] {}
    _ = reader("select")
    #expect(reader.performed.last?.element == notes)
    #expect(reader.performed.last?.command == .scroll(.down))
  }
}

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
}

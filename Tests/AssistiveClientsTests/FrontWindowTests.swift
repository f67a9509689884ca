import AccessibilityTree
import AssistiveClients
import Testing

/// Which window a client is in.
struct FrontWindowTests {
  @Test
  func `a client stays in its window while no other is in front`() throws {
    var stage = try Stage()
    try stage.button("Clear")
    let settings = try stage.application("Settings")
    let done = try stage.button("Done", under: settings)
    try stage.change(stage.window) { $0.states.remove(.active) }
    var scenes = SceneMaker()
    #expect(scenes.scene(of: stage.tree, scope: .front).root == settings)
    try stage.change(settings) { $0.states.remove(.active) }
    let between = scenes.scene(of: stage.tree, scope: .front)
    #expect(between.root == settings)
    #expect(between.stops == [done])
    try stage.change(stage.window) { $0.states.insert(.active) }
    #expect(scenes.scene(of: stage.tree, scope: .front).root == stage.window)
    // A window that is gone is not stayed in.
    try stage.change(stage.window) { $0.states.remove(.active) }
    try stage.change(settings) { $0.states.insert(.active) }
    _ = scenes.scene(of: stage.tree, scope: .front)
    try stage.remove(settings)
    #expect(scenes.scene(of: stage.tree, scope: .front).root == stage.window)
  }

  @Test
  func `a modal dialog with nothing to read hides nothing`() throws {
    var stage = try Stage()
    let button = try stage.button("Send")
    let dialog = try stage.add(.dialog, "Really?") { $0.states.insert(.modal) }
    #expect(stage.scene.stops.contains(button))
    try stage.button("Yes", under: dialog)
    #expect(stage.scene.root == dialog)
    #expect(!stage.scene.stops.contains(button))
  }

  @Test
  func `in an application, the window of the client's place is the current one`() throws {
    var stage = try Stage()
    try stage.button("Legend")
    let application = try #require(stage.tree.read(stage.window) { $0.application })
    let second = try stage.add(.window, "Legend window", under: application)
    try stage.button("Done", under: second)
    var reader = Driver(VoiceOver(scope: .element(application)), stage)
    _ = reader.begin()
    #expect(reader("windows") == ["1 Window, here", "2 Legend window"])
    _ = reader("find done")
    #expect(reader("windows") == ["1 Window", "2 Legend window, here"])
    var voice = Driver(VoiceControl(scope: .element(application)), stage)
    _ = voice.begin()
    #expect(voice("windows") == ["1 Window, here", "2 Legend window"])
  }

  @Test
  func `after a dialog, the window is named and not its application`() throws {
    var stage = try Stage()
    try stage.button("Leave")
    let window = stage.window
    let application = try #require(stage.tree.read(window) { $0.application })
    var reader = Driver(VoiceOver(scope: .element(application), verbosity: .brief), stage)
    _ = reader.begin()
    var dialog = window
    let opened = try reader.happens { stage in
      dialog = try stage.add(.dialog, "Leave?") { $0.states.insert(.modal) }
      try stage.button("Stay", under: dialog)
    }
    #expect(opened == ["Leave?", "Stay, button"])
    #expect(try reader.happens { try $0.remove(dialog) } == ["Window", "Leave, button"])
  }
}

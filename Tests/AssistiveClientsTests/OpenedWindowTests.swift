import AccessibilityTree
import AssistiveClients
import Testing

/// Windows that an application opens upon an action of a client that works in another one.
@Suite
struct `V1–V4: a window that was opened by an action` {
  private func weather() throws -> Stage {
    var stage = try Stage()
    try stage.button("Legend")
    try stage.button("Refresh")
    return stage
  }

  private func openLegend(in stage: inout Stage) throws -> ElementID {
    let application = try #require(stage.tree.read(stage.window) { $0.application })
    let legend = try stage.add(.window, "Legend", under: application)
    try stage.add(.text, "Dots show progress.", under: legend)
    try stage.button("Done", under: legend)
    return legend
  }

  /// Uses the button "Legend", and returns what is said when the window opens and when it is closed again.
  private func use<Client: AssistiveClient>(
    _ client: Client, in scope: (Stage) -> ElementID, by commands: [String]
  ) throws -> (opened: [String], closed: [String]) {
    var client = client
    let stage = try weather()
    client.scope = .element(scope(stage))
    var driver = Driver(client, stage)
    _ = driver.begin()
    for command in commands { _ = driver(command) }
    #expect(driver.performed.map(\.command) == [.press])
    var legend = stage.window
    var opened = try driver.happens { legend = try openLegend(in: &$0) }
    opened += driver.finish()
    return (opened, try driver.happens { try $0.remove(legend) })
  }

  @Test
  func `each client goes to it, says its name and texts, and goes back when it is closed`() throws {
    for scope in [{ $0.window }, { $0.tree.roots[0] }] as [(Stage) -> ElementID] {
      let keys = try use(KeyboardAccess(), in: scope, by: ["find legend", "activate"])
      #expect(keys.opened == ["Legend", "Dots show progress.", "Done, button"])
      #expect(keys.closed == ["Window", "Legend, button"])
      let switches = try use(SwitchControl(mode: .items), in: scope, by: ["select"])
      #expect(switches.opened == ["Legend", "Dots show progress.", "Done, button"])
      #expect(switches.closed == ["Window", "Legend, button"])
      let voice = try use(VoiceControl(), in: scope, by: ["tap legend"])
      #expect(voice.opened == ["tapped Legend", "Legend", "Dots show progress."])
      #expect(voice.closed == ["Window"])
      let reader = try use(VoiceOver(verbosity: .brief), in: scope, by: ["activate"])
      #expect(reader.opened.prefix(2) == ["Legend", "Dots show progress."])
      #expect(reader.closed == ["Window", "Legend, button"])
    }
  }

  @Test
  func `a scan of an application goes on where it was when the first window comes to the front`()
    throws
  {
    let stage = try weather()
    let window = stage.window
    let application = stage.tree.roots[0]
    var switches = Driver(SwitchControl(scope: .element(application), mode: .items), stage)
    _ = switches.begin()
    #expect(switches("next") == ["Refresh, button"])
    _ = switches("select")
    var legend = window
    _ = try switches.happens { legend = try openLegend(in: &$0) }
    _ = switches.finish()
    _ = switches("select")
    let front = Notification.screenChanged(root: window, focus: nil)
    switches.client.opening.take([front])
    _ = try switches.happens([front]) { try $0.remove(legend) }
    #expect(switches.client.scope == .opened(window, from: .element(application)))
    #expect(switches.finish().suffix(2) == ["Window", "Refresh, button"])
  }

  @Test
  func `a screen reader says the texts of a dialog once, and then where the focus is`() throws {
    var stage = try weather()
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("activate")
    var (done, picker, sheet) = (stage.window, stage.window, stage.window)
    let opened = try reader.happens {
      sheet = try $0.add(.dialog, "Legend") { $0.states.insert(.modal) }
      try $0.add(.text, "Legend", under: sheet)
      try $0.add(.text, "Dots show progress.", under: sheet)
      done = try $0.button("Done", under: sheet)
      try $0.change(done) { $0.states.insert(.focused) }
    }
    #expect(opened == ["Legend", "Dots show progress.", "Done, button"])
    _ = reader.finish()
    // Another dialog covers it for a while.
    stage = reader.stage
    _ = try reader.happens {
      picker = try $0.add(.dialog, "Colours") { $0.states.insert(.modal) }
      try $0.button("Red", under: picker)
    }
    #expect(try reader.happens { try $0.remove(picker) } == ["Legend", "Done, button"])
  }

  @Test
  func `a window that opens without an action, or of another application, is left alone`() throws {
    let stage = try weather()
    var keys = Driver(KeyboardAccess(scope: .element(stage.window)), stage)
    _ = keys.begin()
    #expect(try keys.happens { _ = try openLegend(in: &$0) } == [])
    _ = keys("activate")
    let other = try keys.happens {
      let notes = try $0.application("Notes")
      try $0.button("Other", under: notes)
    }
    #expect(other == [])
    _ = keys.finish()
    // A command that acts on nothing ends the time in which windows are its effects.
    _ = keys("next")
    #expect(try keys.happens { _ = try openLegend(in: &$0) } == [])
  }

  @Test
  func `numbers and names are those of the window`() throws {
    let stage = try weather()
    var voice = Driver(VoiceControl(scope: .element(stage.window)), stage)
    _ = voice.begin()
    _ = voice("tap legend")
    _ = try voice.happens { _ = try openLegend(in: &$0) }
    _ = voice.finish()
    #expect(voice("tap refresh") == ["Nothing here is called refresh."])
    #expect(voice("show numbers") == ["1 Done, button"])
  }

  @Test
  func `a window that was open and is opened again is gone to, by those who asked for it`() throws {
    var stage = try weather()
    let legend = try openLegend(in: &stage)
    try stage.change(legend) { $0.states.insert(.active) }
    var keys = Driver(KeyboardAccess(scope: .element(stage.window)), stage)
    _ = keys.begin()
    _ = keys("activate")
    let shown = Notification.screenChanged(root: legend, focus: nil)
    keys.client.opening.take([shown])
    #expect(try keys.happens([shown]) + keys.finish() == ["Legend", "Done, button"])
    #expect(keys.client.scope == .opened(legend, from: .element(stage.window)))
    // Others who use it take nobody along.
    var other = Driver(KeyboardAccess(scope: .element(stage.window)), stage)
    _ = other.begin()
    _ = other("activate")
    #expect(try other.happens([shown]) + other.finish() == ["Done"])
  }

  @Test
  func `what cannot be escaped from is closed by a command, which is said`() throws {
    var stage = try weather()
    let legend = try openLegend(in: &stage)
    try stage.change(legend) { $0.actions = [Action(.custom, name: "Close")] }
    let words = "Nothing here offers escape. \"close window\" closes the window."
    var keys = Driver(KeyboardAccess(scope: .element(legend)), stage)
    _ = keys.begin()
    #expect(keys("escape") == [words])
    var voice = Driver(VoiceControl(scope: .element(legend)), stage)
    _ = voice.begin()
    #expect(voice("go back") == [words])
    var reader = Driver(VoiceOver(scope: .element(legend)), stage)
    _ = reader.begin()
    #expect(reader("escape") == [words])
  }
}

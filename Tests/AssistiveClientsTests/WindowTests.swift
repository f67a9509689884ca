import AccessibilityTree
import AssistiveClients
import Testing

/// Closing windows, by each client.
struct WindowTests {
  /// A window with a button, and a second one of the same application in front of it.
  private func windows() throws -> (Stage, second: ElementID) {
    var stage = try Stage()
    try stage.button("Legend")
    let application = try #require(stage.tree.read(stage.window) { $0.application })
    let second = try stage.add(
      .window, "Legend", under: application, actions: [Action(.custom, name: "Close")])
    try stage.change(stage.window) { $0.states.remove(.active) }
    try stage.change(second) { $0.states.insert(.active) }
    try stage.button("Done", under: second)
    return (stage, second)
  }

  @Test
  func `windows of one title are told apart wherever they are listed`() throws {
    var (stage, _) = try windows()
    let third = try stage.application("Legend")
    try stage.button("Done", under: third)
    let titles = ["Window", "Legend", "Legend 2"]
    #expect(Scene.windows(in: stage.tree).map(\.title) == titles)
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    let listed = voice("windows").map { $0.replacing(", here", with: "") }
    #expect(listed == ["1 Window", "2 Legend", "3 Legend 2"])
    _ = voice("window legend 2")
    #expect(voice.client.scope == .element(third))
  }

  private func spares<Client: AssistiveClient>(_ client: Client) throws {
    let (stage, second) = try windows()
    for window in [stage.window, second] {
      var driver = Driver(client, stage)
      driver.client.scope = .element(window)
      _ = driver.begin()
      let said = driver("close window")
      #expect(driver.performed.map(\.element) == (window == second ? [second] : []))
      #expect(said == (window == second ? [] : ["Window cannot be closed."]))
    }
  }

  @Test
  func `another window than the client's is not closed, although it is in front`() throws {
    try spares(VoiceOver())
    try spares(KeyboardAccess())
    try spares(VoiceControl())
    try spares(SwitchControl())
  }

  @Test
  func `of an application the window of the place is closed, or by voice the one in front`() throws
  {
    var (stage, second) = try windows()
    let application = try #require(stage.tree.read(stage.window) { $0.application })
    try stage.change(stage.window) { $0.actions = [Action(.custom, name: "Close")] }
    let legend = try #require(Scene(stage.tree, scope: .element(stage.window)).stops.first)
    try stage.change(legend) { $0.states.insert(.focused) }
    var keyboard = Driver(KeyboardAccess(scope: .element(application)), stage)
    #expect(keyboard.begin() == ["Legend, button"])
    _ = keyboard("close window")
    #expect(keyboard.performed.map(\.element) == [stage.window])
    var voice = Driver(VoiceControl(scope: .element(application)), stage)
    _ = voice.begin()
    _ = voice("close window")
    #expect(voice.performed.map(\.element) == [second])
  }

  private func tells<Client: AssistiveClient>(_ client: Client, then: [String]) throws {
    let (stage, second) = try windows()
    var driver = Driver(client, stage)
    _ = driver.begin()
    _ = driver("close window")
    let said = try driver.happens { stage in
      try stage.remove(second)
      try stage.change(stage.window) { $0.states.insert(.active) }
    }
    #expect(said + driver.finish() == ["Legend closed"] + then)
    #expect(try driver.happens { try $0.button("Later") }.contains("Legend closed") == false)
  }

  @Test
  func `each client says which window it has closed, once`() throws {
    try tells(VoiceOver(), then: ["Window", "Legend, button"])
    try tells(KeyboardAccess(), then: ["Window", "Legend, button"])
    try tells(VoiceControl(), then: ["Window"])
    try tells(SwitchControl(mode: .items), then: ["Window", "Legend, button"])
  }

  private func closes<Client: AssistiveClient>(_ client: Client, by commands: String...) throws {
    let (stage, second) = try windows()
    var driver = Driver(client, stage)
    _ = driver.begin()
    for command in commands { _ = driver(command) }
    #expect(driver.performed.map(\.element) == [second])
    #expect(driver.performed.map(\.command) == [.custom("Close")])
  }

  @Test
  func `each client closes the window in front`() throws {
    try closes(VoiceOver(), by: "close window")
    try closes(KeyboardAccess(), by: "close window")
    try closes(VoiceControl(), by: "close window")
    try closes(SwitchControl(), by: "close window")
  }

  @Test
  func `a switch user closes it by what is presented after everything else`() throws {
    let (stage, second) = try windows()
    var switches = Driver(SwitchControl(mode: .items), stage)
    #expect(switches.begin() == ["Done, button"])
    #expect(switches("next") == ["Close window"])
    #expect(switches("select") == [])
    #expect(switches.performed.map(\.element) == [second])
  }

  @Test
  func `a window without the action cannot be closed`() throws {
    var stage = try Stage()
    try stage.button("Legend")
    for client in [VoiceOver(), VoiceOver(scope: .element(stage.window))] {
      var reader = Driver(client, stage)
      _ = reader.begin()
      #expect(reader("close window") == ["Window cannot be closed."])
      #expect(reader.performed.isEmpty)
    }
  }

  @Test
  func `a dialog is introduced once, although the application announces its title`() throws {
    var stage = try Stage()
    try stage.button("Save")
    var keyboard = Driver(KeyboardAccess(), stage)
    _ = keyboard.begin()
    let said = try keyboard.happens([.heard("Disk full", .high)]) { stage in
      let dialog = try stage.add(.alertDialog, "Disk full") { $0.states.insert(.modal) }
      try stage.button("OK", under: dialog)
    }
    #expect(said == ["Disk full", "OK, button"])
    #expect(try keyboard.happens([.heard("Disk full", .high)]) == ["Disk full"])
  }
}

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
      #expect(reader("close window") == ["This window cannot be closed."])
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

import AccessibilityTree
import AssistiveClients
import Testing

/// Another run of the server uses ids again: clients must forget what they named before.
@Suite
struct `V1–V4: the server is restarted` {
  private func before() throws -> Stage {
    var stage = try Stage()
    try stage.button("Save")
    try stage.add(.button, "Photo", actions: [Action(.press), Action(.custom, name: "Share")])
    return stage
  }

  /// The same ids name other elements.
  private func after() throws -> Stage {
    var stage = try Stage()
    try stage.button("Cancel")
    try stage.add(.button, "Format", actions: [Action(.press), Action(.custom, name: "Share")])
    return stage
  }

  @Test
  func `V1: the screen reader forgets its cursor, its choice and its dragged element`() throws {
    var reader = Driver(VoiceOver(verbosity: .brief), try before())
    _ = reader.begin()
    _ = reader("find photo")
    _ = reader("down")
    #expect(reader.restarts(with: try after()) == ["Cancel, button"])
    #expect(reader("drop") == ["Nothing was picked up. Drag something first."])
    _ = reader("activate")
    #expect(reader.performed.map(\.command) == [.press])
    #expect(reader.client.verbosity == .brief)
  }

  @Test
  func `A12: each client says that a drag is lost`() throws {
    var before = try before()
    try before.add(.listItem, "Synth", actions: [Action(.drag)])
    func check(_ client: some AssistiveClient, _ commands: String...) throws {
      var driver = Driver(client, before)
      _ = driver.begin()
      for command in commands { _ = driver(command) }
      #expect(driver.finish(.unconfirmed).contains("Dragging Synth"))
      let said = driver.restarts(with: try after())
      #expect(said.count == 2 && said.first == "The drag of Synth is lost")
      #expect(driver.restarts(with: try after()).count == 1)
    }
    try check(VoiceOver(verbosity: .brief), "find synth", "drag")
    try check(VoiceControl(), "drag synth")
    try check(KeyboardAccess(), "find synth", "drag")
    try check(SwitchControl(mode: .items), "next", "next", "select", "select")
  }

  @Test
  func `V2: a number from before the restart names nothing`() throws {
    var voice = Driver(VoiceControl(), try before())
    _ = voice.begin()
    _ = voice("show numbers")
    #expect(voice.restarts(with: try after()) == ["listening, 2 names"])
    #expect(voice("2").first?.hasPrefix("No numbers are shown.") == true)
    #expect(voice("tap 2") == ["Nothing here is called 2."])
    #expect(voice.performed.isEmpty)
  }

  @Test
  func `V3: the number of an action from before the restart names nothing`() throws {
    var keys = Driver(KeyboardAccess(), try before())
    _ = keys.begin()
    _ = keys("find photo")
    _ = keys("actions")
    #expect(keys.restarts(with: try after()) == ["Cancel, button"])
    #expect(keys("action 2").first?.hasPrefix("There is no action 2") == true)
    #expect(keys.performed.isEmpty)
  }

  @Test
  func `V4: an open menu is closed, and the mode stays`() throws {
    var switches = Driver(SwitchControl(mode: .items), try before())
    _ = switches.begin()
    _ = switches("next")
    _ = switches("select")
    #expect(switches.restarts(with: try after()) == ["Cancel, button"])
    #expect(switches("back") == ["top"])
    #expect(switches.client.mode == .items)
  }

  @Test
  func `V1, V3, V4: an empty screen is not a refusal unless a command was given`() throws {
    let stage = try Stage()
    var reader = Driver(VoiceOver(), stage)
    #expect(reader.kindsAtBegin() == [.boundary])
    #expect(reader("next") == ["There is nothing to read here."])
    var keys = Driver(KeyboardAccess(), stage)
    #expect(keys.kindsAtBegin() == [.boundary])
    #expect(keys("activate") == ["There is nothing to use here."])
    var switches = Driver(SwitchControl(), stage)
    #expect(switches.kindsAtBegin() == [.boundary])
    #expect(switches("tick") == [])
    #expect(switches("select") == ["There is nothing to use here."])
    // The cursor goes to the first element that appears.
    #expect(try keys.happens { try $0.button("Ok") } == ["Ok, button"])
  }

  @Test
  func `N3: all four clients speak announcements`() throws {
    func said(_ client: some AssistiveClient) throws -> [String] {
      var driver = Driver(client, try before())
      _ = driver.begin()
      return try driver.happens([Notification.heard("Loading", .low)])
    }
    #expect(try said(VoiceOver()) == ["Loading"])
    #expect(try said(VoiceControl()) == ["Loading"])
    #expect(try said(KeyboardAccess()) == ["Loading"])
    #expect(try said(SwitchControl()) == ["Loading"])
  }

  @Test
  func `a window is found again by the names of its application and its own`() throws {
    var before = try Stage()
    let notes = try before.application("Notes")
    let name = try #require(WindowName(.element(notes), in: before.tree))
    #expect(WindowName(.front, in: before.tree) == nil)
    #expect(WindowName(.element(try before.button("Save")), in: before.tree) == nil)
    var after = try Stage()
    #expect(name.scope(in: after.tree) == nil)
    _ = try after.application("Mail")
    let again = try after.application("Notes")
    #expect(again != notes)
    #expect(name.scope(in: after.tree) == .element(again))
  }
}

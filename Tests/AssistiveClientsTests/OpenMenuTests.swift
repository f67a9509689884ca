import AccessibilityTree
import AssistiveClients
import Testing

/// An open menu holds those who use it, as a dialog does.
@Suite
struct `V1 V2 V3 V4: an open menu` {
  /// A picker between two buttons, and its menu with two choices after them.
  private func picker() throws -> (Stage, picker: ElementID, menu: ElementID, items: [ElementID]) {
    var stage = try Stage()
    try stage.button("Before")
    let picker = try stage.add(
      .popUpButton, "Voice", value: "Alex", actions: [Action(.press)], traits: [.button])
    try stage.button("After")
    let menu = try stage.add(.menu, actions: [Action(.escape)])
    let items = try ["Alex", "Fred"].map {
      try stage.add(.menuItem, $0, under: menu, actions: [Action(.press)], traits: [.button])
    }
    return (stage, picker, menu, items)
  }

  /// A client at the picker, which opens.
  private func opened<Client: AssistiveClient>(
    _ client: Client, by commands: String...
  ) throws -> (Driver<Client>, menu: ElementID, said: [String]) {
    let (full, picker, menu, items) = try picker()
    var closed = full
    try closed.remove(menu)
    var driver = Driver(client, closed)
    _ = driver.begin()
    for command in commands { _ = driver(command) }
    #expect(driver.performed.last?.element == picker)
    let said = try driver.happens([.focusMoved(from: nil, to: items.first)]) { $0 = full }
    let finished = driver.finish()
    return (driver, menu, said + finished)
  }

  @Test
  func `a screen reader stays in it, and returns when it is closed`() throws {
    var (reader, menu, said) = try opened(
      VoiceOver(verbosity: .brief), by: "find voice", "activate")
    #expect(said == ["Alex, menu item"])
    #expect(reader("previous") == ["beginning"])
    #expect(reader("next") == ["Fred, menu item"])
    #expect(reader("next") == ["end"])
    #expect(reader("find before") == ["Nothing says before."])
    _ = reader("escape")
    #expect(reader.performed.last?.element == menu)
    #expect(reader.performed.last?.command == .escape)
    let closed = try reader.happens { try $0.remove(menu) }
    #expect(closed + reader.finish() == ["Alex, Voice, pop up button"])
    #expect(reader("next") == ["After, button"])
  }

  @Test
  func `the ring stays in it, and returns when it is closed`() throws {
    var (keys, menu, said) = try opened(KeyboardAccess(), by: "find voice", "activate")
    #expect(said == ["Alex, menu item"])
    #expect(keys("next") == ["Fred, menu item"])
    #expect(keys("next") == ["Alex, menu item"])
    #expect(keys("last") == ["Fred, menu item"])
    _ = keys("escape")
    #expect(keys.performed.last?.element == menu)
    let closed = try keys.happens { try $0.remove(menu) }
    #expect(closed + keys.finish() == ["Alex, Voice, pop up button"])
    #expect(keys("next") == ["After, button"])
  }

  @Test
  func `a menu of an element is said once by voice`() throws {
    var stage = try Stage()
    try stage.add(.listItem, "Milk", actions: [Action(.press), Action(.showMenu)])
    let other = try stage.button("Other")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("press and hold milk")
    let said = try voice.happens { stage in
      // The menu covers it.
      try stage.change(other) { $0.states.remove(.showing) }
      let menu = try stage.add(.menu, actions: [Action(.escape)])
      for name in ["Edit", "Delete"] {
        try stage.add(.menuItem, name, under: menu, actions: [Action(.press)])
      }
    }
    #expect(said + voice.finish() == ["show menu Milk", "Edit", "Delete"])
  }

  @Test
  func `only its choices are named and scanned`() throws {
    var (voice, menu, _) = try opened(VoiceControl(), by: "tap voice")
    #expect(voice("show names") == ["Alex", "Fred"])
    _ = voice("go back")
    #expect(voice.performed.last?.element == menu)
    let closed = try voice.happens { try $0.remove(menu) }
    #expect(closed + voice.finish() == ["escape", "Before", "Voice", "After"])
    var (switches, _, said) = try opened(
      SwitchControl(mode: .items), by: "next", "select")
    #expect(said == ["Alex, menu item"])
    #expect(switches("next") == ["Fred, menu item"])
    #expect(switches("next") == ["Escape"])
    #expect(switches("next") == ["Alex, menu item"])
  }
}

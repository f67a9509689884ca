import AccessibilityTree
import AssistiveClients
import Testing

/// What one client does leaves the place of another one alone, except where the focus goes.
@Suite
struct `V1 V3: two clients in one application` {
  private func list() throws -> (stage: Stage, clear: ElementID) {
    var stage = try Stage()
    for name in ["Bread", "Milk", "Cheese"] {
      try stage.add(.listItem, name, actions: [Action(.press), Action(.focus)])
    }
    let clear = try stage.button("Clear")
    return (stage, clear)
  }

  private func check<Client: AssistiveClient>(_ client: Client) throws {
    let (stage, clear) = try list()
    var driver = Driver(client, stage)
    _ = driver.begin()
    #expect(driver("find cheese") == ["Cheese"])
    // Somebody else opens a dialog, and closes it; the focus returns to what they used.
    var alert = clear
    let opened = try driver.happens([.focusMoved(from: nil, to: clear)]) {
      alert = try $0.add(.alertDialog, "Clear the list?") { $0.states.insert(.modal) }
      try $0.button("Keep", under: alert)
    }
    #expect(opened == ["Clear the list?", "Keep, button"])
    let window = driver.stage.window
    let closed = try driver.happens([
      .focusMoved(from: nil, to: clear), .layoutChanged(container: window, focus: clear),
    ]) {
      try $0.remove(alert)
      try $0.change(clear) { $0.states.insert(.focused) }
    }
    #expect(closed == ["Window", "Cheese"])
    // They open a menu, and close it.
    var (menu, edit) = (clear, clear)
    let shown = try driver.happens {
      menu = try $0.add(.menu, actions: [Action(.escape)])
      edit = try $0.add(.menuItem, "Edit", under: menu, actions: [Action(.press)])
    }
    let focused = try driver.happens([.focusMoved(from: clear, to: edit)])
    #expect(shown + focused == ["Edit, menu item"])
    let back = try driver.happens([.layoutChanged(container: window, focus: clear)]) {
      try $0.remove(menu)
    }
    #expect(back == ["Cheese"])
    // Where the focus goes otherwise, the client follows.
    #expect(try driver.happens([.focusMoved(from: nil, to: clear)]) == ["Clear, button"])
    #expect(driver.performed.isEmpty)
  }

  @Test
  func `the ring returns to its place when somebody else's dialog or menu closes`() throws {
    try check(KeyboardAccess())
  }

  @Test
  func `the cursor returns to its place when somebody else's dialog or menu closes`() throws {
    try check(VoiceOver(verbosity: .brief))
  }

  @Test
  func `what somebody else changes moves and says nothing`() throws {
    let (stage, clear) = try list()
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    _ = keys("find milk")
    let said = try keys.happens([.layoutChanged(container: stage.window, focus: nil)]) {
      try $0.change(clear) { $0.label = "Clear all" }
      try $0.button("Undo")
    }
    #expect(said == [])
  }
}

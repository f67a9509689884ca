import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V3 V4: elements of the same name` {
  private func colors() throws -> Stage {
    var stage = try Stage()
    for (part, y) in [("Background", 0.0), ("Text", 100.0)] {
      let group = try stage.add(.group, part) { $0.frame = frame(y) }
      try stage.add(
        .slider, "Red", under: group, actions: [Action(.increment), Action(.decrement)],
        traits: [.adjustable]
      ) {
        $0.range = NumericRange(current: 0)
        $0.frame = frame(y)
      }
      try stage.add(.button, "Clear \(part)", under: group, actions: [Action(.press)]) {
        $0.frame = frame(y + 30)
      }
    }
    return stage
  }

  private func frame(_ y: Double) -> Frame {
    Frame(rect: Rect(x: 0, y: y, width: 40, height: 20), space: .screen)
  }

  @Test
  func `V3: the keyboard's ring tells them apart, and leaves others as they are`() throws {
    var keys = Driver(KeyboardAccess(), try colors())
    #expect(keys.begin() == ["Red, 0, adjustable, Background"])
    #expect(keys("next") == ["Clear Background, button"])
    #expect(keys("find red") == ["Red, 0, adjustable, Text"])
  }

  @Test
  func `V4: a switch user hears which one, unless the group has said so`() throws {
    var items = Driver(SwitchControl(mode: .items), try colors())
    #expect(items.begin() == ["Red, 0, adjustable, Background"])
    _ = items("next")
    #expect(items("next") == ["Red, 0, adjustable, Text"])
    var groups = Driver(SwitchControl(), try colors())
    #expect(groups.begin() == ["Background, group, 2 items"])
    #expect(groups("select") == ["Red, 0, adjustable"])
  }

  @Test
  func `V4 A12: places to drop something are not namesakes of themselves`() throws {
    var stage = try Stage()
    try stage.add(.text, "Synth", actions: [Action(.drag)])
    try stage.add(.text, "Cheers", actions: [Action(.drop), Action(.press)])
    var switches = Driver(SwitchControl(mode: .items), stage)
    _ = switches.begin()
    _ = switches("select")
    _ = switches("select")
    #expect(switches.finish() == ["Dragging Synth", "Cheers, drop ready"])
  }

  @Test
  func `V3: what an action changed elsewhere is told apart, too`() throws {
    var stage = try colors()
    let swap = try stage.add(.button, "Swap", actions: [Action(.press)]) { $0.frame = frame(200) }
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("find swap") == ["Swap, button"])
    #expect(keys("activate") == [])
    #expect(keys.performed.last?.element == swap)
    let sliders = keys.scene.stops.filter { keys.stage.tree[$0]?.role == .slider }
    _ = try keys.happens { stage in
      for id in sliders { try stage.change(id) { $0.range?.current = 7 } }
    }
    #expect(keys.finish() == ["Red, 7, Background", "Red, 7, Text"])
  }

  @Test
  func `V3 A15: the intent that a button runs is offered once`() throws {
    var stage = try Stage()
    try stage.add(.button, "Refresh", actions: [Action(.press), Action(.intent)]) {
      $0.intents = [
        IntentOffer("Refresh", type: "Refresh", parameters: []),
        IntentOffer("Share", type: "Share", parameters: []),
      ]
    }
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("actions") == ["1 Activate", "2 Share"])
  }
}

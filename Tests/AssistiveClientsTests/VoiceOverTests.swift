import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V1: the screen reader` {
  private func colors() throws -> Driver<VoiceOver> {
    var stage = try Stage()
    try stage.add(.heading, "Contrast ratio", value: "11.7 to 1", traits: [.header])
    try stage.slider("Blue", 100)
    try stage.button("Reset")
    try stage.add(.link, "Help", actions: [Action(.press)], traits: [.link])
    try stage.add(.heading, "More", traits: [.header])
    return Driver(VoiceOver(), stage)
  }

  @Test
  func `V1: the cursor goes to the next and previous element, and reports the ends`() throws {
    var reader = try colors()
    #expect(reader.begin() == ["Contrast ratio, 11.7 to 1, heading"])
    #expect(
      reader("next") == [
        "Blue, 100, adjustable", "Swipe up or down with one finger to adjust the value.",
      ])
    #expect(reader.key(.right) == ["Reset, button"])
    #expect(reader("previous").first == "Blue, 100, adjustable")
    #expect(reader("first") == ["Contrast ratio, 11.7 to 1, heading"])
    #expect(reader("previous") == ["beginning"])
    #expect(reader("last") == ["More, heading"])
    #expect(reader("next") == ["end"])
    #expect(reader("find reset") == ["Reset, button"])
    #expect(reader("read all").count == 3)
    #expect(reader("nonsense").first?.contains("no command") == true)
  }

  @Test
  func `V1: the rotor moves by headings, links and controls`() throws {
    var reader = try colors()
    _ = reader.begin()
    #expect(reader("rotor headings") == ["headings"])
    #expect(reader("down") == ["More, heading"])
    #expect(reader("down") == ["no more headings"])
    #expect(reader("up") == ["Contrast ratio, 11.7 to 1, heading"])
    #expect(reader("rotor links") == ["links"])
    #expect(reader("down") == ["Help, link"])
    #expect(reader("rotor controls") == ["controls"])
    #expect(reader("up") == ["Reset, button"])
    #expect(reader("rotor") == ["values"])
    #expect(reader("rotor nonsense").first?.hasPrefix("The rotor has no nonsense.") == true)
  }

  @Test
  func `V1, A3: up and down change an adjustable value, which is spoken`() throws {
    var reader = try colors()
    _ = reader.begin()
    _ = reader("next")
    #expect(reader("up") == [])
    #expect(reader.performed.last?.command == .increment)
    let slider = try #require(reader.client.cursor)
    let said = try reader.happens {
      try $0.change(slider) { $0.range = NumericRange(current: 101) }
    }
    #expect(said == ["101"])
    #expect(reader.finish() == [])
    #expect(reader("down") == [])
    #expect(reader.performed.last?.command == .decrement)
    #expect(reader.finish(.refused("It is at its end.")) == ["It is at its end."])
  }

  @Test
  func `V1, A2: up and down select an action, and activating performs the selected one`()
    throws
  {
    var stage = try Stage()
    try stage.add(
      .image, "Filter chart", value: "frequency 0, amplitude 10",
      actions: ["Move up", "Move down"].map { Action(.custom, name: $0) })
    var reader = Driver(VoiceOver(), stage)
    #expect(
      reader.begin() == [
        "Filter chart, frequency 0, amplitude 10, image",
        "Swipe up or down to select a custom action, then double tap to activate.",
      ])
    #expect(reader("actions") == ["Actions menu, 2 items, Move up, Move down"])
    #expect(reader("down") == ["Move up"])
    #expect(reader("down") == ["Move down"])
    #expect(reader("up") == ["Move up"])
    _ = reader("activate")
    #expect(reader.performed.last?.command == .custom("Move up"))
    _ = reader("action move d")
    #expect(reader.performed.last?.command == .custom("Move down"))
    #expect(reader("action fly").first?.contains("no action fly") == true)
  }

  @Test
  func `V1, T1: activating again says that the element is selected`() throws {
    var stage = try Stage()
    let key = try stage.button("multiply")
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("activate") == [])
    #expect(reader.finish() == ["multiply"])
    _ = reader("activate")
    let said = try reader.happens { try $0.change(key) { $0.traits.insert(.selected) } }
    #expect(said + reader.finish() == ["selected, multiply, button"])
    _ = reader("activate")
    #expect(reader.finish() == ["selected, multiply"])
  }

  @Test
  func `V1, A2: what only its actions use says where they are`() throws {
    var stage = try Stage()
    try stage.add(
      .button, "Funston beach", actions: [Action(.custom, name: "Favorite")], traits: [.button])
    try stage.add(.text, "New photo")
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(
      reader("activate") == ["Funston beach cannot be activated. \"actions\" says its actions."])
    _ = reader("next")
    #expect(reader("activate") == ["New photo cannot be activated."])
  }

  @Test
  func `V1, T2: the effect of activating is spoken: the value alone, or everything`() throws {
    var stage = try Stage()
    let toggle = try stage.add(
      .switch, "Comments", actions: [Action(.press)], traits: [.button, .toggle]
    ) { $0.states.insert(.checkable) }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    #expect(reader.begin() == ["Comments, switch button, off"])
    _ = reader("activate")
    #expect(try reader.happens { try $0.change(toggle) { $0.states.insert(.checked) } } == ["on"])
    _ = reader.finish()
    #expect(
      try reader.happens { try $0.change(toggle) { $0.label = "Remarks" } }
        == ["Remarks, switch button, on"])
    #expect(try reader.happens { try $0.change(toggle) { $0.identifier = "x" } } == [])
  }

  @Test
  func `V1, A5, A6: escape and magic tap go to the element that offers them, near or far`() throws {
    var stage = try Stage()
    let group = try stage.add(.group, actions: [Action(.escape)])
    try stage.button("Inside", under: group)
    let player = try stage.add(.image, "Player", actions: [Action(.magicTap)])
    var reader = Driver(VoiceOver(), stage)
    _ = reader.begin()
    _ = reader("escape")
    #expect(reader.performed.last?.element == group)
    _ = reader("magic tap")
    #expect(reader.performed.last?.element == player)
    #expect(reader("zoom in") == ["This cannot be zoomed."])
    #expect(reader("scroll sideways").first?.hasPrefix("Scroll up") == true)
    #expect(reader("scroll down") == ["Nothing here offers scroll."])
  }

  @Test
  func `V1, A12, A13: dragging, dropping and gestures start at the activation point`() throws {
    var stage = try Stage()
    let synth = try stage.add(.image, "Synth") {
      $0.dragPoints = [NamedPoint("Sound", Point(x: 1, y: 1))]
      $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 9, height: 9), space: .window)
    }
    let cheers = try stage.add(.image, "Cheers") {
      $0.dropPoints = [NamedPoint("Set Sound 3", Point(x: 5, y: 5))]
      $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 10, height: 100), space: .window)
      $0.activationPoint = Point(x: 5, y: 60)
    }
    var reader = Driver(VoiceOver(), stage)
    _ = reader.begin()
    #expect(reader("drop") == ["Nothing was picked up. Drag something first."])
    #expect(reader("drag") == ["Drag Sound", "Dragging Synth, Sound"])
    _ = reader("next")
    _ = reader("drop set sound 3")
    #expect(reader.performed.last?.element == cheers)
    #expect(reader.performed.last?.command == .drop(source: synth, point: "Set Sound 3"))
    _ = reader("pass through 0,-10 0,-35")
    guard case .passThroughGesture(let points)? = reader.performed.last?.command else {
      Issue.record("no gesture")
      return
    }
    #expect(points.map(\.position.y) == [60, 50, 25])
    #expect(points.map(\.phase) == [.down, .move, .up])
    #expect(GestureRules.problem(in: points) == nil)
    #expect(reader("touch 1,x").first?.hasPrefix("Points are pairs") == true)
  }

  @Test
  func `N5: layout and screen changes move the cursor to the named element`() throws {
    var reader = try colors()
    _ = reader.begin()
    let reset = try #require(reader.scene.stops.dropFirst(2).first)
    #expect(
      try reader.happens([.layoutChanged(container: reader.stage.window, focus: reset)])
        == ["Reset, button"])
    #expect(
      try reader.happens([.screenChanged(root: reader.stage.window, focus: nil)])
        == ["Contrast ratio, 11.7 to 1, heading"])
    #expect(
      try reader.happens([.focusMoved(from: nil, to: reset)]) == ["Reset, button"])
  }

  @Test
  func `V1: when the element is removed, the cursor goes to its neighbour`() throws {
    var reader = try colors()
    _ = reader.begin()
    _ = reader("find reset")
    let reset = try #require(reader.client.cursor)
    #expect(try reader.happens { try $0.remove(reset) } == ["Help, link"])
    _ = reader("last")
    let last = try #require(reader.client.cursor)
    #expect(try reader.happens { try $0.remove(last) } == ["Help, link"])
  }

  @Test
  func `V1: a dialog that opens is named, and the cursor moves into it`() throws {
    var reader = try colors()
    _ = reader.begin()
    let said = try reader.happens { stage in
      let dialog = try stage.add(.dialog, "Really?") { $0.states.insert(.modal) }
      try stage.button("Yes", under: dialog)
    }
    #expect(said == ["Really?", "Yes, button"])
  }

  @Test
  func `N3: announcements are spoken, and what the queue of the server says of them is not`()
    throws
  {
    var reader = try colors()
    _ = reader.begin()
    let spoken = SpeechEvent(utterance: 2, .spoken, text: "Camera Loading", priority: .low)
    let said = try reader.happens([
      .heard("Opening Camera", .default), .speech(spoken), .heard("Camera Active", .high),
    ])
    #expect(said == ["Opening Camera", "Camera Active"])
  }

  @Test
  func `N3: an announcement of a change that was spoken is not repeated; others are spoken`() throws
  {
    var stage = try Stage()
    let toggle = try stage.add(.switch, "Comments", actions: [Action(.press)], traits: [.toggle]) {
      $0.states.insert(.checkable)
    }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    // The state was there before, so it was not spoken because of a change.
    #expect(try reader.happens([Notification.heard("off", .default)]) == ["off"])
    let change = { (stage: inout Stage) in try stage.change(toggle) { $0.states.insert(.checked) } }
    #expect(try reader.happens([Notification.heard("on", .default)], change) == ["on"])
    #expect(try reader.happens([Notification.heard("on", .default)]) == ["on"])
    // The announcement may follow the change.
    #expect(try reader.happens { try $0.change(toggle) { $0.states.remove(.checked) } } == ["off"])
    #expect(try reader.happens([Notification.heard("off", .default)]) == [])
    #expect(try reader.happens([Notification.heard("off", .default)]) == ["off"])
  }

  @Test
  func `V1, A2: the last spoken action is performed, or refused if it is no longer offered`()
    throws
  {
    var stage = try Stage()
    let names = ["Delete", "Reply", "Share"]
    let comment = try stage.add(
      .listItem, "Nick", actions: names.map { Action(.custom, name: $0) })
    var reader = Driver(VoiceOver(), stage)
    _ = reader.begin()
    _ = reader("down")
    #expect(reader("down") == ["Reply"])
    // Another action takes its place in the list.
    _ = try reader.happens { try $0.change(comment) { $0.actions.removeFirst() } }
    _ = reader("activate")
    #expect(reader.performed.map(\.command) == [.custom("Reply")])
    _ = try reader.happens { try $0.change(comment) { $0.actions.removeFirst() } }
    #expect(reader("activate") == ["Reply is not offered any more."])
    #expect(reader.performed.count == 1)
  }

  @Test
  func `constantly changing values are spoken only on request`() throws {
    var stage = try Stage()
    let clock = try stage.add(.text, "Time", value: "1", traits: [.updatesFrequently])
    var reader = Driver(VoiceOver(), stage)
    _ = reader.begin()
    #expect(try reader.happens { try $0.change(clock) { $0.value = "2" } } == [])
    #expect(reader("read") == ["Time, 2"])
  }

  @Test
  func `windows are listed, and chosen by number and by name`() throws {
    var reader = try colors()
    _ = reader.begin()
    #expect(reader("windows") == ["1 Window, here"])
    #expect(reader("window 1") == ["Window", "Contrast ratio, 11.7 to 1, heading"])
    #expect(reader("window 7") == ["There is no window 7."])
  }
}

import AccessibilityTree
import AssistiveClients
import Testing

/// Controls of rows that have the same kinds of controls, whatever they are called at the moment.
@Suite
struct `V2 V3 V4: the controls of rows` {
  /// Adds a row of a text and buttons to a container, each beside the other.
  private func addRow(
    _ name: String, _ buttons: [String], at line: Int, to stage: inout Stage, in parent: ElementID
  ) throws {
    let place = { (column: Double) in
      Frame(
        rect: Rect(x: column * 100, y: Double(line) * 40, width: 80, height: 30), space: .screen)
    }
    try stage.add(.text, name, under: parent) { $0.frame = place(0) }
    for (column, button) in buttons.enumerated() {
      try stage.add(.button, button, under: parent, actions: [Action(.press)]) {
        $0.frame = place(Double(column + 1))
      }
    }
  }

  private func people() throws -> Stage {
    var stage = try Stage()
    let list = try stage.add(.list)
    for (line, button) in ["Follow", "Unfollow", "Follow"].enumerated() {
      try addRow("Person \(line)", [button, "Share"], at: line, to: &stage, in: list)
    }
    return stage
  }

  @Test
  func `the ring says whose button it is, also where only one has the name`() throws {
    var keys = Driver(KeyboardAccess(), try people())
    #expect(keys.begin() == ["Follow, button, Person 0"])
    #expect(keys("find unfollow") == ["Unfollow, button, Person 1"])
  }

  @Test
  func `numbers and switches say it, too`() throws {
    var voice = Driver(VoiceControl(), try people())
    _ = voice.begin()
    #expect(voice("show numbers")[2] == "3 Unfollow, button, Person 1")
    var items = Driver(SwitchControl(mode: .items), try people())
    _ = items.begin()
    _ = items("next")
    #expect(items("next") == ["Unfollow, button, Person 1"])
    var groups = Driver(SwitchControl(), try people())
    _ = groups.begin()
    #expect(groups("next") == ["Person 1, Unfollow to Share, row, 2 items"])
    #expect(groups("select") == ["Unfollow, button"])
  }

  @Test
  func `an item of a list says its own name, and a card its text`() throws {
    var stage = try Stage()
    let list = try stage.add(.list)
    for (name, button) in [("Bread", "Buy"), ("Milk", "Return")] {
      let item = try stage.add(.listItem, name, under: list)
      try stage.button(button, under: item)
    }
    for (text, button) in [("Sunny", "Like"), ("Rainy", "Unlike"), ("Windy", "Like")] {
      let card = try stage.add(.article)
      try stage.button(button, under: card)
      try stage.add(.text, text, under: card)
    }
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("find buy") == ["Buy, button, Bread"])
    #expect(keys("find return") == ["Return, button, Milk"])
    #expect(keys("find unlike") == ["Unlike, button, Rainy"])
  }

  @Test
  func `keys of a keypad and fields of a form say only what they are`() throws {
    var stage = try Stage()
    try stage.add(.text, "Result", value: "0") {
      $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 300, height: 30), space: .screen)
    }
    for (line, row) in [["7", "8"], ["4", "5"], ["1", "2"]].enumerated() {
      try addRow("", row, at: line + 1, to: &stage, in: stage.window)
    }
    for (line, name) in ["Name", "Street", "Town"].enumerated() {
      try addRow("\(name):", ["Edit \(name)"], at: line + 5, to: &stage, in: stage.window)
    }
    var keys = Driver(KeyboardAccess(), stage)
    #expect(keys.begin() == ["7, button"])
    #expect(keys("find 5") == ["5, button"])
    #expect(keys("find street") == ["Edit Street, button"])
  }

  @Test
  func `what lies on a picture is told from its namesake by the picture`() throws {
    var stage = try Stage()
    let whole = Rect(x: 0, y: 0, width: 200, height: 200)
    try stage.add(.image, "Saturday", actions: [Action(.custom, name: "Share")]) {
      $0.frame = Frame(rect: whole, space: .screen)
    }
    try stage.add(.button, "location", actions: [Action(.press)]) {
      $0.frame = Frame(rect: Rect(x: 20, y: 20, width: 40, height: 40), space: .screen)
    }
    try stage.add(.heading, "Attachments") {
      $0.frame = Frame(rect: Rect(x: 0, y: 220, width: 200, height: 20), space: .screen)
    }
    try stage.add(.switch, "Location", actions: [Action(.press)]) {
      $0.frame = Frame(rect: Rect(x: 0, y: 250, width: 40, height: 20), space: .screen)
    }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    let choices = voice("tap location")
    let contexts = choices.dropFirst().map { $0.split(separator: ", ").last }
    #expect(contexts == ["Saturday", "Attachments"])
  }
}

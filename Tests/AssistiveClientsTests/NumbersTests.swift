import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V2: numbers that are shown` {
  @Test
  func `V2: numbers stay until they are hidden, and keep their meaning`() throws {
    var stage = try Stage()
    let seven = try stage.button("7")
    let equals = try stage.button("equals")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice.client.numberCount == 0)
    #expect(voice("show numbers") == ["1 7, button", "2 equals, button"])
    #expect(voice.client.numberCount == 2)
    for (number, id) in [("1", seven), ("two", equals), ("tap 1", seven)] {
      #expect(voice(number) == [])
      #expect(voice.performed.last?.element == id)
      _ = voice.finish()
    }
    // What is new has a number of its own.
    #expect(try voice.happens { try $0.button("8") } == ["3 8, button"])
    #expect(try voice.happens { try $0.remove(seven) } == [])
    #expect(voice("1") == ["Number 1 is gone."])
    #expect(voice("cancel") == ["hidden"])
    #expect(voice("2") == ["No numbers are shown. Say \"show numbers\" first."])
  }

  @Test
  func `V2: numbers do not grow without end where an application replaces its elements`() throws {
    var stage = try Stage()
    try stage.button("Stay")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("show numbers")
    for count in 1...2 {
      let said = try voice.happens { stage in
        for id in stage.tree.read(stage.window, { $0.children }) ?? [] { try stage.remove(id) }
        for place in 0..<600 { try stage.button("\(count) \(place)") }
      }
      #expect(said.count == (count == 1 ? 600 : 399))
    }
    #expect(voice.client.numberCount == 1000)
    // Those who show them again begin at 1.
    #expect(voice("show numbers").first == "1 2 0, button")
  }

  @Test
  func `V2: a choice to make comes before the numbers that are shown, once`() throws {
    var stage = try Stage()
    let red = try stage.button("Red wine")
    let white = try stage.button("White wine")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("show numbers")
    let photo = try voice.stage.add(
      .button, "Photo", actions: [Action(.press), Action(.custom, name: "Favorite")])
    #expect(voice("show actions for photo") == ["1 Activate", "2 Favorite"])
    _ = voice("2")
    #expect(voice.performed.last?.element == photo)
    #expect(voice.performed.last?.command == .custom("Favorite"))
    _ = voice.finish()
    for (number, id) in [("2", white), ("1", red)] {
      _ = voice(number)
      #expect(voice.performed.last?.element == id)
      #expect(voice.performed.last?.command == .press)
      _ = voice.finish()
    }
  }

  @Test
  func `V2: another window ends the numbers`() throws {
    var stage = try Stage()
    try stage.button("Delete")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("show numbers")
    let said = try voice.happens { stage in
      let dialog = try stage.add(.dialog, "Sure?") { $0.states.insert(.modal) }
      try stage.button("Yes", under: dialog)
    }
    #expect(said == ["Sure?"])
    #expect(voice("1").first?.hasPrefix("No numbers are shown.") == true)
    #expect(voice.performed.isEmpty)
  }

  @Test
  func `V2 A12: during a drag the places to drop it have numbers`() throws {
    var stage = try Stage()
    let synth = try stage.add(.text, "Synth", actions: [Action(.drag)])
    let alert = try stage.add(.group, "Cheers", actions: [Action(.drop)]) {
      $0.dropPoints = ["Sound 1", "Sound 2"].map { NamedPoint($0, Point(x: 0, y: 0)) }
    }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("drag synth")
    _ = voice.finish()
    #expect(
      voice("show numbers") == [
        "1 Synth, draggable", "2 Cheers, drop ready", "3 Sound 1, Cheers, drop ready",
        "4 Sound 2, Cheers, drop ready",
      ])
    _ = voice("4")
    #expect(voice.performed.last?.element == alert)
    #expect(voice.performed.last?.command == .drop(source: synth, point: "Sound 2"))
    #expect(voice.finish().first == "Drop complete")
    #expect(voice("4") == ["Nothing is dragged to number 4."])
  }

  @Test
  func `V2: where nothing is shown, nothing is hidden`() throws {
    var stage = try Stage()
    try stage.button("7")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("cancel") == ["There is nothing to cancel."])
    #expect(voice("hide names") == ["Nothing is shown."])
    _ = voice("show names")
    #expect(voice("cancel") == ["hidden"])
  }

  @Test
  func `V3: the number of a listed action runs it`() throws {
    var stage = try Stage()
    try stage.add(.button, "Photo", actions: [Action(.press), Action(.custom, name: "Share")])
    try stage.button("Next")
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("2") == ["There is no command 2. \"help\" lists them."])
    #expect(keys.client.numberCount == 0)
    _ = keys("actions")
    #expect(keys.client.numberCount == 2)
    _ = keys("2")
    #expect(keys.performed.map(\.command) == [.custom("Share")])
    _ = keys("next")
    #expect(keys.client.numberCount == 0)
  }
}

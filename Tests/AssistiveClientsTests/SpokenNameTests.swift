import AccessibilityTree
import AssistiveClients
import Testing

/// The ways in which people say a name.
@Suite
struct `V2: names as they are said` {
  private func colours() throws -> Stage {
    var stage = try Stage()
    for part in ["Background", "Text"] {
      let group = try stage.add(.group, part)
      for colour in ["Red", "Green"] {
        try stage.add(.slider, colour, under: group, actions: [Action(.increment)]) {
          $0.range = NumericRange(current: 0)
        }
      }
    }
    return stage
  }

  @Test(arguments: [
    "increment background red", "increment red of the background", "increment red background",
  ])
  func `a name with what tells it from others`(command: String) throws {
    var voice = Driver(VoiceControl(), try colours())
    _ = voice.begin()
    #expect(voice(command) == [])
    #expect(
      voice.performed.map(\.element) == [
        voice.scene.stops.first { voice.scene[$0]?.label == "Red" }
      ])
    _ = voice.finish()
    #expect(voice("increment foreground red") == ["Nothing here is called foreground red."])
    #expect(voice("increment red").first == "2 are called red. Which one?")
  }

  @Test
  func `numbers and the symbols of arithmetic, spelled otherwise`() throws {
    var stage = try Stage()
    try stage.add(.button, "multiply", actions: [Action(.press)]) { $0.inputLabels = ["×"] }
    try stage.add(.button, "divide", actions: [Action(.press)]) { $0.inputLabels = ["÷"] }
    try stage.button("7")
    try stage.button("Page 21")
    try stage.button("x axis")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    for (said, name) in [
      ("×", "multiply"), ("times", "multiply"), ("multiply", "multiply"), ("seven", "7"),
      ("page twenty one", "Page 21"), ("/", "divide"), ("x", "x axis"),
    ] {
      #expect(voice("tap \(said)") == [])
      #expect(voice.finish().first?.contains("tapped \(name)") == true, "\(said)")
    }
    try voice.stage.remove(try #require(voice.scene.stops.last))
    _ = voice("tap x")
    #expect(voice.finish().first?.contains("tapped multiply") == true)
  }

  @Test
  func `numbers as words choose by number while numbers are shown`() throws {
    var stage = try Stage()
    for number in 1...130 { try stage.button("Key \(number)") }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("twenty one") == ["No numbers are shown. Say \"show numbers\" first."])
    _ = voice("show numbers")
    for (said, place) in [
      ("two", 2), ("tap two", 2), ("twenty-one", 21), ("tap thirty", 30), ("tap ninety nine", 99),
      ("one hundred and five", 105), ("one hundred", 100), ("tap one hundred thirty", 130),
    ] {
      _ = voice(said)
      #expect(voice.performed.last?.element == voice.scene.stops[place - 1], "\(said)")
      _ = voice.finish()
    }
    for nonsense in ["twenty eleven", "hundred", "one two", "zero hundred"] {
      #expect(voice(nonsense).first?.hasPrefix("There is no command") == true, "\(nonsense)")
    }
  }

  @Test
  func `press and hold opens the menu`() throws {
    var stage = try Stage()
    let milk = try stage.add(.listItem, "Milk", actions: [Action(.press), Action(.showMenu)])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("press and hold milk")
    #expect(voice.performed.map(\.element) == [milk])
    #expect(voice.performed.map(\.command) == [.showMenu])
  }

  @Test
  func `names that several elements have come with what tells them apart`() throws {
    var stage = try Stage()
    for name in ["Ada", "Ben"] {
      let row = try stage.add(.group, name)
      try stage.button("Follow", under: row)
    }
    try stage.button("Done")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("show names") == ["Follow, Ada", "Follow, Ben", "Done"])
  }

  @Test
  func `what takes something away is asked about, unless all of its name is said`() throws {
    var stage = try Stage()
    let photo = try stage.add(
      .image, "Sunset",
      actions: [Action(.custom, name: "Delete photo"), Action(.custom, name: "Share photo")])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    let question = ["Delete photo, Sunset? Say 1 to run it.", "1 Delete photo"]
    #expect(voice("delete") == question)
    _ = voice("hide numbers")
    #expect(voice("tap delete") == question)
    #expect(voice.performed.isEmpty)
    _ = voice("one")
    #expect(voice.performed.map(\.command) == [.custom("Delete photo")])
    _ = voice.finish()
    _ = voice("hide numbers")
    _ = voice("tap delete photo")
    #expect(voice.performed.count == 2)
    _ = voice.finish()
    _ = voice("tap share")
    #expect(voice.performed.last?.command == .custom("Share photo"))
    _ = voice.finish()
    try voice.stage.change(photo) { $0.states.insert(.focused) }
    _ = voice("hide numbers")
    _ = voice("delete")
    #expect(voice.performed.last?.command == .custom("Delete photo"))
  }

  @Test
  func `a single word that takes something away names no element`() throws {
    var stage = try Stage()
    try stage.add(.image, "Tone", actions: [Action(.delete)])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("delete") == ["Delete, Tone? Say 1 to run it.", "1 Delete"])
    #expect(voice.performed.isEmpty)
    _ = voice("hide numbers")
    _ = voice("delete tone")
    #expect(voice.performed.map(\.command) == [.delete])
  }

  @Test
  func `a number is that of the line that was said`() throws {
    var stage = try Stage()
    try stage.add(
      .image, "Synth",
      actions: [
        Action(.custom, name: "Drag it"), Action(.custom, name: "Set Sound 1"),
        Action(.custom, name: "Set Sound 3"),
      ])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    for number in ["1", "one", "tap 1"] {
      _ = voice("show actions for synth")
      _ = voice(number)
      #expect(voice.performed.last?.command == .custom("Drag it"))
      _ = voice.finish()
    }
    _ = voice("show actions for synth")
    _ = voice("3")
    #expect(voice.performed.last?.command == .custom("Set Sound 3"))
    #expect(voice.performed.count == 4)
  }

  @Test
  func `a part of the name of an action`() throws {
    var stage = try Stage()
    let photo = try stage.add(
      .image, "Sunset",
      actions: [
        Action(.custom, name: "Delete photo"), Action(.custom, name: "Delete album"),
        Action(.custom, name: "Share photo"),
      ])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    let candidates = ["2 are called delete. Which one?", "1 Delete photo", "2 Delete album"]
    #expect(voice("tap delete") == candidates)
    #expect(voice("delete") == candidates)
    #expect(voice("delete sunset").dropFirst() == candidates.dropFirst())
    #expect(voice.performed.isEmpty)
    _ = voice("show actions for sunset")
    #expect(voice("tap delete") == candidates)
    _ = voice("tap two")
    #expect(voice.performed.last?.command == .custom("Delete album"))
    _ = voice.finish()
    _ = voice("tap share")
    #expect(voice.performed.last?.command == .custom("Share photo"))
    #expect(voice.finish().first?.hasPrefix("Share photo, Sunset") == true)
    _ = voice("hide numbers")
    try voice.stage.button("Undo")
    #expect(voice("tap activate") == ["Nothing here is called activate."])
    #expect(voice("tap photo").last == "Nothing here is called photo.", "it could mean the element")
    // Of several elements their names are said.
    _ = try voice.happens { stage in
      try stage.add(.image, "Beach", actions: [Action(.custom, name: "Delete photo")])
    }
    #expect(
      voice("tap delete photo") == [
        "2 are called delete photo. Which one?", "1 Delete photo, Sunset, image",
        "2 Delete photo, Beach, image",
      ])
    _ = voice("one")
    #expect(voice.performed.last?.element == photo)
    for said in ["delete photo beach", "beach share photo", "delete photo of the beach"] {
      let count = voice.performed.count
      _ = voice("hide numbers")
      _ = voice("tap \(said)")
      #expect((voice.performed.count > count) == !said.contains("share"), "\(said)")
    }
    #expect(voice.performed.last?.element == voice.scene.stops.last)
  }
}

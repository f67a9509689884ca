import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `A12: drag and drop by every client` {
  private static let alertSounds = ["Set Sound 1", "Set Sound 2", "Set Sound 3"]

  /// A sound, and a friend with three places for sounds.
  private func stage() throws -> (stage: Stage, synth: ElementID, cheers: ElementID) {
    var stage = try Stage()
    let synth = try stage.add(.text, "Synth", actions: [Action(.drag)])
    let cheers = try stage.add(
      .group, "Cheers", value: "alert, no sounds", actions: [Action(.drag), Action(.drop)]
    ) { $0.dropPoints = Self.alertSounds.map { NamedPoint($0, Point(x: 0, y: 0)) } }
    return (stage, synth, cheers)
  }

  /// The application has taken the sound.
  private func drop<Client>(_ driver: inout Driver<Client>, on cheers: ElementID) throws -> [String]
  {
    let meanwhile = try driver.happens {
      try $0.change(cheers) { $0.value = "alert, synth" }
    }
    return meanwhile + driver.finish()
  }

  @Test
  func `the point by which an element is dragged is said`() throws {
    var stage = try Stage()
    try stage.add(.text, "Memo", actions: [Action(.drag)]) {
      $0.dragPoints = [NamedPoint("The beginning", Point(x: 0, y: 0))]
    }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("drag the beginning") == ["Drag The beginning"])
    #expect(reader.finish() == ["Dragging Memo, The beginning"])
  }

  @Test
  func `V1 U P8: a screen reader hears Drag, Drop, drop ready, each point, and Drop complete`()
    throws
  {
    let (stage, synth, cheers) = try stage()
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    #expect(reader.begin() == ["Synth, draggable"])
    #expect(reader("rotor actions") == ["actions"])
    #expect(reader("down") == ["Drag"])
    #expect(reader("activate") == [])
    #expect(reader.performed.last?.command == .drag(point: nil))
    #expect(reader.finish(.unconfirmed) == ["Dragging Synth"])
    #expect(reader("next") == ["Cheers, draggable, alert, no sounds"])
    _ = reader("rotor actions")
    #expect(reader("down") == ["Drop, drop ready"])
    #expect(reader("up") == ["Set Sound 3, drop ready"])
    _ = reader("activate")
    #expect(reader.performed.last?.element == cheers)
    #expect(reader.performed.last?.command == .drop(source: synth, point: "Set Sound 3"))
    #expect(try drop(&reader, on: cheers).contains("Drop complete"))
    // Nothing is dragged any more.
    #expect(reader("drop").first?.hasPrefix("Nothing was picked up") == true)
  }

  @Test
  func `what is picked up is not picked up again, and put back for another`() throws {
    let (stage, _, _) = try stage()
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("drag")
    _ = reader.finish(.unconfirmed)
    let again = reader("drag")
    #expect(again == ["Synth is picked up already. Drop it, or escape to put it back."])
    #expect(reader.performed.count == 1)
    _ = reader("next")
    #expect(reader("drag") == ["Drag", "Synth is put back"])
    #expect(reader.finish(.unconfirmed) == ["Dragging Cheers"])
  }

  @Test
  func `V1: what is picked up and dropped by command is said as it is by the rotor`() throws {
    let (stage, synth, cheers) = try stage()
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("drag") == ["Drag"])
    _ = reader.finish(.unconfirmed)
    _ = reader("next")
    #expect(reader("drop set sound 4").first?.contains("no drop point \"set sound 4\"") == true)
    #expect(reader("drop set sound 2") == ["Set Sound 2, drop ready"])
    #expect(reader.performed.last?.command == .drop(source: synth, point: "Set Sound 2"))
    #expect(try drop(&reader, on: cheers).filter { $0 == "Drop complete" }.count == 1)
  }

  @Test
  func `V1 V3: escape cancels a drag, and only then closes`() throws {
    let (stage, _, _) = try stage()
    func cancels<Client: AssistiveClient>(_ client: Client) {
      var driver = Driver(client, stage)
      _ = driver.begin()
      _ = driver("drag")
      _ = driver.finish(.unconfirmed)
      #expect(driver("escape") == ["Drag cancelled"])
      #expect(driver("escape").first?.hasPrefix("Nothing here offers escape") == true)
      #expect(driver.performed.count == 1)
    }
    cancels(VoiceOver(verbosity: .brief))
    cancels(KeyboardAccess())
  }

  @Test
  func `V3: the keyboard picks up and drops, and says where that is possible`() throws {
    let (stage, synth, cheers) = try stage()
    var keys = Driver(KeyboardAccess(), stage)
    #expect(keys.begin() == ["Synth, draggable"])
    #expect(keys.key(.character("d")) == ["Drag"])
    #expect(keys.finish(.unconfirmed) == ["Dragging Synth"])
    #expect(keys.key(.tab) == ["Cheers, draggable, alert, no sounds", "drop ready"])
    #expect(
      keys("actions") == [
        "1 Drop, drop ready", "2 Set Sound 1, drop ready", "3 Set Sound 2, drop ready",
        "4 Set Sound 3, drop ready",
      ])
    #expect(keys("action 4") == [])
    #expect(keys.performed.last?.element == cheers)
    #expect(keys.performed.last?.command == .drop(source: synth, point: "Set Sound 3"))
    #expect(try drop(&keys, on: cheers) == ["Drop complete", "alert, synth"])
    #expect(keys("actions") == ["1 Drag"])
  }

  @Test
  func `V4: a switch user hears the places to drop first, and can cancel`() throws {
    let (stage, synth, cheers) = try stage()
    var switches = Driver(SwitchControl(), stage)
    #expect(switches.begin() == ["Synth, draggable"])
    #expect(switches("select") == ["Drag"])
    #expect(switches("select") == [])
    #expect(
      switches.finish(.unconfirmed) == [
        "Dragging Synth", "Cheers, draggable, alert, no sounds, drop ready",
      ])
    #expect(switches("next") == ["Cancel drag"])
    #expect(switches("select") == ["Drag cancelled", "Synth, draggable"])
    _ = switches("select")
    _ = switches("select")
    _ = switches.finish(.unconfirmed)
    #expect(switches("select") == ["Drop, drop ready"])
    for point in Self.alertSounds { #expect(switches("next") == ["\(point), drop ready"]) }
    #expect(switches("select") == [])
    #expect(switches.performed.last?.command == .drop(source: synth, point: "Set Sound 3"))
    #expect(
      try drop(&switches, on: cheers) == ["Drop complete", "alert, synth", "Synth, draggable"])
  }

  @Test
  func `a switch user is at what was dragged afterwards, or at what took its place`() throws {
    for mode in SwitchControl.Mode.allCases {
      var stage = try Stage()
      let list = try stage.add(.list, "Sounds")
      for name in ["Synth", "Birds", "Rain"] {
        try stage.add(.text, name, under: list, actions: [Action(.drag)])
      }
      try stage.add(.group, "Cheers", actions: [Action(.press), Action(.drop)])
      var switches = Driver(SwitchControl(mode: mode), stage)
      _ = switches.begin()
      if mode == .groups { _ = switches("select") }
      #expect(switches("next") == ["Birds, draggable"])
      func pickUp() throws -> ElementID {
        for _ in 0..<2 { _ = switches("select") }
        #expect(switches.performed.last?.command == .drag(point: nil))
        #expect(switches.finish(.unconfirmed).last == "Cheers, drop ready")
        return try #require(switches.performed.last?.element)
      }
      _ = try pickUp()
      #expect(switches("escape") == ["Drag cancelled", "Birds, draggable"])
      _ = try pickUp()
      _ = switches("select")
      #expect(switches.finish() == ["Drop complete", "Birds, draggable"])
      let birds = try pickUp()
      _ = switches("select")
      _ = try switches.happens { try $0.remove(birds) }
      #expect(switches.finish().last == "Rain, draggable")
      #expect(switches("previous") == ["Synth, draggable"])
    }
  }

  @Test
  func `V2: by voice, in one sentence or in two`() throws {
    let (stage, synth, cheers) = try stage()
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("drag synth to set sound 3") == ["Drag"])
    #expect(voice.finish(.unconfirmed) == ["Dragging Synth", "Set Sound 3, drop ready"])
    #expect(voice.performed.last?.command == .drop(source: synth, point: "Set Sound 3"))
    #expect(try drop(&voice, on: cheers) == ["Drop complete", "alert, synth"])
    #expect(voice("drag synth") == ["Drag"])
    #expect(voice.finish(.unconfirmed) == ["Dragging Synth"])
    #expect(voice("drop on set sound 1") == ["Set Sound 1, drop ready"])
    #expect(voice.finish() == ["Drop complete"])
    _ = voice("drag synth")
    _ = voice.finish(.unconfirmed)
    #expect(voice("go back") == ["Drag cancelled"])
    #expect(voice("drop on cheers").first?.hasPrefix("Nothing was picked up") == true)
  }

  @Test
  func `V2: all places of an element are listed, by the same numbers with and without a name`()
    throws
  {
    let (stage, synth, _) = try stage()
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("drag synth")
    _ = voice.finish(.unconfirmed)
    let places = [
      "Cheers, draggable, alert, no sounds, drop ready", "Set Sound 1, Cheers, drop ready",
      "Set Sound 2, Cheers, drop ready", "Set Sound 3, Cheers, drop ready",
    ]
    let numbered = { (first: Int) in
      places.enumerated().map { "\($0 + first) \($1)" }
    }
    #expect(voice("drop on cheers") == ["4 are called cheers. Which one?"] + numbered(1))
    #expect(voice("show numbers") == ["1 Synth, draggable"] + numbered(2))
    #expect(voice("2") == ["Drop, drop ready"])
    #expect(voice.performed.last?.command == .drop(source: synth, point: nil))
  }

  @Test
  func `a refused drop leaves the element picked up, and one that is gone is not dropped`() throws {
    let (stage, synth, _) = try stage()
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    _ = keys("drag")
    _ = keys.finish(.refused("It is glued."))
    _ = keys("next")
    #expect(keys("drop").first?.hasPrefix("Nothing was picked up") == true)
    _ = keys("find synth")
    _ = keys("drag")
    _ = keys.finish(.unconfirmed)
    _ = keys("find cheers")
    _ = keys("drop")
    #expect(keys.finish(.refused("Cheers did not take Synth")) == ["Cheers did not take Synth"])
    #expect(keys("drop") == ["Drop, drop ready"])
    _ = keys.finish(.refused("Cheers did not take Synth"))
    #expect(try keys.happens { try $0.remove(synth) } == ["What was picked up is gone"])
    #expect(keys("drop").first?.hasPrefix("Nothing was picked up") == true)
  }

  @Test
  func `what has only drag points is picked up by the drop`() throws {
    var stage = try Stage()
    let synth = try stage.add(.button, "Synth", actions: [Action(.press)]) {
      $0.dragPoints = [NamedPoint("Sound", Point(x: 0, y: 0))]
    }
    let bin = try stage.add(.button, "Bin", actions: [Action(.press), Action(.drop)])
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("drag") == ["Drag Sound", "Dragging Synth, Sound"])
    #expect(keys.performed.isEmpty)
    _ = keys("next")
    #expect(keys("drop") == ["Drop, drop ready"])
    #expect(keys.performed.last?.element == bin)
    #expect(keys.performed.last?.command == .drop(source: synth, point: nil))
  }

  @Test
  func `nothing is ready to be dropped on in another application`() throws {
    var (stage, _, _) = try stage()
    let other = try stage.application("Notes")
    try stage.add(.group, "Trash", under: other, actions: [Action(.press), Action(.drop)])
    var keys = Driver(KeyboardAccess(scope: .element(stage.window)), stage)
    _ = keys.begin()
    _ = keys("drag")
    _ = keys.finish(.unconfirmed)
    #expect(keys("next").last == "drop ready")
    #expect(keys("window Notes").contains("drop ready") == false)
    #expect(keys("actions") == ["1 Activate"])
    #expect(
      keys("drop") == ["Trash is in another application, where this cannot be dropped."])
    var switches = Driver(SwitchControl(scope: .element(stage.window), mode: .items), stage)
    _ = switches.begin()
    _ = switches("select")
    _ = switches("select")
    _ = switches.finish(.unconfirmed)
    #expect(switches("window Notes").contains { $0.contains("drop ready") } == false)
  }
}

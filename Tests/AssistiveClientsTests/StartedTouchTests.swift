import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V3 V4 A14: direct touch by keys and switches` {
  private func cat() throws -> (Stage, ElementID) {
    var stage = try Stage()
    let cat = try stage.add(
      .image, "Cat", actions: [Action(.press), Action(.directTouch)],
      traits: [.allowsDirectInteraction]
    ) { $0.directTouch = .requiresActivation }
    try stage.button("Leave alone")
    return (stage, cat)
  }

  /// Activates the cat, moves on, and expects that direct touch ends, which is said once.
  private func leaves<Client: AssistiveClient>(
    _ client: Client, activating command: String
  ) throws {
    let (stage, cat) = try cat()
    var driver = Driver(client, stage)
    #expect(driver.begin() == ["Cat, image"])
    _ = driver(command)
    _ = try driver.happens { try $0.setActive(true, cat) }
    #expect(driver.finish() == ["Cat, direct touch started"])
    let next = driver("next")
    #expect(Set(next) == ["Cat, direct touch ended", "Leave alone, button"])
    #expect(driver.performed.map(\.command) == [.press, .escape])
    #expect(driver.performed.last?.element == cat)
    #expect(try driver.happens { try $0.setActive(false, cat) } == [])
    #expect(driver.finish(.refused("There is no escape.")) == [])
    _ = driver("previous")
    #expect(driver.performed.count == 2)
  }

  @Test
  func `its start is said, and it ends when the ring or the highlight leaves`() throws {
    try leaves(KeyboardAccess(), activating: "activate")
    try leaves(SwitchControl(mode: .items), activating: "select")
    try leaves(SwitchControl(mode: .groups), activating: "select")
  }

  @Test
  func `it ends with the client, and is said by voice`() throws {
    let (stage, cat) = try cat()
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    _ = keys("activate")
    _ = try keys.happens { try $0.setActive(true, cat) }
    _ = keys.finish()
    #expect(keys.client.end(in: keys.scene) == [.perform(cat, .escape)])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("tap cat")
    _ = try voice.happens { try $0.setActive(true, cat) }
    #expect(voice.finish() == ["tapped Cat", "Cat, direct touch started"])
    #expect(voice.client.end(in: voice.scene) == [.perform(cat, .escape)])
  }

  @Test
  func `whoever activates it while it is active holds it`() throws {
    var (stage, cat) = try cat()
    try stage.setActive(true, cat)
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    _ = keys("activate")
    #expect(keys.finish(.unconfirmed) == ["Cat, direct touch is on"])
    #expect(keys("next") == ["Cat, direct touch ended", "Leave alone, button"])
  }

  /// Activates the cat, and returns what is said when somebody else ends direct touch.
  private func ended<Client: AssistiveClient>(
    _ client: Client, activating command: String
  ) throws -> [String] {
    let (stage, cat) = try cat()
    var driver = Driver(client, stage)
    _ = driver.begin()
    _ = driver(command)
    _ = try driver.happens { try $0.setActive(true, cat) }
    _ = driver.finish()
    let said = try driver.happens { try $0.setActive(false, cat) }
    #expect(
      try driver.happens { try $0.button("Later") }.contains { $0.contains("ended") } == false)
    return said
  }

  @Test
  func `its end is said when somebody else ends it`() throws {
    let words = "Cat, direct touch ended"
    #expect(try ended(KeyboardAccess(), activating: "activate").contains(words))
    #expect(try ended(SwitchControl(mode: .items), activating: "select").contains(words))
    #expect(try ended(VoiceControl(), activating: "tap cat").contains(words))
    #expect(try ended(VoiceOver(verbosity: .brief), activating: "activate").contains(words))
  }

  @Test
  func `by voice its end is said when another element is used`() throws {
    let (stage, cat) = try cat()
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("tap cat")
    _ = try voice.happens { try $0.setActive(true, cat) }
    _ = voice.finish()
    _ = voice("tap leave alone")
    #expect(try voice.happens { try $0.setActive(false, cat) } == [])
    #expect(voice.finish() == ["tapped Leave alone", "Cat, direct touch ended"])
  }
}

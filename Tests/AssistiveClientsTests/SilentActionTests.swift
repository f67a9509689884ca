import AccessibilityTree
import AssistiveClients
import Testing

/// What a screen reader says of actions that leave everything as it was.
struct SilentActionTests {
  private func cat() throws -> (reader: Driver<VoiceOver>, cat: ElementID) {
    var stage = try Stage()
    let cat = try stage.add(
      .image, "Cat", value: "sleeping",
      actions: [Action(.custom, name: "Pet"), Action(.directTouch)]
    ) {
      $0.directTouch = []
      $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 40, height: 40), space: .window)
    }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    return (reader, cat)
  }

  @Test
  func `P13: the same action twice is heard twice`() throws {
    var (reader, cat) = try cat()
    #expect(reader("action pet") == [])
    #expect(try reader.happens { try $0.change(cat) { $0.value = "purring" } } == ["purring"])
    #expect(reader.finish() == [])
    #expect(reader("action pet") == [])
    #expect(reader.finish() == ["purring"])
    #expect(reader("touch") == ["Cat"])
    #expect(reader.finish() == ["purring"])
  }

  @Test
  func `what is announced of an action is all that is said`() throws {
    var (reader, _) = try cat()
    _ = reader("action pet")
    #expect(try reader.happens([.heard("It purrs", .default)]) == ["It purrs"])
    #expect(reader.finish() == [])
  }

  @Test
  func `S7: what appears under the pointer is said`() throws {
    var stage = try Stage()
    try stage.add(.image, "Trip", actions: [Action(.hover)])
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("action hover")
    #expect(try reader.happens { try $0.button("Location") } == [])
    #expect(reader.finish() == ["Location, button"])
  }

  @Test
  func `N3: an announcement that is interrupted is marked`() throws {
    var (reader, _) = try cat()
    let cut = SpeechEvent(utterance: 1, .interrupted, text: "Opening", priority: .default)
    let effects = reader.client.announce(
      [.heard("Opening", .default), .speech(cut), .heard("Active", .high)], in: reader.scene)
    let lines = effects.compactMap { effect -> SpokenLine? in
      if case .say(let line) = effect { line } else { nil }
    }
    #expect(lines.map(\.text) == ["Opening", "Active"])
    #expect(lines.map(\.isInterrupted) == [true, false])
  }

  @Test
  func `gestures that are refused say why`() throws {
    var (reader, _) = try cat()
    #expect(
      reader("pass through 0,-5 +999999999")
        == ["+999999999 is too long: at most +3600000 milliseconds."])
    #expect(reader("pass through up").first?.contains("+200") == true)
    #expect(reader("pass through 9999999,0") == ["9999999,0 is too far away."])
    for point in ["40,0", "-1,0", "999999,999999", "1e300,nan", "inf,1"] {
      #expect(reader("touch \(point)") == ["\(point) is outside of Cat, which is 40 × 40."])
    }
    #expect(reader.performed.isEmpty)
    var empty = Driver(VoiceOver(), try Stage())
    _ = empty.begin()
    #expect(empty("touch") == ["There is nothing here."])
  }
}

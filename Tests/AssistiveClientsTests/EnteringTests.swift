import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `A8: what cannot be typed or set` {
  private func form(withField: Bool = true) throws -> Stage {
    var stage = try Stage()
    try stage.button("Save")
    try stage.slider("Coffee", 6)
    try stage.add(.slider, "Volume", actions: [Action(.setValue), Action(.increment)]) {
      $0.range = NumericRange(current: 1, minimum: 0, maximum: 10)
    }
    if withField {
      try stage.add(.textField, "Name", actions: [Action(.setText), Action(.insertText)]) {
        $0.states.insert(.editable)
      }
    }
    return stage
  }

  static let refusals = [
    ("save", "type Ada", "Text cannot be typed into Save. Go to a text field first: Name."),
    ("save", "set 5", "Save has no value that can be set."),
    (
      "coffee", "set 5", "Coffee cannot be set to a value, only changed by increment and decrement."
    ),
    ("volume", "set loud", "Volume takes a number from 0 to 10."),
    ("name", "type", "Say what to type: type TEXT"),
  ]

  @Test(arguments: refusals)
  func `A8: the screen reader and the keyboard say what can be done`(
    place: String, command: String, refusal: String
  ) throws {
    var reader = Driver(VoiceOver(verbosity: .brief), try form())
    _ = reader.begin()
    _ = reader("find \(place)")
    #expect(reader(command) == [refusal])
    #expect(reader.performed.isEmpty)
    var keys = Driver(KeyboardAccess(), try form())
    _ = keys.begin()
    _ = keys("find \(place)")
    #expect(keys(command) == [refusal])
    #expect(keys.performed.isEmpty)
  }

  @Test
  func `A8: by voice the same is said`() throws {
    var voice = Driver(VoiceControl(), try form(withField: false))
    _ = voice.begin()
    #expect(voice("set save to 5") == ["Save has no value that can be set."])
    #expect(voice("set volume to loud") == ["Volume takes a number from 0 to 10."])
    #expect(voice("type Ada") == ["There is no text field here."])
    #expect(voice("type") == ["Say what to type: type TEXT"])
    #expect(voice.performed.isEmpty)
  }

  @Test(arguments: [
    ("set volume to seven", 7.0), ("set volume to 45 percent", 4.5), ("set volume to fifty %", 5),
    ("set volume to 25%", 2.5), ("set volume to nine point five", 9.5),
    ("increment volume by two", 3), ("increment volume by ten percent", 2),
  ])
  func `A8 V2: a value is said as people say numbers`(said: String, value: Double) throws {
    var voice = Driver(VoiceControl(), try form())
    _ = voice.begin()
    _ = voice(said)
    #expect(voice.performed.map(\.command) == [.setValue(value)])
  }

  @Test
  func `A8: a bullet is said for each character of a secret, and what is there is no word`() throws
  {
    var stage = try Stage()
    let field = try stage.add(
      .passwordField, "Password", actions: [Action(.setText), Action(.insertText)]
    ) {
      $0.states.insert(.editable)
      $0.isRedacted = true
    }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("type ab")
    let typed = try reader.happens { try $0.change(field) { $0.value = Element.redactedText } }
    #expect(typed + reader.finish() == ["bullet bullet"])
    #expect(reader("read") == ["Password, bullets, secure text field"])
    // The mirror does not tell that there are more.
    _ = reader("type c")
    #expect(reader.finish(hasNewValue: true) == ["bullet"])
    _ = reader("type d")
    #expect(reader.finish(.refused("It is full.")) == ["It is full."])
  }

  @Test
  func `A8: a number with spaces around it is set, and a text as it is typed`() throws {
    var keys = Driver(KeyboardAccess(), try form())
    _ = keys.begin()
    _ = keys("find volume")
    _ = keys("set  7 ")
    #expect(keys.performed.last?.command == .setValue(7))
    _ = keys("find name")
    _ = keys("set Ada")
    #expect(keys.performed.last?.command == .setText("Ada"))
  }

  @Test
  func `words after a command that takes none are refused by every client`() throws {
    var reader = Driver(VoiceOver(), try form())
    _ = reader.begin()
    #expect(reader("next extra") == ["\"next\" takes nothing more, not \"extra\"."])
    var keys = Driver(KeyboardAccess(), try form())
    _ = keys.begin()
    #expect(keys("activate it") == ["\"activate\" takes nothing more, not \"it\"."])
    var switches = Driver(SwitchControl(), try form())
    _ = switches.begin()
    #expect(switches("select this") == ["\"select\" takes nothing more, not \"this\"."])
    var voice = Driver(VoiceControl(), try form())
    _ = voice.begin()
    #expect(voice("show names now") == ["\"show names\" takes nothing more, not \"now\"."])
    #expect(voice("windows all") == ["\"windows\" takes nothing more, not \"all\"."])
    #expect(reader.performed.isEmpty && keys.performed.isEmpty && switches.performed.isEmpty)
  }
}

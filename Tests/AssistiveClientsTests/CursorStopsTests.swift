import AccessibilitySpeech
import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V1: where a cursor stops` {
  private func stops(_ stage: Stage) -> [String] {
    stage.scene.stops.map { Speech.name(of: $0, in: stage.tree) ?? "?" }
  }

  @Test
  func `S1: layout is not a stop, and elements with content are`() throws {
    var stage = try Stage()
    let group = try stage.add(.group)
    try stage.add(.text, "Hello", under: group)
    try stage.add(.separator, under: group)
    try stage.add(.image, under: group)
    try stage.add(.image, "A tick", under: group)
    try stage.button(nil, under: group)
    #expect(stops(stage) == ["Hello", "A tick", "?"])
  }

  @Test
  func `S4: the highest sort priority is read first, the others in tree order`() throws {
    var stage = try Stage()
    try stage.button("Reset")
    try stage.add(.heading, "Contrast", traits: [.header]) { $0.sortPriority = 1 }
    try stage.button("Swap")
    try stage.button("Last")
    #expect(stops(stage) == ["Contrast", "Reset", "Swap", "Last"])
  }

  @Test
  func `the contents of a control are part of it, except usable elements`() throws {
    var stage = try Stage()
    let button = try stage.button("Save")
    try stage.add(.image, "Disk", under: button)
    try stage.add(.text, "Save", under: button)
    let item = try stage.add(.listItem, "Nick says hello")
    try stage.add(.text, "Nick", under: item)
    try stage.add(.text, "yesterday", under: item)
    try stage.button("Reply", under: item)
    #expect(stops(stage) == ["Save", "Nick says hello", "yesterday", "Reply"])
  }

  @Test
  func `elements that are not on screen are not stops`() throws {
    var stage = try Stage()
    try stage.button("Here")
    try stage.add(.button, "Hidden") { $0.states = [.enabled, .visible] }
    #expect(stops(stage) == ["Here"])
  }

  @Test
  func `a modal dialog hides everything else`() throws {
    var stage = try Stage()
    try stage.button("Behind")
    let dialog = try stage.add(.dialog, "Really?") { $0.states.insert(.modal) }
    try stage.button("Yes", under: dialog)
    #expect(stage.scene.root == dialog)
    #expect(stops(stage) == ["Yes"])
  }

  @Test
  func `of several active windows the one with the focus is in front, otherwise the first`() throws
  {
    var stage = try Stage()
    try stage.button("First")
    let second = try stage.application("Second")
    let field = try stage.button("Second's", under: second)
    let empty = try stage.application("Empty")
    try stage.add(.dialog, "Nothing in it", under: empty, traits: [.modal])
    #expect(stops(stage) == ["First"])
    try stage.change(field) { $0.states.insert(.focused) }
    #expect(stops(stage) == ["Second's"])
    // An empty dialog does not cover other elements.
    try stage.change(field) { $0.states.remove(.focused) }
    try stage.change(empty) { $0.states.insert(.focused) }
    #expect(stops(stage) == ["First"])
  }

  @Test
  func `5,000 levels and 5,000 rows are traversed without recursion`() throws {
    var stage = try Stage()
    var parent = stage.window
    for _ in 0..<5_000 { parent = try stage.add(.group, under: parent) }
    try stage.button("Deep", under: parent)
    for number in 0..<5_000 { try stage.button("Row \(number)") }
    #expect(stage.scene.stops.count == 5_001)
  }

  @Test
  func `V1–V4 a target without further elements is what the clients work with`() throws {
    var stage = try Stage()
    let toggle = try stage.add(.switch, "Comments", actions: [Action(.press)])
    let scope = SceneScope.element(toggle)
    var reader = Driver(VoiceOver(scope: scope, verbosity: .brief), stage)
    let said = reader.begin()
    #expect(said.count == 1 && said.first?.hasPrefix("Comments") == true)
    #expect(reader("read") == said && reader("first") == said)
    _ = reader("activate")
    #expect(reader.performed.map(\.element) == [toggle])
    var keys = Driver(KeyboardAccess(scope: scope), stage)
    #expect(keys.begin() == said)
    var voice = Driver(VoiceControl(scope: scope), stage)
    #expect(voice.begin() == ["listening, 1 name"])
    for mode in SwitchControl.Mode.allCases {
      var switches = Driver(SwitchControl(scope: scope, mode: mode), stage)
      #expect(switches.begin() == said)
      _ = switches("select")
      #expect(switches.performed.map(\.element) == [toggle])
    }
  }
}

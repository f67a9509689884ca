import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V2: control by voice` {
  private func calculator() throws -> Driver<VoiceControl> {
    var stage = try Stage()
    try stage.button("7")
    try stage.add(.button, "multiply", actions: [Action(.press)]) {
      $0.inputLabels = ["times", "×"]
    }
    try stage.button("Reply to Nick")
    try stage.button("Reply to Ada")
    try stage.add(.text, "Just words")
    return Driver(VoiceControl(), stage)
  }

  @Test(arguments: [
    ("tap 7", 3), ("tap multiply", 4), ("tap Times", 4), ("tap ×", 4), ("tap reply to ada", 6),
    ("click nick", 5),
  ])
  func `V2: labels and input labels both count`(_ command: String, _ element: UInt64) throws {
    var voice = try calculator()
    #expect(voice.begin() == ["listening, 4 names"])
    #expect(voice(command) == [])
    #expect(voice.performed.last?.element == ElementID(rawValue: element))
    #expect(voice.performed.last?.command == .press)
    #expect(voice.finish().first?.hasPrefix("tapped ") == true)
  }

  @Test
  func `V2: an ambiguous name is answered with numbers, and a number chooses`() throws {
    var voice = try calculator()
    _ = voice.begin()
    #expect(
      voice("tap reply") == [
        "2 are called reply. Which one?", "1 Reply to Nick, button", "2 Reply to Ada, button",
      ])
    #expect(voice.performed.isEmpty)
    #expect(voice("tap 9") == ["The numbers go from 1 to 2."])
    #expect(voice("two") == [])
    #expect(voice.performed.last?.element == ElementID(rawValue: 6))
    // After a choice, a number is a name again.
    _ = voice("tap 7")
    #expect(voice.performed.last?.element == ElementID(rawValue: 3))
  }

  @Test
  func `V2: names and numbers are shown; the number of a removed element is refused`() throws {
    var voice = try calculator()
    _ = voice.begin()
    #expect(voice("show names") == ["7", "times", "Reply to Nick", "Reply to Ada"])
    #expect(voice("show numbers").first == "1 7, button")
    _ = try voice.happens { try $0.remove(ElementID(rawValue: 5)) }
    #expect(voice("3") == ["Number 3 is gone."])
    #expect(voice("hide numbers") == ["hidden"])
    #expect(voice("3") == ["No numbers are shown. Say \"show numbers\" first."])
  }

  @Test
  func `V2: unknown names and the application's refusals are refused`() throws {
    var voice = try calculator()
    _ = voice.begin()
    #expect(voice("tap everything") == ["Nothing here is called everything."])
    #expect(voice("tap").first?.hasPrefix("Say what") == true)
    _ = voice("tap 7")
    #expect(voice.finish(.refused("It is disabled.")) == ["It is disabled."])
    #expect(voice("type hello") == ["There is no text field here."])
    for name in ["Name", "Street"] {
      try voice.stage.add(.textField, name) { $0.states.insert(.editable) }
    }
    #expect(voice("type hello").first?.hasPrefix("No field has the focus") == true)
  }

  @Test
  func `V2: shown names are listed again when they change, until they are hidden`() throws {
    var voice = try calculator()
    _ = voice.begin()
    let five = ElementID(rawValue: 5)
    #expect(try voice.happens { try $0.change(five) { $0.label = "Answer" } } == [])
    #expect(voice("show names").count == 4)
    #expect(try voice.happens { try $0.change(five) { $0.identifier = "x" } } == [])
    #expect(try voice.happens { try $0.remove(five) } == ["7", "times", "Reply to Ada"])
    _ = voice("hide names")
    #expect(try voice.happens { try $0.button("8") } == [])
  }

  @Test
  func `V2: an action without a visible effect is reported as such`() throws {
    var voice = try calculator()
    _ = voice.begin()
    _ = voice("tap 7")
    #expect(voice.finish(.unconfirmed) == ["tapped 7, and nothing was seen to change"])
  }

  @Test
  func `V2, A12: an element is dragged before it is dropped on a point or an element`()
    throws
  {
    var stage = try Stage()
    let synth = try stage.add(.text, "Synth", actions: [Action(.drag)])
    let bin = try stage.add(.image, "Bin", actions: [Action(.drop)])
    let friends = try ["Cheers", "Ada"].map { name in
      try stage.add(.image, name, actions: [Action(.drop)]) {
        $0.dropPoints = ["Sound 1", "Sound 2"].map { NamedPoint($0, Point(x: 0, y: 0)) }
      }
    }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("drag synth to bin")
    #expect(voice.performed.last?.element == synth)
    #expect(voice.performed.last?.command == .drag(point: nil))
    #expect(voice.finish() == ["Dragging Synth", "Drop, drop ready"])
    #expect(voice.performed.last?.element == bin)
    #expect(voice.performed.last?.command == .drop(source: synth, point: nil))
    #expect(voice.finish() == ["Drop complete"])
    // Points that match equally well are numbered for a choice.
    #expect(
      voice("drag synth to sound 1") == [
        "2 are called sound 1. Which one?", "1 Sound 1, Cheers, drop ready",
        "2 Sound 1, Ada, drop ready",
      ])
    _ = voice("2")
    _ = voice.finish()
    #expect(voice.performed.last?.element == friends[1])
    #expect(voice.performed.last?.command == .drop(source: synth, point: "Sound 1"))
    _ = voice.finish()
    // The same for the places on one element.
    #expect(
      voice("drag synth to cheers").dropFirst() == [
        "1 Cheers, image, drop ready", "2 Sound 1, Cheers, drop ready",
        "3 Sound 2, Cheers, drop ready",
      ])
    _ = voice("2")
    #expect(voice.finish(.refused("It is glued.")) == ["It is glued."])
    #expect(voice.performed.last?.command == .drag(point: nil))
  }

  @Test
  func `V2: voice control sets values, performs actions and drags`() throws {
    var stage = try Stage()
    let slider = try stage.slider("Coffee", 6)
    let photo = try stage.add(
      .button, "Photo", actions: [Action(.press), Action(.custom, name: "Favorite")])
    let synth = try stage.add(.image, "Synth") {
      $0.dragPoints = [NamedPoint("Sound", Point(x: 0, y: 0))]
    }
    let cheers = try stage.add(.image, "Cheers") {
      $0.dropPoints = [NamedPoint("Set Sound 1", Point(x: 0, y: 0))]
    }
    let name = try stage.add(.textField, "Name") { $0.states.insert(.editable) }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("increment coffee")
    #expect(voice.performed.last?.element == slider)
    #expect(voice("show actions for photo") == ["1 Activate", "2 Favorite"])
    _ = voice("2")
    #expect(voice.performed.last?.element == photo)
    #expect(voice.performed.last?.command == .custom("Favorite"))
    _ = voice("drag synth to set sound 1")
    #expect(voice.performed.last?.element == cheers)
    #expect(voice.performed.last?.command == .drop(source: synth, point: "Set Sound 1"))
    #expect(voice.finish() == ["Drop complete"])
    _ = voice("type Ada")
    #expect(voice.performed.last?.element == name)
  }

  @Test
  func `V2: only tap and a bare number run a listed action, never another command`() throws {
    var stage = try Stage()
    let row = try stage.add(.listItem, "Bread", actions: [Action(.press), Action(.delete)])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("show actions for bread") == ["1 Activate", "2 Delete"])
    for command in ["focus 2", "show actions for 2", "zoom in two", "increment 2"] {
      let said = voice(command)
      #expect(
        said == ["Number 2 is the action Delete of Bread. Say \"tap 2\" to run it."], "\(command)")
    }
    #expect(voice.performed.isEmpty)
    _ = voice("tap 2")
    #expect(voice.performed.map(\.command) == [.delete] && voice.performed.map(\.element) == [row])
    _ = voice("show actions for bread")
    _ = voice("tap activate")
    #expect(voice.performed.map(\.command) == [.delete, .press])
  }

  @Test
  func `V2: cancel hides the numbers first, and then closes what is open`() throws {
    var stage = try Stage()
    try stage.button("Save")
    let menu = try stage.add(.menu, actions: [Action(.escape)])
    try stage.add(.menuItem, "Edit", under: menu, actions: [Action(.press)])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("show numbers")
    #expect(voice("cancel") == ["hidden"])
    #expect(voice.performed.isEmpty)
    #expect(voice("cancel") == [])
    #expect(voice.performed.map(\.command) == [.escape])
    let closed = try voice.happens { try $0.remove(menu) }
    #expect(closed + voice.finish() == ["escape", "Closed"])
    #expect(voice("cancel") == ["There is nothing to cancel."])
  }

  @Test
  func `V2: what only comes back into view is no news`() throws {
    var stage = try Stage()
    let menu = try stage.add(.menu, actions: [Action(.escape)])
    try stage.add(.menuItem, "Edit", under: menu, actions: [Action(.press)])
    let list = try stage.add(.list, actions: [Action(.scroll)])
    let tea = try stage.add(.listItem, "Tea", under: list, actions: [Action(.press)]) {
      $0.states.remove(.showing)
    }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("go back")
    let closed = try voice.happens {
      try $0.remove(menu)
      try $0.change(tea) { $0.states.insert(.showing) }
    }
    #expect(closed + voice.finish() == ["escape", "Closed"])
  }

  @Test
  func `V2 A12: what is dropped on a number is dropped there, and never taps`() throws {
    var stage = try Stage()
    let synth = try stage.add(.group, "Synth", actions: [Action(.drag)])
    let alert = try stage.add(.button, "Cheers", actions: [Action(.press), Action(.drop)])
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("drag synth")
    #expect(voice.finish().last == "Dragging Synth")
    _ = voice("show numbers")
    for number in [Int.min, -1, 3, .max] {
      #expect(voice("drop on \(number)") == ["The numbers go from 1 to 2."])
    }
    #expect(voice("drop on 1") == ["Nothing can be dropped on number 1."])
    _ = voice("drop on 2")
    #expect(voice.performed.last?.command == .drop(source: synth, point: nil))
    #expect(voice.performed.last?.element == alert)
  }

  @Test
  func `V2: pictures and other elements that are no buttons have names and numbers`() throws {
    var stage = try Stage()
    let image = try stage.add(
      .image, "Zooming image view",
      actions: [.zoomIn, .zoomOut].map {
        Action($0)
      })
    try stage.add(.text, "Tone", actions: [Action(.delete)])
    try stage.add(.group, actions: [Action(.custom, name: "Swap")]) { $0.value = "11.7 to 1" }
    try stage.add(.text, "Just words", actions: [Action(.showMenu)])
    var voice = Driver(VoiceControl(), stage)
    #expect(voice.begin() == ["listening, 3 names"])
    #expect(voice("show names") == ["Zooming image view", "Tone"])
    #expect(
      voice("show numbers") == ["1 Zooming image view, image", "2 Tone", "3 11.7 to 1"])
    #expect(voice("zoom in zooming image view") == [])
    #expect(voice.performed.last?.element == image)
    #expect(voice.performed.last?.command == .zoomIn(at: nil))
    #expect(
      voice("tap zooming image view") == [
        "Zooming image view cannot be tapped. \"show actions for\" lists its actions."
      ])
    #expect(voice("show actions for zooming image view") == ["1 Zoom in", "2 Zoom out"])
    #expect(voice("2") == [])
    #expect(voice.performed.last?.command == .zoomOut(at: nil))
  }

  @Test
  func `V2: candidates come with their context, and only from what is on the screen`() throws {
    var stage = try Stage()
    for row in 0..<3 {
      let y = Double(row) * 50
      try stage.add(.text, "Person \(row + 1)") { $0.frame = frame(x: 0, y: y) }
      try stage.add(.button, "Follow", actions: [Action(.press)]) {
        $0.frame = frame(x: 100, y: y)
        if row == 2 { $0.states.remove(.showing) }
      }
    }
    for name in ["Background", "Text"] {
      let part = try stage.add(.group, name) { $0.frame = frame(x: 0, y: 300) }
      try stage.add(
        .slider, "Red", under: part, actions: [Action(.increment), Action(.decrement)],
        traits: [.adjustable]
      ) { $0.frame = frame(x: 0, y: 300) }
    }
    try stage.add(.button, "Red", actions: [Action(.press)]) { $0.frame = frame(x: 0, y: 400) }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(
      voice("tap follow") == [
        "2 are called follow. Which one?", "1 Follow, button, Person 1",
        "2 Follow, button, Person 2",
      ])
    // Only what can be done so is asked for.
    #expect(
      voice("increment red") == [
        "2 are called red. Which one?", "1 Red, adjustable, Background", "2 Red, adjustable, Text",
      ])
    _ = voice("2")
    #expect(voice.performed.last?.command == .increment)
  }

  private func frame(x: Double, y: Double) -> Frame {
    Frame(rect: Rect(x: x, y: y, width: 40, height: 20), space: .screen)
  }

  @Test
  func `V2: what changed is said after what was done`() throws {
    var voice = try calculator()
    _ = voice.begin()
    _ = voice("tap 7")
    let words = try #require(voice.scene.stops.last)
    _ = try voice.happens { try $0.change(words) { $0.label = "Other words" } }
    #expect(voice.finish() == ["tapped 7", "Other words"])
  }

  @Test
  func `V2: what is entered into a password field is not repeated`() throws {
    var stage = try Stage()
    let field = try stage.add(
      .passwordField, "Password", actions: [Action(.setText), Action(.insertText)]
    ) { element in
      element.states.formUnion([.editable, .focusable])
      element.isRedacted = true
    }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("set password to hunter2")
    #expect(voice.performed.last?.command == .setText("hunter2"))
    #expect(voice.finish() == ["set Password"])
    _ = voice("type hunter2")
    #expect(voice.performed.last?.element == field)
    #expect(voice.finish() == ["typed"])
  }

  @Test
  func `A16: what is there and cannot be used now is not available`() throws {
    var stage = try Stage()
    try stage.button("Terms")
    try stage.add(.button, "Sign up", actions: [Action(.press)]) { $0.states.remove(.enabled) }
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    #expect(voice("tap sign up") == ["Sign up is not available now."])
    #expect(voice("tap sign off") == ["Nothing here is called sign off."])
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("find sign up") == ["Sign up is not available now."])
  }

  @Test
  func `V2: a listed action is run by a part of its name, unless an element has the name`() throws {
    var stage = try Stage()
    let ratio = try stage.add(
      .text, "Ratio",
      actions: [Action(.custom, name: "Swap Colors"), Action(.custom, name: "Copy")])
    let copy = try stage.button("Colors")
    var voice = Driver(VoiceControl(), stage)
    _ = voice.begin()
    _ = voice("show actions for ratio")
    _ = voice("tap swap")
    #expect(voice.performed.last?.element == ratio)
    #expect(voice.performed.last?.command == .custom("Swap Colors"))
    _ = voice.finish()
    _ = voice("show actions for ratio")
    _ = voice("tap colors")
    #expect(voice.performed.last?.element == copy)
  }

  @Test
  func `V2: the choices of a menu that opens are said once, unless they are shown anyway`() throws {
    func said(_ commands: String...) throws -> [String] {
      var stage = try Stage()
      try stage.button("Voice")
      var voice = Driver(VoiceControl(), stage)
      _ = voice.begin()
      for command in commands { _ = voice(command) }
      _ = try voice.happens {
        let menu = try $0.add(.menu, actions: [Action(.escape)])
        for name in ["Alex", "Fred"] {
          try $0.add(.menuItem, name, under: menu, actions: [Action(.press)])
        }
      }
      return voice.finish()
    }
    let both = try said("tap voice")
    #expect(both.suffix(2) == ["Alex", "Fred"])
    let shown = try said("show names", "tap voice")
    #expect(shown.filter { $0 == "Fred" }.count == 1, "\(shown)")
  }
}

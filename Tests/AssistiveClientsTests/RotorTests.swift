import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V1: the rotor` {
  private func zooming() throws -> Driver<VoiceOver> {
    var stage = try Stage()
    try stage.add(.heading, "Photo", traits: [.header])
    try stage.add(
      .image, "Tree", actions: [Action(.zoomIn), Action(.zoomOut)], traits: [.image])
    try stage.button("Done")
    return Driver(VoiceOver(verbosity: .brief), stage)
  }

  @Test
  func `it begins with a kind that the window has, and turns to no other`() throws {
    var stage = try Stage()
    try stage.add(.text, "Notes")
    try stage.add(.link, "Sources", actions: [Action(.press)], traits: [.link])
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("down") == ["Sources, link"])
    #expect(reader("rotor images") == ["The rotor has no images. It has links."])
  }

  @Test
  func `A4: the zoom rotor zooms in and out, and goes to what can be zoomed`() throws {
    var reader = try zooming()
    _ = reader.begin()
    #expect(reader("rotor zoom") == ["zoom"])
    #expect(reader("down") == ["Tree, image"])
    #expect(reader("up") == [])
    #expect(reader.performed.last?.command == .zoomIn(at: nil))
    _ = reader.finish()
    #expect(reader("down") == [])
    #expect(reader.performed.last?.command == .zoomOut(at: nil))
    _ = reader.finish()
    _ = reader("last")
    #expect(reader("rotor zoom") == ["zoom"])
    #expect(reader("up") == ["Tree, image"])
  }

  @Test
  func `the actions of the rotor are counted with activating, and come in the order of down`()
    throws
  {
    var stage = try Stage()
    try stage.add(
      .switch, "Bread",
      actions: [
        Action(.press), Action(.showMenu), Action(.delete), Action(.custom, name: "Share"),
      ],
      traits: [.toggle])
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    let names = ["Share", "Show menu", "Delete", "Activate"]
    #expect(
      reader("actions") == ["Actions menu, 4 items, " + names.joined(separator: ", ")])
    #expect(names.flatMap { _ in reader("down") } == names)
    _ = reader("read")
    #expect(reader("up") == ["Delete"])
  }

  @Test
  func `the actions rotor stays at an element without actions`() throws {
    var stage = try Stage()
    try stage.button("Done")
    try stage.add(.text, "Tone", actions: [Action(.delete)])
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("rotor actions")
    #expect(reader("down") == ["No actions"])
    #expect(reader("up") == ["No actions"])
    #expect(reader("read") == ["Done, button"])
  }

  @Test(arguments: [ActionKind.delete, .custom])
  func `actions are told after the hint`(kind: ActionKind) throws {
    var stage = try Stage()
    try stage.button("Done")
    try stage.add(
      .button, "Tone", actions: [Action(.press), Action(kind, name: "Share")], traits: [.button]
    ) { $0.hint = "Plays it." }
    var reader = Driver(VoiceOver(), stage)
    #expect(reader.begin() == ["Done, button"])
    #expect(reader("next").suffix(2) == ["Plays it.", "Actions available."])
  }

  @Test
  func `A4: zooming is reached by going down through the actions`() throws {
    var reader = try zooming()
    _ = reader.begin()
    _ = reader("next")
    #expect(reader("actions") == ["Actions menu, 2 items, Zoom in, Zoom out"])
    #expect(reader("down") == ["Zoom in"])
    _ = reader("activate")
    #expect(reader.performed.last?.command == .zoomIn(at: nil))
  }

  @Test
  func `A11, A12: deleting, picking up and dropping are reached at once as well`() throws {
    var stage = try Stage()
    try stage.add(.text, "Tone", actions: [Action(.delete)])
    let synth = try stage.add(.image, "Synth", actions: [Action(.drag)])
    try stage.add(.image, "Cheers", actions: [Action(.drop)])
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("down") == ["Delete"])
    _ = reader("activate")
    #expect(reader.performed.last?.command == .delete)
    _ = reader.finish()
    _ = reader("next")
    #expect(reader("down") == ["Drag"])
    _ = reader("activate")
    #expect(reader.performed.last?.command == .drag(point: nil))
    _ = reader("drag")
    _ = reader.finish()
    _ = reader("next")
    #expect(reader("down").first?.hasPrefix("Drop") == true)
    _ = reader("activate")
    #expect(reader.performed.last?.command == .drop(source: synth, point: nil))
  }

  @Test
  func `the application's own rotor reaches entries that are no stops, and scrolls to them`() throws
  {
    var stage = try Stage()
    try stage.add(.heading, "Comments", traits: [.header])
    let list = try stage.add(.list)
    let entry = { (element: inout Element) in element.rotors = ["Unread"] }
    let near = try stage.add(.listItem, "Nick", under: list, entry)
    let far = try stage.add(
      .listItem, "Beth", under: list, actions: [Action(.scrollIntoView)]
    ) {
      $0.rotors = ["Unread"]
      $0.states.remove(.showing)
    }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(!reader.scene.stops.contains(far))
    #expect(reader("rotor unread") == ["Unread"])
    #expect(reader("down") == ["Nick"])
    #expect(reader.client.cursor == near)
    #expect(reader("down") == [])
    #expect(reader.performed.last?.element == far)
    #expect(reader.performed.last?.command == .scrollIntoView)
    _ = try reader.happens { try $0.change(far) { $0.states.insert(.showing) } }
    #expect(reader.finish() == ["Beth"])
    #expect(reader("down") == ["no more Unread"])
    #expect(reader("up") == ["Nick"])
  }

  @Test
  func `an element is read again after it was activated, before what is announced`() throws {
    var stage = try Stage()
    try stage.button("Photos")
    try stage.button("Done")
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("activate") == [])
    #expect(
      try reader.happens([Notification.heard("Loading photos view", .default)])
        == ["Photos", "Loading photos view"])
    #expect(reader.finish() == [])
    _ = reader("next")
    _ = reader("activate")
    #expect(reader.finish(.unconfirmed) == ["Done"])
    _ = reader("activate")
    #expect(reader.finish(.refused("No.")) == ["No."])
    #expect(try reader.happens([Notification.heard("Later", .default)]) == ["Later"])
  }

  @Test
  func `what was said about an activated element is not read again`() throws {
    var stage = try Stage()
    let toggle = try stage.add(
      .switch, "Comments", value: "0", actions: [Action(.press)], traits: [.toggle])
    let photos = try stage.button("Photos")
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("activate")
    #expect(try reader.happens { try $0.change(toggle) { $0.value = "1" } } == ["on"])
    #expect(reader.finish() == [])
    _ = reader("next")
    _ = reader("activate")
    #expect(try reader.happens { try $0.remove(photos) } == ["Comments, switch button, on"])
    #expect(reader.finish() == [])
  }

  @Test
  func `announcements of a gesture are said at once, and its end once`() throws {
    var stage = try Stage()
    let coffee = try stage.slider("Coffee", 6)
    try stage.change(coffee) {
      $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 10, height: 100), space: .window)
    }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("pass through 0,-8 +300 0,-16 +300") == [])
    guard case .passThroughGesture(let points)? = reader.performed.last?.command else {
      Issue.record("no gesture")
      return
    }
    #expect(points.map(\.time) == [0, 300_000_000, 600_000_000])
    #expect(points.map(\.position.y) == [50, 42, 34])
    #expect(reader.announced("7 ounces") == ["7 ounces"])
    #expect(reader.announced("8 ounces") == ["8 ounces"])
    #expect(try reader.happens { try $0.change(coffee) { $0.value = "8 ounces" } } == [])
    #expect(reader.finish() == [])
    #expect(try reader.happens { try $0.change(coffee) { $0.value = "9 ounces" } } == ["9 ounces"])
  }
}

import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V1: the cursor keeps its place` {
  /// A window behind another one, with the screen reader at its second element.
  private struct Behind {
    var reader: Driver<VoiceOver>
    let window: ElementID
    let comments: ElementID
    let other: ElementID

    init() throws {
      var stage = try Stage()
      window = stage.window
      other = try stage.application("Other")
      try stage.change(stage.window) { $0.states.remove(.active) }
      try stage.add(.heading, "Settings", traits: [.header])
      comments = try stage.add(
        .switch, "Comments", value: "0", actions: [Action(.press)], traits: [.toggle])
      try stage.button("Done")
      reader = Driver(VoiceOver(scope: .element(window), verbosity: .brief), stage)
      _ = reader.begin()
      _ = reader("find comments")
    }

    /// The window comes to the front, as it does when it is used.
    mutating func comesToFront(
      _ notifications: [Notification], _ change: (inout Stage) throws -> Void = { _ in }
    ) throws -> [String] {
      try reader.happens(notifications) { [window, other] stage in
        try stage.change(other) { $0.states.remove(.active) }
        try stage.change(window) { $0.states.insert(.active) }
        try change(&stage)
      }
    }
  }

  @Test
  func `an application that comes to the front when it is used says what changed`() throws {
    var behind = try Behind()
    #expect(behind.reader("activate") == [])
    let comments = behind.comments
    let said = try behind.comesToFront([.screenChanged(root: behind.window, focus: nil)]) {
      try $0.change(comments) { $0.value = "1" }
    }
    #expect(said == ["on"])
    #expect(behind.reader.finish() == [])
    #expect(behind.reader.client.cursor == comments)
  }

  @Test
  func `a menu that opens as the window comes to the front takes the cursor along`() throws {
    var behind = try Behind()
    let item = ElementID(rawValue: 99)
    let window = behind.window
    let said = try behind.comesToFront([
      .screenChanged(root: window, focus: item), .focusMoved(from: nil, to: item),
    ]) { stage in
      var element = Element(id: item, role: .menuItem, label: "Edit")
      element.states = [.enabled, .visible, .showing, .focused]
      try stage.insert(element, under: window)
    }
    #expect(said == ["Edit, menu item"])
  }

  @Test
  func `a removed element is followed by its neighbour although the window comes to the front`()
    throws
  {
    var behind = try Behind()
    let comments = behind.comments
    let heading = try #require(behind.reader.scene.stops.first)
    let said = try behind.comesToFront([
      .screenChanged(root: behind.window, focus: heading), .focusMoved(from: nil, to: heading),
    ]) { stage in
      try stage.remove(comments)
      try stage.change(heading) { $0.states.insert(.focused) }
    }
    #expect(said == ["Done, button"])
  }

  @Test
  func `the focus that a window already had does not take the cursor along`() throws {
    var behind = try Behind()
    let done = try #require(behind.reader.scene.stops.last)
    let said = try behind.comesToFront([
      .screenChanged(root: behind.window, focus: done), .focusMoved(from: nil, to: done),
    ]) { try $0.change(done) { $0.states.insert(.focused) } }
    #expect(said == [])
    #expect(behind.reader.client.cursor == behind.comments)
  }

  @Test
  func `the focus that the application had in another window does not take the cursor along`()
    throws
  {
    let behind = try Behind()
    let window = behind.window
    var stage = behind.reader.stage
    let application = try #require(stage.tree.read(window) { $0.application })
    let legend = try stage.add(.window, "Legend", under: application)
    let close = try stage.button("Close", under: legend)
    var reader = Driver(VoiceOver(scope: .element(application), verbosity: .brief), stage)
    _ = reader.begin()
    _ = reader("find comments")
    let comments = reader.client.cursor
    let activation: [AccessibilityTree.Notification] = [
      .screenChanged(root: window, focus: nil), .focusMoved(from: nil, to: close),
    ]
    let said = try reader.happens(activation) { [other = behind.other] stage in
      try stage.change(other) { $0.states.remove(.active) }
      try stage.change(window) { $0.states.insert(.active) }
      try stage.change(close) { $0.states.insert(.focused) }
    }
    #expect(said == [])
    #expect(reader.client.cursor == comments)
  }

  @Test
  func `others who use another window at the same time do not take the cursor along`() throws {
    var behind = try Behind()
    let heading = try #require(behind.reader.scene.stops.first)
    try behind.reader.stage.change(heading) { $0.states.insert(.focused) }
    let news: [AccessibilityTree.Notification] = [
      .screenChanged(root: behind.window, focus: heading),
      .screenChanged(root: behind.other, focus: nil),
    ]
    // The window has come to the front, and another one has meanwhile.
    #expect(try behind.reader.happens(news) == [])
    #expect(behind.reader.client.cursor == behind.comments)
    // It is in front, was not meanwhile, and is again.
    _ = try behind.comesToFront([])
    #expect(try behind.reader.happens(news.reversed()) == [])
    #expect(behind.reader.client.cursor == behind.comments)
  }

  @Test
  func `an element that the application names takes the cursor`() throws {
    var behind = try Behind()
    let done = try #require(behind.reader.scene.stops.last)
    #expect(
      try behind.comesToFront([.screenChanged(root: behind.window, focus: done)])
        == ["Done, button"])
  }

  @Test
  func `a dialog that opens meanwhile takes the cursor`() throws {
    var behind = try Behind()
    let window = behind.window
    let said = try behind.comesToFront([.screenChanged(root: window, focus: nil)]) { stage in
      let dialog = try stage.add(.dialog, "Really?") { $0.states.insert(.modal) }
      try stage.button("Yes", under: dialog)
    }
    #expect(said == ["Really?", "Yes, button"])
  }

  @Test
  func `a new screen of the window in front begins at its first element`() throws {
    var behind = try Behind()
    _ = try behind.comesToFront([])
    #expect(
      try behind.reader.happens([.screenChanged(root: behind.window, focus: nil)])
        == ["Settings, heading"])
  }

  @Test
  func `a window that comes to the front again is continued where it was left`() throws {
    var stage = try Stage()
    let window = stage.window
    try stage.button("One")
    try stage.button("Two")
    var reader = Driver(VoiceOver(), stage)
    _ = reader.begin()
    _ = reader("next")
    var other = window
    let said = try reader.happens { stage in
      other = try stage.application("Other")
      try stage.button("Three", under: other)
      try stage.change(window) { $0.states.remove(.active) }
    }
    #expect(said == ["Other", "Three, button"])
    let back = try reader.happens([.screenChanged(root: window, focus: nil)]) { stage in
      try stage.change(other) { $0.states.remove(.active) }
      try stage.change(window) { $0.states.insert(.active) }
    }
    #expect(back == ["Window", "Two, button"])
  }

  @Test
  func `V3: the ring stays where it is as well`() throws {
    var stage = try Stage()
    let window = stage.window
    try stage.change(window) { $0.states.remove(.active) }
    let reset = try stage.button("Reset")
    try stage.slider("Blue", 100)
    var keyboard = Driver(KeyboardAccess(scope: .element(window)), stage)
    _ = keyboard.begin()
    #expect(keyboard("next") == ["Blue, 100, adjustable"])
    let slider = keyboard.client.ring
    let said = try keyboard.happens([
      .screenChanged(root: window, focus: reset), .focusMoved(from: nil, to: reset),
    ]) { stage in
      try stage.change(window) { $0.states.insert(.active) }
      try stage.change(reset) { $0.states.insert(.focused) }
    }
    #expect(said == [])
    #expect(keyboard.client.ring == slider)
  }

  @Test
  func `V1 the cursor scrolls the element that it goes to into view`() throws {
    var stage = try Stage()
    let list = try stage.add(.list, "People", actions: [Action(.scroll)])
    var rows: [ElementID] = []
    for number in 1...4 {
      rows.append(
        try stage.add(
          .listItem, "Person \(number)", under: list,
          actions: [Action(.press), Action(.scrollIntoView)]
        ) { if number > 2 { $0.states.remove(.showing) } })
    }
    var reader = Driver(VoiceOver(verbosity: .brief), stage)
    _ = reader.begin()
    #expect(reader("next") == ["Person 2"])
    #expect(reader.performed.isEmpty)
    #expect(reader("find person 4") == ["Person 4"])
    #expect(reader.performed.map(\.element) == [rows[3]])
    #expect(reader.performed.map(\.command) == [.scrollIntoView])
    #expect(try reader.happens { try $0.change(rows[3]) { $0.states.insert(.showing) } } == [])
    #expect(reader.finish(.refused("It is there.")) == [])
    #expect(reader("read") == ["Person 4"])
    #expect(reader.performed.count == 1)
  }
}

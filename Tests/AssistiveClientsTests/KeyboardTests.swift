import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `V3: control by keys` {
  private func form() throws -> Stage {
    var stage = try Stage()
    try stage.add(.heading, "Colours", traits: [.header])
    try stage.button("Last")
    try stage.slider("Blue", 100)
    try stage.add(.button, "First", actions: [Action(.press), Action(.custom, name: "Swap")]) {
      $0.sortPriority = 1
    }
    try stage.add(.button, "Off", actions: [Action(.press)], traits: [.notEnabled])
    return stage
  }

  @Test
  func `an action is performed by its number, listed or not`() throws {
    var stage = try Stage()
    try stage.add(.listItem, "Bread", actions: [Action(.press), Action(.custom, name: "Share")])
    var keyboard = Driver(KeyboardAccess(), stage)
    _ = keyboard.begin()
    #expect(keyboard("action 2") == [])
    #expect(keyboard.performed.map(\.command) == [.custom("Share")])
    #expect(keyboard("find") == ["Find what?"])
    #expect(keyboard("action") == ["Say which: action NAME, or its number."])
  }

  @Test
  func `V3: the focus ring goes through usable elements in reading order, and wraps around`() throws
  {
    var keys = Driver(KeyboardAccess(), try form())
    #expect(keys.begin() == ["First, button"])
    #expect(keys.key(.tab) == ["Last, button"])
    #expect(keys.key(.tab) == ["Blue, 100, adjustable"])
    #expect(keys.key(.tab) == ["First, button"])
    #expect(keys.key(.backTab) == ["Blue, 100, adjustable"])
    #expect(keys("find last") == ["Last, button"])
  }

  @Test
  func `V3: keys use, adjust, and list other actions`() throws {
    var keys = Driver(KeyboardAccess(), try form())
    _ = keys.begin()
    _ = keys.key(.character(" "))
    #expect(keys.performed.last?.command == .press)
    #expect(keys.key(.up) == ["First cannot be adjusted."])
    #expect(keys("actions") == ["1 Activate", "2 Swap"])
    _ = keys("action 2")
    #expect(keys.performed.last?.command == .custom("Swap"))
    _ = keys("find blue")
    _ = keys.key(.down)
    #expect(keys.performed.last?.command == .decrement)
    let blue = try #require(keys.client.ring)
    _ = try keys.happens { try $0.change(blue) { $0.range?.current = 99 } }
    #expect(keys.finish() == ["99"])
  }

  @Test
  func `V3: the ring follows the focus, and moves to a neighbour when its element is removed`()
    throws
  {
    var keys = Driver(KeyboardAccess(), try form())
    _ = keys.begin()
    let blue = try #require(keys.scene.stops.last { keys.stage.tree[$0]?.role == .slider })
    #expect(
      try keys.happens([.focusMoved(from: nil, to: blue)]) == ["Blue, 100, adjustable"])
    #expect(try keys.happens { try $0.remove(blue) } == ["Last, button"])
  }

  @Test
  func `V3: only what changed by an action is reported`() throws {
    var keys = Driver(KeyboardAccess(), try form())
    _ = keys.begin()
    _ = keys("find blue")
    let blue = try #require(keys.client.ring)
    _ = keys("decrement")
    #expect(keys.finish() == ["Done"])
    #expect(try keys.happens { try $0.change(blue) { $0.range?.current = 200 } } == [])
    // Where the element stays as it is, what changed elsewhere is said.
    _ = keys("find last")
    _ = keys("activate")
    _ = try keys.happens { try $0.change(blue) { $0.range?.current = 7 } }
    #expect(keys.finish() == ["Blue, 7"])
    _ = keys("activate")
    #expect(keys.finish(.unconfirmed) == ["Nothing was seen to change"])
  }

  @Test
  func `V3: where an action only changes what is offered, that is said`() throws {
    var stage = try Stage()
    let person = try stage.add(.text, "Ada", actions: [Action(.custom, name: "Follow")])
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("activate").first?.hasPrefix("Ada cannot be activated.") == true)
    _ = keys("action follow")
    _ = try keys.happens {
      try $0.change(person) { $0.actions = [Action(.custom, name: "Unfollow")] }
    }
    #expect(keys.finish() == ["now offers Unfollow"])
  }

  @Test
  func `V3: a name is found before what says it`() throws {
    var stage = try Stage()
    try stage.add(.image, "Picture", value: "not filtered", actions: [Action(.zoomIn)])
    try stage.button("Filter")
    var keys = Driver(KeyboardAccess(), stage)
    _ = keys.begin()
    #expect(keys("find filter") == ["Filter, button"])
  }

  @Test(arguments: ["\(Int.min)", "\(Int.max)", "0", "-1", "99999999999999999999"])
  func `V3: any number can be typed, and only those that are listed choose`(number: String) throws {
    var stage = try Stage()
    try stage.button("Save")
    var keyboard = Driver(KeyboardAccess(), stage)
    _ = keyboard.begin()
    #expect(keyboard("actions") == ["1 Activate"])
    #expect(
      keyboard("action \(number)") == ["There is no action \(number) here. \"actions\" lists them."]
    )
    #expect(keyboard.performed.isEmpty)
    _ = keyboard("action 1")
    #expect(keyboard.performed.map(\.command) == [.press])
  }

  @Test
  func `an element that has to be scrolled to is scrolled into view`() throws {
    var stage = try Stage()
    let list = try stage.add(.list, "People", actions: [Action(.scroll)])
    try stage.button("Ada", under: list)
    let zoe = try stage.add(
      .button, "Zoe", under: list, actions: [Action(.press), Action(.scrollIntoView)]
    ) { $0.states = [.enabled, .visible] }
    var keys = Driver(KeyboardAccess(), stage)
    #expect(keys.begin() == ["Ada, button"])
    #expect(keys("next") == ["Zoe, button"])
    #expect(keys.performed.map(\.command) == [.scrollIntoView])
    #expect(keys.performed.map(\.element) == [zoe])
    #expect(keys.finish(.unconfirmed) == [])
    #expect(keys("previous") == ["Ada, button"])
    #expect(keys.performed.count == 1)
  }
}

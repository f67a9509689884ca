import AccessibilityTree
import AssistiveClients
import Testing

@Suite
struct `A14: direct touch with a screen reader` {
  private let frame = Frame(rect: Rect(x: 10, y: 20, width: 40, height: 40), space: .window)

  /// Two elements that take touches in a way, and a button between them.
  private func keys(_ options: DirectTouchOptions) throws -> Driver<VoiceOver> {
    var stage = try Stage()
    for label in ["C", "D"] {
      if label == "D" {
        let camera = try stage.button("Camera")
        try stage.change(camera) { $0.frame = frame }
      }
      try stage.add(
        .image, label, actions: [Action(.press), Action(.directTouch)],
        traits: [.allowsDirectInteraction]
      ) {
        $0.directTouch = options
        $0.frame = frame
      }
    }
    return Driver(VoiceOver(verbosity: .brief), stage)
  }

  private func activated() throws -> (reader: Driver<VoiceOver>, element: ElementID) {
    var reader = try keys(.requiresActivation)
    _ = reader.begin()
    let element = try #require(reader.client.cursor)
    #expect(reader("activate") == [])
    #expect(try reader.happens { try $0.setActive(true, element) } == [])
    #expect(reader.finish() == ["C"])
    return (reader, element)
  }

  @Test
  func `direct touch ends when the cursor leaves the element`() throws {
    var (reader, element) = try activated()
    #expect(reader("next") == ["C, direct touch ended", "Camera, button"])
    #expect(reader.performed.last?.element == element)
    #expect(reader.performed.last?.command == .escape)
    #expect(try reader.happens { try $0.setActive(false, element) } == [])
    #expect(reader.finish() == [])
    #expect(reader("next") == ["D, image"])
    #expect(reader.performed.map(\.command) == [.press, .escape])
  }

  @Test
  func `it also ends when the application moves the cursor, and when the client ends`() throws {
    var (reader, element) = try activated()
    let camera = try #require(reader.scene.stops.dropFirst().first)
    #expect(
      try reader.happens([.layoutChanged(container: reader.stage.window, focus: camera)])
        == ["C, direct touch ended", "Camera, button"])
    #expect(reader.performed.last?.command == .escape)
    (reader, element) = try activated()
    #expect(reader.client.end(in: reader.scene) == [.perform(element, .escape)])
    #expect(reader.client.end(in: reader.scene) == [])
  }

  @Test
  func `what has ended already is left without an action, and its refusal is not said`() throws {
    var (reader, element) = try activated()
    _ = reader("next")
    #expect(reader.finish(.refused("There is no escape.")) == [])
    (reader, element) = try activated()
    _ = try reader.happens { try $0.setActive(false, element) }
    #expect(reader("next") == ["Camera, button"])
    #expect(reader.performed.map(\.command) == [.press])
  }

  @Test
  func `an element that another client activated is left alone`() throws {
    var reader = try keys(.requiresActivation)
    _ = reader.begin()
    let element = try #require(reader.client.cursor)
    _ = try reader.happens { try $0.setActive(true, element) }
    #expect(reader("next") == ["Camera, button"])
    #expect(reader.performed.isEmpty)
  }

  @Test
  func `an element is named whenever it is touched, unless it asks for silence`() throws {
    var reader = try keys([])
    _ = reader.begin()
    #expect(reader("touch 5,5") == ["C"])
    guard case .directTouch(let points)? = reader.performed.last?.command else {
      Issue.record("no touch")
      return
    }
    #expect(points.map(\.position) == [Point(x: 15, y: 25), Point(x: 15, y: 25)])
    _ = reader.finish()
    #expect(reader("touch") == ["C"])
    var silent = try keys(.silentOnTouch)
    _ = silent.begin()
    #expect(silent("touch 5,5") == [])
    let key = try #require(silent.client.cursor)
    #expect(try silent.happens { try $0.change(key) { $0.value = "ringing" } } == [])
    #expect(silent.finish() == [])
    #expect(silent("read") == ["C, ringing, image"])
    #expect(silent("activate") == [])
    #expect(silent.finish() == [])
  }

  @Test
  func `a finger that moves to an element touches it, where that needs no activation`() throws {
    var reader = try keys([])
    _ = reader.begin()
    // "Camera" says a D nowhere, and "C" is the name of another element.
    #expect(reader("touch d") == ["D, image"])
    #expect(reader.performed.last?.element == reader.client.cursor)
    _ = reader.finish()
    #expect(reader("touch c") == ["C, image"])
    #expect(reader.performed.count == 2)
    _ = reader.finish()
    #expect(reader("touch camera") == ["Camera, button"])
    #expect(reader.performed.count == 2)
    var silent = try keys(.silentOnTouch)
    _ = silent.begin()
    #expect(silent("touch d") == [])
    #expect(silent.performed.last?.element == silent.client.cursor)
    var cat = try keys(.requiresActivation)
    _ = cat.begin()
    #expect(cat("touch") == ["C, image"])
    #expect(cat("touch d") == ["D, image"])
    #expect(cat.performed.isEmpty)
  }

  @Test
  func `several fingers touch, and each point has its time`() throws {
    var reader = try keys(.silentOnTouch)
    _ = reader.begin()
    _ = reader("touch down 0,0 1:down 9,0 move 4,0 +200 up 1:up")
    guard case .directTouch(let points)? = reader.performed.last?.command else {
      Issue.record("no touch")
      return
    }
    #expect(points.map(\.touch) == [0, 1, 0, 0, 1])
    #expect(points[2].time - points[1].time == 200_000_000)
    #expect(points[2].position == Point(x: 14, y: 20))
  }
}

import AccessibilityTree
import Testing

struct GestureTextTests {
  /// Returns points as `phase x,y time`, after the number of the finger if it is not 0.
  private func read(_ text: String, _ activation: Point? = nil) throws -> String {
    try GestureText.parse(text, activationPoint: activation).map {
      let finger = $0.touch == 0 ? "" : "\($0.touch):"
      let place = "\($0.position.x.shortDescription),\($0.position.y.shortDescription)"
      return "\(finger)\($0.phase.name) \(place) \($0.time / 1_000_000)"
    }.joined(separator: "; ")
  }

  @Test(arguments: [
    ("down 10,10 move 60,40 up 60,40", "down 10,10 0; move 60,40 10; up 60,40 20"),
    ("down 10,10 move 60,40 up", "down 10,10 0; move 60,40 10; up 60,40 20"),
    ("10,10 60,40 80,-4.5", "down 10,10 0; move 60,40 10; up 80,-4.5 20"),
    ("10,10", "down 10,10 0; up 10,10 10"),
    ("10,10 20,20 +500", "down 10,10 0; up 20,20 500"),
    ("down 1,1 up +5 down up cancel", ""),
    ("down 1,1 up +5 down cancel +0", "down 1,1 0; up 1,1 5; down 1,1 15; cancel 1,1 15"),
    ("down @ move @0,-30 +200 up", "down 50,60 0; move 50,30 200; up 50,30 210"),
    (
      "down 0,0 1:down 9,0 up 4,0 1:up 5,0",
      "down 0,0 0; 1:down 9,0 10; up 4,0 20; 1:up 5,0 30"
    ),
  ])
  func `A13 A14 gestures are parsed as people write them`(text: String, points: String) throws {
    if points.isEmpty {
      #expect(throws: GestureText.SyntaxError.self) { try read(text, Point(x: 50, y: 60)) }
    } else {
      #expect(try read(text, Point(x: 50, y: 60)) == points)
    }
  }

  @Test(arguments: [
    ("", "has no points"), ("hello", "\"hello\" is not part of a gesture"),
    ("down", "down needs a point"), ("1:up", "up needs a point"), ("down 1,2", "end with up"),
    ("down 1,2 3,4 up", "give a phase for every point"), ("1,2 up 3,4", "give a phase"),
    ("@ 1,2", "needs an activation point"), ("1,nan 2,2", "is not part"), ("1,2,3", "is not part"),
    ("down 1,1 +5 up", "a time must follow"), ("down 1,1 up +x", "is not a time"),
    ("down 1,1 up +99999999999", "at most 3600000"),
    ("-1:down 1,1 -1:up", "touch -1 is out of range"),
    ("99999999999999999999:down 1,1", "is not part"), ("+1", "a time must follow"),
    ("1e999,0 1,1", "is not part"),
  ])
  func `A text that is not a gesture is refused with what to write`(text: String, message: String) {
    let error = #expect(throws: GestureText.SyntaxError.self) { try read(text) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }
}

struct ActionArgumentsTests {
  private let area = ElementID(rawValue: 2)
  private let source = ElementID(rawValue: 3)

  private func tree() throws -> Tree {
    try Tree([
      Node(
        1, .application, "App",
        children: [
          Node(2, .group, "Sounds") {
            $0.frame = Frame(rect: Rect(x: 10, y: 10, width: 80, height: 40), space: .screen)
            $0.dropPoints = ["Set Sound 1", "Set Sound 2"].map {
              NamedPoint($0, Point(x: 20, y: 20))
            }
            $0.dragPoints = [NamedPoint("Handle", Point(x: 12, y: 12))]
          },
          Node(3, .group, "Synth"),
        ])
    ])
  }

  private func refusal(_ command: ActionCommand) throws -> ActionRefusal? {
    ActionArguments.refusal(of: command, on: area, in: try tree())
  }

  @Test func `A12 an unknown point is refused with the names of the existing points`() throws {
    #expect(try refusal(.drop(source: source, point: "Set Sound 2")) == nil)
    #expect(try refusal(.drop(source: source, point: nil)) == nil)
    #expect(try refusal(.drag(point: "Handle")) == nil)
    let refused = try refusal(.drop(source: source, point: "Set Sound 9"))
    #expect(refused?.reason == .invalidArgument)
    #expect(
      refused?.message
        == "group \"Sounds\" has no drop point \"Set Sound 9\"; its points are \"Set Sound 1\", "
        + "\"Set Sound 2\"")
    let drag = ActionArguments.refusal(of: .drag(point: "x"), on: source, in: try tree())
    #expect(drag?.message.contains("it has none: omit the point") == true)
    #expect(try refusal(.drop(source: area, point: nil))?.reason == .invalidArgument)
    #expect(try refusal(.drop(source: ElementID(rawValue: 99), point: nil))?.reason == .stale)
  }

  @Test func `A4 A13 A14 a gesture that begins outside of the element is refused with the numbers`()
    throws
  {
    func gesture(_ text: String) throws -> [GesturePoint] { try GestureText.parse(text) }
    #expect(try refusal(.passThroughGesture(gesture("20,20 500,500"))) == nil)
    #expect(try refusal(.zoomIn(at: Point(x: 10, y: 10))) == nil)
    let outside = try refusal(.directTouch(gesture("20,20 30,30 90,20")))
    #expect(outside == nil, "fingers may leave")
    for command in [
      ActionCommand.passThroughGesture(try gesture("5,5 20,20")),
      .directTouch(try gesture("down 20,20 1:down 90,20 up 1:up")),
      .zoomOut(at: Point(x: 0, y: 20)),
    ] {
      let refused = try refusal(command)
      #expect(refused?.reason == .outOfRange)
      #expect(refused?.message.contains("which is 80 × 40 at 10, 10") == true)
    }
    let unplaced = ActionArguments.refusal(
      of: .zoomIn(at: Point(x: -1, y: -1)), on: source, in: try tree())
    #expect(unplaced == nil, "where it is, is not known")
  }
}

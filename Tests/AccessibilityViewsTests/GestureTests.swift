import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Gestures` {
  private struct Dispenser: View {
    @State private var ounces = 6.0
    @State private var throttle = AnnouncementThrottle()

    var body: some View {
      Rectangle()
        .frame(width: 100, height: 160)
        .gesture(
          DragGesture(minimumDistance: 0).onChanged { value in
            let next = ounces(at: value.location)
            if next > 16 { throw ActionRefusal(.outOfRange, "the cup holds 16 ounces") }
            ounces = next
          }
        )
        .accessibilityElement()
        .accessibilityLabel("Coffee dispenser")
        .accessibilityValue("\(ounces) ounces")
        .accessibilityActivationPoint(UnitPoint(x: 0.5, y: 1 - ounces / 16))
        .accessibilityAdjustableAction { ounces += $0 == .increment ? 1 : -1 }
        .onChange(of: ounces) { throttle.post("\($1) ounces") }
    }

    private func ounces(at point: Point) -> Double { ((160 - point.y) / 10 * 10).rounded() / 10 }
  }

  /// Returns the points of one finger, `step` nanoseconds apart, from the first to the last.
  private func stroke(_ points: [Point], step: UInt64 = 100_000_000) -> [GesturePoint] {
    points.enumerated().map { index, point in
      GesturePoint(
        phase: index == 0 ? .down : index == points.count - 1 ? .up : .move, position: point,
        time: UInt64(index) * step)
    }
  }

  @Test func `A13 E5 a pass-through gesture begins at the activation point and moves the value`()
    throws
  {
    let stage = Stage { Dispenser() }
    let element = try stage.element("Coffee dispenser")
    let frame = try #require(element.frame?.rect)
    let start = try #require(element.activationPoint)
    #expect(start == Point(x: frame.x + 50, y: frame.y + 100))
    #expect(element.actions.contains { $0.kind == .passThroughGesture })
    #expect(element.role == .slider && element.traits.contains(.adjustable))
    _ = stage.news()
    let points = (0...7).map { Point(x: start.x, y: start.y - Double($0) * 5) }
    try stage.perform(.passThroughGesture(stroke(points)), on: "Coffee dispenser")
    #expect(try stage.element("Coffee dispenser").value == "9.5 ounces")
    #expect(try stage.element("Coffee dispenser").activationPoint?.y == frame.y + 65)
    let news = stage.news()
    #expect(news.count { $0.kind == .value } == 7, "each step is told")
    stage.verify()
  }

  @Test func `N4 announcements of a drag are at least 0.3 s apart, and only made for a new text`()
    throws
  {
    let stage = Stage { Dispenser() }
    let start = try #require(try stage.element("Coffee dispenser").activationPoint)
    _ = stage.news()
    let points = (0...10).map { Point(x: start.x, y: start.y - Double($0)) }
    try stage.perform(.passThroughGesture(stroke(points)), on: "Coffee dispenser")
    let spoken = stage.news().compactMap { notification in
      if case .announcement(let text, _, _) = notification { text } else { nil }
    }
    #expect(spoken == ["6.1 ounces", "6.4 ounces", "6.7 ounces", "7.0 ounces"])
  }

  @Test
  func `A13 A16 a gesture that starts elsewhere, leaves the frame or has wrong order is refused`()
    throws
  {
    let stage = Stage { Dispenser() }
    let start = try #require(try stage.element("Coffee dispenser").activationPoint)
    let beside = Point(x: start.x + 5, y: start.y)
    func reason(_ points: [GesturePoint]) throws -> ActionRefusal.Reason {
      try stage.refusal(.passThroughGesture(points), on: "Coffee dispenser").reason
    }
    #expect(try reason(stroke([beside, start])) == .outOfRange)
    #expect(try reason(stroke([Point(x: 0, y: 0), start])) == .outOfRange)
    #expect(try reason([]) == .invalidArgument)
    #expect(try reason([GesturePoint(phase: .move, position: start, time: 0)]) == .invalidArgument)
  }

  private struct Cat: View {
    @State private var reaction = "sleeping"

    var body: some View {
      Rectangle()
        .frame(width: 100, height: 100)
        .onTapGesture(count: 2) { reaction = "meows" }
        .gesture(DragGesture().onChanged { _ in reaction = "purrs" })
        .gesture(
          MagnifyGesture().onEnded { if $0.magnification < 1 { reaction = "hisses" } }
        )
        .accessibilityLabel("Virtual cat")
        .accessibilityValue(reaction)
        .accessibilityDirectTouch([.requiresActivation])
      Button("Other") {}
    }
  }

  private func touch(
    _ phase: GesturePoint.Phase, _ x: Double, _ y: Double, finger: Int = 0
  ) -> GesturePoint {
    GesturePoint(phase: phase, position: Point(x: x, y: y), time: 0, touch: finger)
  }

  @Test
  func `A14 direct touch needs activation where required, and lasts until the focus leaves`()
    throws
  {
    let stage = Stage { Cat() }
    let cat = try stage.element("Virtual cat")
    #expect(cat.traits.contains(.allowsDirectInteraction))
    #expect(cat.directTouch == .requiresActivation)
    let (x, y) = try (#require(cat.frame?.rect.x) + 50, #require(cat.frame?.rect.y) + 50)
    let pet = [touch(.down, x, y), touch(.move, x + 20, y), touch(.up, x + 20, y)]
    let tap = [touch(.down, x, y), touch(.up, x, y)]
    let pinch = [
      touch(.down, x - 40, y), touch(.down, x + 40, y, finger: 1), touch(.move, x - 10, y),
      touch(.up, x - 10, y), touch(.up, x + 40, y, finger: 1),
    ]
    #expect(try stage.refusal(.directTouch(pet), on: "Virtual cat").reason == .rejected)
    try stage.press("Virtual cat")
    for (points, reaction) in [(pet, "purrs"), (tap + tap, "meows"), (pinch, "hisses")] {
      _ = stage.news()
      try stage.perform(.directTouch(points), on: "Virtual cat")
      #expect(try stage.element("Virtual cat").value == reaction)
      #expect(stage.news().count { $0.kind == .value } == 1, "two fingers do not drag")
    }
    try stage.press("Other")
    #expect(try stage.refusal(.directTouch(pet), on: "Virtual cat").message.contains("press it"))
    stage.verify()
  }

  @Test func `A14 an element that takes touches is active, and escape ends them`() throws {
    let stage = Stage { Cat() }
    #expect(try stage.refusal(.escape, on: "Virtual cat").reason == .unsupported)
    try stage.press("Virtual cat")
    let active = try stage.element("Virtual cat")
    #expect(active.states.contains(.active) && active.actions.contains { $0.kind == .escape })
    stage.verify()
    try stage.perform(.escape, on: "Virtual cat")
    let left = try stage.element("Virtual cat")
    #expect(!left.states.contains(.active) && !left.actions.contains { $0.kind == .escape })
    let center = try #require(left.frame?.rect.center)
    let tap = [touch(.down, center.x, center.y), touch(.up, center.x, center.y)]
    #expect(try stage.refusal(.directTouch(tap), on: "Virtual cat").reason == .rejected)
    stage.verify()
  }

  @Test
  func `A14 direct touch ends with the client that activated it last, and not with another one`()
    throws
  {
    let stage = Stage { Cat() }
    let cat = try stage.element("Virtual cat").id
    for client in [7, 8] as [UInt64] {
      stage.host.perform(
        ActionRequest(element: cat, command: .press, deadline: .max, client: client)
      ) { #expect($0 == .performed(method: "Stage.press")) }
    }
    stage.host.clientLeft(7)
    #expect(try stage.element("Virtual cat").states.contains(.active))
    stage.host.clientLeft(8)
    #expect(try !stage.element("Virtual cat").states.contains(.active))
    stage.verify()
  }

  @Test func `a tap gesture makes an element pressable`() throws {
    struct Page: View {
      @State private var count = 0

      var body: some View {
        Text("Tapped").onTapGesture { count += 1 }.accessibilityValue("\(count)")
      }
    }
    let stage = Stage { Page() }
    try stage.press("Tapped")
    #expect(try stage.element("Tapped").value == "1")
  }
}

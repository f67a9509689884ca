import AccessibilityMirror
import AccessibilityTree
import AccessibilityViews
import Testing

/// Gestures in a mirror that has a timer: each point is sent at its own time.
@Suite struct `Gestures in their own time` {
  private struct Level: View {
    @State private var level = 0.0

    var body: some View {
      Rectangle()
        .frame(width: 100, height: 100)
        .gesture(
          DragGesture(minimumDistance: 0).onChanged { value in
            let next = value.location.y
            if next > 90 { throw ActionRefusal(.outOfRange, "it is full") }
            level = next
          }
        )
        .accessibilityElement()
        .accessibilityLabel("Level")
        .accessibilityValue("\(Int(level))")
      Button("Other") {}
    }
  }

  private final class Bench {
    let stage: Stage
    private(set) var outcomes: [ActionOutcome] = []
    private var pending: [(time: UInt64, body: () -> Void)] = []

    init() {
      stage = Stage { Level() }
      stage.store.timer = { [unowned self] in pending.append(($0, $1)) }
    }

    /// Draws down from the middle, 10 pixels every 0.42 s.
    func draw(_ pixels: [Double] = [0, 10, 20, 30], deadline: UInt64 = .max, client: UInt64 = 0)
      throws
    {
      let start = try #require(try stage.element("Level").frame?.rect.center)
      let points = pixels.enumerated().map { place, pixels in
        GesturePoint(
          phase: place == 0 ? .down : place == 3 ? .up : .move,
          position: Point(x: start.x, y: start.y + pixels), time: UInt64(place) * 420_000_000)
      }
      let request = ActionRequest(
        element: try stage.element("Level").id, command: .passThroughGesture(points),
        deadline: deadline, client: client)
      stage.host.perform(request) { self.outcomes.append($0) }
    }

    /// The next timer, which moves the clock on; the milliseconds of the clock then.
    func next() -> UInt64? {
      guard !pending.isEmpty else { return nil }
      let (time, body) = pending.removeFirst()
      stage.wait(time - stage.store.time)
      body()
      return stage.store.time / 1_000_000
    }

    var value: String? { get throws { try stage.element("Level").value } }
  }

  @Test func `A13 a gesture of 1.26 s takes 1.26 s, and each point is seen at its time`() throws {
    let bench = Bench()
    try bench.draw()
    #expect(try bench.value == "50")
    for (time, value) in [(420, "60"), (840, "70"), (1260, "80")] as [(UInt64, String)] {
      #expect(bench.outcomes.isEmpty)
      #expect(bench.next() == time)
      #expect(try bench.value == value)
    }
    #expect(bench.outcomes == [.performed(method: "Stage.pass-through-gesture")])
    #expect(bench.next() == nil)
    bench.stage.verify()
  }

  @Test func `A16 what the application refuses on the way ends the gesture there`() throws {
    let bench = Bench()
    try bench.draw([0, 10, 45, 30])
    _ = bench.next()
    _ = bench.next()
    #expect(bench.outcomes == [.refused(ActionRefusal(.outOfRange, "it is full"))])
    #expect(bench.next() == nil)
    #expect(try bench.value == "60")
  }

  @Test func `A13 A16 a gesture ends with the client that follows it, and not with another one`()
    throws
  {
    let bench = Bench()
    try bench.draw(client: 7)
    _ = bench.next()
    bench.stage.host.clientLeft(8)
    _ = bench.next()
    #expect(try bench.value == "70")
    bench.stage.host.clientLeft(7)
    _ = bench.next()
    #expect(try bench.value == "70", "the finger is gone")
    #expect(
      bench.outcomes == [
        .refused(ActionRefusal(.rejected, "the client left during the gesture"))
      ])
    #expect(bench.next() == nil)
    bench.stage.verify()
  }

  @Test func `A16 a gesture that would not end by the deadline is refused at once`() throws {
    let bench = Bench()
    try bench.draw(deadline: 1_000_000_001)
    guard case .refused(let refusal)? = bench.outcomes.first else {
      Issue.record("\(bench.outcomes)")
      return
    }
    #expect(refusal.reason == .outOfRange)
    #expect(refusal.message == "the gesture takes 1260 ms and 1000 ms are left; give it longer")
    #expect(try bench.value == "0")
  }

  @Test func `other actions are performed meanwhile, and an end of the application ends it`() throws
  {
    let bench = Bench()
    try bench.draw()
    try bench.stage.press("Other")
    _ = bench.next()
    #expect(try bench.value == "60")
    bench.stage.host.stop()
    _ = bench.next()
    guard case .refused(let refusal)? = bench.outcomes.first else {
      Issue.record("\(bench.outcomes)")
      return
    }
    #expect(refusal.reason == .applicationEnded && refusal.mayHaveActed)
  }
}

import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// The calls to an application that changes continuously while no client watches, and that a client that
/// reads sees its true state.
@Suite(.serialized, .ownThreadInTurn)
struct QuietCostTests {
  /// An application with a clock and labels beside it, which has been read.
  private final class Ticking {
    let desktop: FakeDesktop
    let application: FakeApplication
    private(set) var clock: FakeObject
    private(set) var labels: [FakeObject] = []
    /// The number of calls to any object but the clock.
    private(set) var questions = 0
    private var ticks = 0

    init(labels count: Int = 40) throws {
      let desktop = try FakeDesktop()
      self.desktop = desktop
      var made: [FakeObject] = []
      application = try desktop.launch("Ticking") {
        addWindow($0)
        let window = try #require($0["/o/1"])
        for number in 0...count { made.append($0.add("Label \(number)", role: 29, under: window)) }
      }
      clock = made.removeFirst()
      labels = made
      application.whenAsked = { [unowned self] object, _ in
        if object !== clock { questions += 1 }
      }
      desktop.source.start()
      try desktop.settle()
    }

    /// Lets the clock tick ten times a second, for a time.
    func tick(for time: Duration) throws {
      let end = MonotonicTime.now().advanced(by: time)
      while MonotonicTime.now() < end {
        ticks += 1
        clock.name = "Tick \(ticks)"
        try application.emit(
          clock, "PropertyChange", "accessible-name", 0, 0, .string(clock.name))
        try application.emit(clock, "VisibleDataChanged")
        let next = MonotonicTime.now().advanced(by: .milliseconds(100))
        _ = desktop.loop.run(within: .seconds(1)) { MonotonicTime.now() >= next }
      }
      try desktop.wait("the clock is followed") { desktop.element(self.clock.name) != nil }
    }
  }

  @Test func `a clock that ticks while nobody watches causes calls only for itself`() throws {
    let ticking = try Ticking()
    var asked: [Int] = []
    // Rounds become rare: soon there is none within 5 s, a time in which there used to be several.
    while asked.count < 8, asked.last.map({ $0 >= 40 }) ?? true {
      let before = ticking.questions
      try ticking.tick(for: .seconds(5))
      asked.append(ticking.questions - before)
    }
    #expect(asked.last.map { $0 < 40 } == true, "questions in 5 s each: \(asked)")
  }

  @Test func `a client that reads after a long time sees changes without events`() throws {
    let ticking = try Ticking()
    try ticking.tick(for: .seconds(6))
    let label = ticking.labels[20]
    label.description = "said by nobody"
    try ticking.tick(for: .seconds(1))
    ticking.desktop.source.watchingChanged(true)
    try ticking.desktop.wait("it is seen") {
      ticking.desktop.element("Label 21")?.hint == "said by nobody"
    }
    try ticking.desktop.expectTrue()
  }

  @Test func `elements that are not on screen are read when a client watches`() throws {
    let ticking = try Ticking()
    let label = ticking.labels[20]
    label.states &= ~(1 << 25)
    try ticking.application.emit(label, "StateChanged", "showing", 0)
    try ticking.tick(for: .seconds(6))
    label.description = "said by nobody"
    try ticking.tick(for: .seconds(2))
    ticking.desktop.source.watchingChanged(true)
    try ticking.desktop.wait("it is seen") {
      ticking.desktop.element("Label 21")?.hint == "said by nobody"
    }
  }
}

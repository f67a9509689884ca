import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// A browser tells late where things are that were scrolled in its page, and of nothing else.
@Suite(.serialized, .ownThreadInTurn)
struct ScrolledPageTests {
  private static let showing: UInt64 = 1 << 25

  /// A list in a browser, of which ten rows are shown, and which reports half a second later that it was scrolled.
  private final class List {
    let desktop: FakeDesktop
    let application: FakeApplication
    private(set) var rows: [FakeObject] = []
    let delay: Duration

    init(delay: Duration, toolkit: String = "Chromium") throws {
      self.delay = delay
      desktop = try FakeDesktop()
      var rows: [FakeObject] = []
      application = try desktop.launch("Browser") {
        $0.toolkit = toolkit
        addWindow($0)
        let page = $0.add("Page", role: 95, under: try #require($0["/o/1"]))
        page.extents = (0, 100, 200, 200)
        let area = $0.add("Things", role: 31, under: page)
        area.interfaces.append("Action")
        area.actions = ["scrollDown"]
        area.extents = (0, 100, 200, 200)
        for number in 0..<100 {
          rows.append($0.add("Row \(number)", role: 32, under: area))
          rows[number].extents = (0, 0, 200, 20)
        }
      }
      self.rows = rows
      place(from: 0)
      application.service.on("org.a11y.atspi.Action", "DoAction") { [unowned self] _ in
        first += 8
        desktop.loop.schedule(after: delay) { [unowned self] in place(from: first) }
        return .values([.bool(true)])
      }
      // All that it is called for is the row in the middle.
      application.service.on("org.a11y.atspi.Component", "ScrollTo") { [unowned self] _ in
        first = 45
        desktop.loop.schedule(after: delay) { [unowned self] in place(from: first) }
        return .values([.bool(true)])
      }
      desktop.source.start()
      try desktop.settle()
    }

    private(set) var first = 0

    private func place(from first: Int) {
      for (number, row) in rows.enumerated() {
        row.extents.1 = Int32(100 + 20 * (number - first))
        let isShown = (first..<first + 10).contains(number)
        row.states = isShown ? row.states | showing : row.states & ~showing
      }
    }

    /// Scrolls, and waits until what follows has been read.
    func scroll(
      _ name: String = "Things", _ command: ActionCommand = .scroll(.down)
    ) throws -> ActionOutcome? {
      let element = try #require(desktop.element(name))
      var outcome: ActionOutcome?
      let request = ActionRequest(
        element: element.id, command: command, deadline: desktop.store.time + 5_000_000_000)
      desktop.source.perform(request) { outcome = $0 }
      try desktop.wait("it has scrolled") { outcome != nil }
      try desktop.wait("it is read") { !desktop.source.isReading(element.application) }
      return outcome
    }

    /// Turns the wheel, which the page follows in steps of two rows, each after the delay, and waits until what follows has been read.
    func turnWheel(steps: Int) throws -> Bool {
      let element = try #require(desktop.element("Things"))
      let request = ActionRequest(
        element: element.id, command: .scroll(.down), deadline: desktop.store.time + 5_000_000_000)
      // No display is there to find the place of the pointer by.
      let run = ActionRun(
        request, element: element, object: try #require(desktop.source.actionObject(element.id)),
        host: desktop.source, whenPrepared: { _ in }, completion: { _ in })
      var method: String?
      let task = desktop.loop.startTask { [unowned self] in
        method = try? await run.performSmoothScroll { () async throws(ActionRefusal) in
          move(steps: steps)
          return "wheel"
        }
      }
      defer { task.cancel() }
      try desktop.wait("it has scrolled") { method != nil }
      let isWaiting = desktop.source.isReading(element.application)
      try desktop.wait("it is read") { !desktop.source.isReading(element.application) }
      return isWaiting
    }

    private func move(steps: Int) {
      guard steps > 0 else { return }
      desktop.loop.schedule(after: delay) { [unowned self] in
        moveRows(by: 2)
        move(steps: steps - 1)
      }
    }

    /// Moves the rows at once, as a person does who scrolls.
    func moveRows(by count: Int) {
      first += count
      place(from: first)
    }

    /// Reads an outline anew, as a client does.
    func look() throws {
      desktop.source.clientDidRead(try #require(desktop.store.tree.roots.first))
    }

    /// The rows that the mirror has on screen, and where the first of them is.
    func shown() -> (rows: [Int], y: Double?) {
      let shown = rows.indices.filter {
        desktop.element("Row \($0)")?.states.contains(.showing) == true
      }
      return (shown, shown.first.flatMap { desktop.element("Row \($0)")?.frame?.rect.y })
    }
  }

  @Test(arguments: [0, 450])
  func `what is shown is known when an action that scrolls has ended`(delay: Int64) throws {
    let list = try List(delay: .milliseconds(delay))
    #expect(list.shown().rows == Array(0..<10))
    // Nothing else looks where things are, since no client watches.
    for first in [8, 16, 24] {
      #expect(try list.scroll()?.method == "Action.DoAction(scrollDown)")
      let shown = list.shown()
      #expect(shown.rows == Array(first..<first + 10) && shown.y == 100)
    }
  }

  @Test(arguments: [0, 450])
  func `what is shown is known when an item has been scrolled to`(delay: Int64) throws {
    let list = try List(delay: .milliseconds(delay))
    #expect(try list.scroll("Row 50", .scrollIntoView)?.method == "Component.ScrollTo")
    #expect(list.shown().rows == Array(45..<55) && list.shown().y == 100)
  }

  @Test(arguments: [("Gecko", 30, 6), ("Chromium", 500, 2)])
  func `what is shown is known when a page has followed the wheel in steps`(
    toolkit: String, delay: Int64, steps: Int
  ) throws {
    let list = try List(delay: .milliseconds(delay), toolkit: toolkit)
    for turn in 1...2 {
      // Until it has been read, it is said to be loading.
      #expect(try list.turnWheel(steps: steps))
      let (first, shown) = (2 * steps * turn, list.shown())
      #expect(shown.rows == Array(first..<first + 10) && shown.y == 100)
    }
  }

  @Test func `an item in sight is scrolled to without a wait`() throws {
    let list = try List(delay: .seconds(60))
    let start = MonotonicTime.now()
    #expect(try list.scroll("Row 5", .scrollIntoView)?.method == "Component.ScrollTo")
    #expect(MonotonicTime.now().since(start) < .milliseconds(900))
  }

  @Test func `an action that scrolls nothing ends all the same`() throws {
    let list = try List(delay: .seconds(60))
    #expect(try list.scroll()?.method == "Action.DoAction(scrollDown)")
    #expect(list.shown().rows == Array(0..<10))
  }

  @Test(arguments: ["Chromium", "Gecko"])
  func `what a person has scrolled into sight is known once a client has looked`(
    toolkit: String
  ) throws {
    let list = try List(delay: .zero, toolkit: toolkit)
    #expect(list.shown().rows == Array(0..<10))
    list.moveRows(by: 50)
    try list.look()
    try list.desktop.wait("it is in sight") { list.shown().rows == Array(50..<60) }
  }

  @Test func `what an action has scrolled into sight is known soon after it`() throws {
    let list = try List(delay: .zero)
    let mirror = try #require(
      list.desktop.store.tree.roots.first.flatMap(list.desktop.source.application))
    let row = try #require(list.desktop.element("Row 3")?.id)
    mirror.activity.afterAction(try #require(mirror.table[row]))
    // A browser tells late where things are.
    list.desktop.loop.schedule(after: .milliseconds(500)) { list.moveRows(by: 80) }
    try list.desktop.wait("it is in sight") { list.shown().rows == Array(80..<90) }
  }

  @Test func `a toolkit that tells of moves is not asked when a client looks`() throws {
    let list = try List(delay: .zero, toolkit: "GTK")
    let before = list.application.service.received.count
    try list.look()
    try list.desktop.settle()
    #expect(list.application.service.received.count == before)
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// A page that is scrolled in a browser is found to be, though no event tells.
@Suite(.serialized, .ownThreadInTurn)
struct PageMoveTests {
  /// A page with more rows than are in sight.
  private final class Page {
    let desktop: FakeDesktop
    private(set) var application: FakeApplication
    private var rows: [FakeObject] = []
    private static let showing: UInt64 = 1 << 25

    init(toolkit: String) throws {
      desktop = try FakeDesktop()
      var rows: [FakeObject] = []
      application = try desktop.launch("Browser") {
        $0.toolkit = toolkit
        addWindow($0)
        let page = $0.add("Page", role: 95, under: try #require($0["/o/1"]))
        page.extents = (0, 100, 300, 800)
        for number in 0..<200 {
          let row = $0.add("Row \(number)", role: 29, under: page)
          row.extents = (0, Int32(100 + 20 * number), 300, 20)
          rows.append(row)
        }
        Self.show(rows)
      }
      self.rows = rows
      desktop.source.start()
      try desktop.settle()
    }

    /// Moves all rows without an event.
    func scroll(by distance: Int32) {
      for row in rows { row.extents.1 -= distance }
      Self.show(rows)
    }

    private static func show(_ rows: [FakeObject]) {
      for row in rows {
        let isInSight = (100..<900).contains(row.extents.1)
        row.states = isInSight ? row.states | showing : row.states & ~showing
      }
    }

    /// The numbers of the rows that the mirror knows to be in sight.
    var shown: [Int] {
      var shown: [Int] = []
      desktop.store.tree.walk(from: desktop.store.tree.roots) { element, _ in
        if let label = element.label, label.hasPrefix("Row "), element.states.contains(.showing) {
          shown += Int(label.dropFirst(4)).map { [$0] } ?? []
        }
        return .descend
      }
      return shown
    }

    func look() throws {
      desktop.source.clientDidRead(try #require(desktop.store.tree.roots.first))
    }
  }

  @Test(arguments: ["Chromium", "Gecko"])
  func `what a person has scrolled into sight is known once a client has looked`(
    toolkit: String
  ) throws {
    let page = try Page(toolkit: toolkit)
    #expect(page.shown == Array(0..<40))
    page.scroll(by: 1000)
    try page.look()
    try page.desktop.wait("it is in sight") { page.shown == Array(50..<90) }
  }

  @Test func `what an action has scrolled into sight is known soon after it`() throws {
    let page = try Page(toolkit: "Chromium")
    let mirror = try #require(
      page.desktop.store.tree.roots.first.flatMap(page.desktop.source.application))
    let row = try #require(page.desktop.element("Row 3")?.id)
    let object = try #require(mirror.table[row])
    mirror.activity.afterAction(object)
    // A browser tells late where things are.
    page.desktop.loop.schedule(after: .milliseconds(500)) { page.scroll(by: 2000) }
    try page.desktop.wait("it is in sight") { page.shown == Array(100..<140) }
  }

  @Test func `a toolkit that tells of moves is not asked`() throws {
    let page = try Page(toolkit: "GTK")
    let before = page.application.service.received.count
    try page.look()
    try page.desktop.settle()
    #expect(page.application.service.received.count == before)
  }
}

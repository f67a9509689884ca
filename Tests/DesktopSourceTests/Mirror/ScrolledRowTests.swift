import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Rows of GTK 4 that were scrolled out and go on to answer with the place that they had on screen.
@Suite(.serialized, .ownThreadInTurn)
struct ScrolledRowTests {
  private typealias List = ScrolledList

  private func started(
    version: String = "4.8.3", pages: Int = 3, _ build: (List) -> Void
  ) throws -> (FakeDesktop, FakeApplication, List) {
    let desktop = try FakeDesktop()
    var list: List?
    let application = try desktop.launch("App") {
      addWindow($0)
      $0.toolkit = "GTK"
      $0.version = version
      let made = try List($0, pages: pages)
      build(made)
      list = made
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application, try #require(list))
  }

  /// The numbers of the rows that are said to be visible.
  private func visible(_ desktop: FakeDesktop, _ list: List) -> [Int] {
    list.rows.indices.filter {
      desktop.element("Row \($0)")?.states.contains(.visible) == true
    }
  }

  /// Waits until the mirror has those of a page as the only visible rows that have a size.
  private func waitForPage(
    _ page: Int, _ desktop: FakeDesktop, _ list: List
  ) throws {
    let first = page * List.count
    try desktop.wait("page \(page) is shown, and only that: \(visible(desktop, list))") {
      visible(desktop, list).filter { list.rows[$0].extents.3 > 0 }
        == Array(first..<first + List.count)
    }
  }

  @Test func `rows that were scrolled out are not visible, and are again when they return`() throws
  {
    let (desktop, _, list) = try started { list in
      for page in 0...2 { list.scroll(to: page) }
    }
    desktop.source.watchingChanged(true)
    try waitForPage(2, desktop, list)
    try desktop.expectTrue()
    for page in [1, 0, 2, 0] {
      list.scroll(to: page, by: page == 1 ? 7 : 0)
      try waitForPage(page, desktop, list)
      try desktop.expectTrue()
    }
  }

  @Test func `when an action scrolls, its rows become visible, and only they`() throws {
    let (desktop, _, list) = try started { list in
      for page in [0, 1] { list.scroll(to: page) }
    }
    desktop.source.watchingChanged(true)
    try waitForPage(1, desktop, list)
    let root = try #require(desktop.store.tree.roots.first)
    let button = try #require(desktop.element("One")?.id)
    for page in [0, 2, 1, 0] {
      desktop.source.afterAction(button)
      list.scroll(to: page)
      try desktop.wait("reading begins") { desktop.source.isReading(root) }
      try desktop.wait("reading ends") { !desktop.source.isReading(root) }
      try waitForPage(page, desktop, list)
    }
  }

  @Test func `rows are tested only where they claim the same place`() throws {
    let (desktop, application, list) = try started { $0.scroll(to: 0) }
    desktop.source.watchingChanged(true)
    let asked = application.service.received.count
    try desktop.wait("sweeps") { application.service.received.count > asked + 200 }
    #expect(list.tested.isEmpty, "\(list.tested)")
    list.scroll(to: 1)
    let first = try #require(application[list.rows[List.count].path])
    try application.emit(first, "BoundsChanged", "", 0, 0, .int32(0))
    try waitForPage(1, desktop, list)
    let claiming = Set((0..<2 * List.count).map { "Row \($0)" })
    #expect(claiming.isSuperset(of: list.tested), "\(list.tested)")
  }

  @Test func `only rows beside those that are shown are tested`() throws {
    let (desktop, _, list) = try started(pages: 12) { list in
      for page in 0..<12 { list.scroll(to: page) }
    }
    desktop.source.watchingChanged(true)
    try waitForPage(11, desktop, list)
    list.scroll(to: 5)
    // The look at a row that was shown finds that it is not any more.
    try desktop.wait("page 5 is in sight") { visible(desktop, list).contains(5 * List.count) }
    list.tested = []
    try desktop.wait("tests") { list.tested.count >= 30 }
    let near = Set((4 * List.count..<7 * List.count).map { "Row \($0)" })
    #expect(near.isSuperset(of: list.tested), "\(list.tested)")
    try waitForPage(5, desktop, list)
  }

  @Test func `a view is looked at until it shows the row that has got the focus`() throws {
    let (desktop, application, list) = try started { list in
      for page in 0...1 { list.scroll(to: page) }
    }
    let row = try #require(application[list.rows[2].path])
    try application.emit(row, "StateChanged", "focused", 1)
    try desktop.wait("tests") { !list.tested.isEmpty }
    // The application scrolls to it with its next frame, without an event, and no client watches.
    list.scroll(to: 0)
    try waitForPage(0, desktop, list)
    let row2 = try #require(application[list.rows[List.count].path])
    try application.emit(row2, "StateChanged", "focused", 1)
    list.scroll(to: 1)
    try waitForPage(1, desktop, list)
    let silent = desktop.loop.settle(for: .milliseconds(3500)) { list.tested.count }
    #expect(silent)
  }

  @Test func `of a list in which nothing is hit, nothing is said`() throws {
    let (desktop, _, list) = try started { list in
      for page in [0, 1] { list.scroll(to: page) }
      // No page is that far: as on a page of a notebook that is not in front.
      list.scroll(to: 9)
    }
    desktop.source.watchingChanged(true)
    try desktop.wait("tests") { list.tested.count >= 60 }
    #expect(visible(desktop, list).prefix(10) == Array(0..<10)[...])
    try desktop.expectTrue()
  }

  @Test func `rows that were tested before their page came to the front are tested once more`()
    throws
  {
    let (desktop, application, list) = try started { list in
      for page in [0, 1] { list.scroll(to: page) }
      list.hide()
    }
    // The page changes between the tests of two rows, and nobody watches after that.
    list.whenTested = { row in
      guard row.name == "Row 7" else { return }
      list.whenTested = { _ in }
      list.scroll(to: 1)
      desktop.source.watchingChanged(false)
    }
    desktop.source.watchingChanged(true)
    try desktop.wait("the page has changed") { !list.shown.isEmpty }
    try waitForPage(1, desktop, list)
    let silent = desktop.loop.settle(for: .milliseconds(1500)) {
      application.service.received.count
    }
    #expect(silent)
    try waitForPage(1, desktop, list)
  }

  @Test func `a disabled row does not keep others out of sight`() throws {
    let sensitive: UInt64 = 1 << 24
    let (desktop, _, list) = try started { list in
      for page in [0, 1] { list.scroll(to: page) }
      for row in [6, 7, 8] { list.rows[row].states &= ~sensitive }
    }
    desktop.source.watchingChanged(true)
    for page in [1, 0, 1] {
      list.scroll(to: page)
      let first = page * List.count
      let expected = (first..<first + List.count).filter { ![6, 7, 8].contains($0) }
      try desktop.wait("page \(page) is shown: \(visible(desktop, list))") {
        visible(desktop, list).filter { list.rows[$0].extents.3 > 0 && ![6, 7, 8].contains($0) }
          == expected
      }
    }
  }

  @Test func `a row whose middle is no object is in sight with the others`() throws {
    let (desktop, _, list) = try started { list in
      for page in [0, 1] { list.scroll(to: page) }
      for row in [2, 5, 7, 9] { list.covered["Row \(row)"] = 80 }
    }
    desktop.source.watchingChanged(true)
    for page in [1, 0, 1] {
      list.scroll(to: page)
      try waitForPage(page, desktop, list)
      try desktop.expectTrue()
    }
  }

  @Test func `a comparison finds a row that is shown and not visible in the mirror`() throws {
    let (desktop, _, list) = try started { list in
      for page in [0, 1] { list.scroll(to: page) }
      // The row itself cannot be hit anywhere, but what is in it can.
      list.covered["Row 7"] = 200
      list.addPart("Part", to: list.rows[7])
    }
    desktop.source.watchingChanged(true)
    try desktop.wait("other rows are shown") {
      visible(desktop, list).suffix(4) == [5, 6, 8, 9][...]
    }
    let row = try #require(desktop.element("Row 7"))
    let element = try #require(desktop.element("Part"))
    let differences = try desktop.verify().flatMap(\.differences)
    #expect(Set(differences.map(\.element)) == [row.id, element.id], "\(differences)")
    #expect(differences.allSatisfy { $0.field == "states" && $0.live.contains("visible") })
  }

  @Test func `a row that moves while it is tested stays visible`() throws {
    let (desktop, _, list) = try started { list in
      for page in [0, 1] { list.scroll(to: page) }
    }
    let moved = list.rows[List.count]
    list.whenTested = { row in
      if row === moved { row.extents.1 += row.extents.1 > 140 ? -30 : 30 }
    }
    desktop.source.watchingChanged(true)
    try waitForPage(1, desktop, list)
    list.tested = []
    try desktop.wait("tests") { list.tested.count >= 60 }
    #expect(visible(desktop, list).contains(List.count))
  }

  @Test func `GTK 3 is not asked`() throws {
    let (desktop, application, list) = try started(version: "3.24.38") { list in
      for page in [0, 1] { list.scroll(to: page) }
    }
    desktop.source.watchingChanged(true)
    let silent = desktop.loop.settle(for: .milliseconds(1500)) {
      application.service.received.count
    }
    try #require(silent)
    #expect(list.tested.isEmpty)
    #expect(visible(desktop, list).count == list.rows.count)
  }
}

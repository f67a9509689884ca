import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// What a scrolled area of GTK 3 had on screen before is marked as being read until it is known what it has now: only its scroll
/// bar tells.
@Suite(.serialized, .ownThreadInTurn)
struct ScrolledAreaMarkTests {
  private static let showing: UInt64 = 1 << 25
  private static let page = 10

  private func scroll(_ rows: [FakeObject], to first: Int) {
    for (index, row) in rows.enumerated() {
      let isShown = (first..<first + Self.page).contains(index)
      row.states = isShown ? row.states | Self.showing : row.states & ~Self.showing
      row.extents = (0, Int32(index - first) * 20, 200, 20)
    }
  }

  private func shown(_ desktop: FakeDesktop, _ rows: [FakeObject]) -> [String] {
    rows.map(\.name).filter { desktop.element($0)?.states.contains(.showing) == true }
  }

  @Test func `outlines are marked from when the scroll bar has moved until other rows are there`()
    throws
  {
    let desktop = try FakeDesktop()
    var made: (rows: [FakeObject], bar: FakeObject)?
    let application = try desktop.launch("App") { application in
      application.toolkit = "gtk"
      application.version = "3.24.38"
      addWindow(application)
      let area = application.add("Area", role: 49, under: try #require(application["/o/1"]))
      let view = application.add("View", role: 55, under: area)
      let rows = (0..<100).map { application.add("Row \($0)", role: 56, under: view) }
      let bar = application.add("Bar", role: 48, under: area)
      bar.interfaces.append("Value")
      bar.states |= 1 << 29
      bar.value = 0
      made = (rows, bar)
      scroll(rows, to: 0)
    }
    let (rows, bar) = try #require(made)
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.tree.roots.first)
    try desktop.wait("all is read") { !desktop.source.hasUnreadElements(root) }
    for first in [30, 60, 0] {
      scroll(rows, to: first)
      bar.value = Double(first)
      try application.emit(bar, "PropertyChange", "accessible-value", 0, 0, .int32(0))
      try desktop.wait("the mark is there") { desktop.source.hasUnreadElements(root) }
      #expect(shown(desktop, rows) != rows[first..<first + Self.page].map(\.name))
      try desktop.wait("the mark is gone") { !desktop.source.hasUnreadElements(root) }
      #expect(shown(desktop, rows) == rows[first..<first + Self.page].map(\.name))
      let place = desktop.element(rows[first].name)?.frame?.rect.y
      #expect(place == 0)
    }
  }

  @Test func `a slider that is moved is no reason for a mark`() throws {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      application.toolkit = "gtk"
      application.version = "3.24.38"
      addWindow(application)
    }
    desktop.source.start()
    try desktop.settle()
    let root = try #require(desktop.store.tree.roots.first)
    try desktop.wait("all is read") { !desktop.source.hasUnreadElements(root) }
    let slider = try #require(application.objects.values.first { $0.name == "Volume" })
    slider.value = 60
    try application.emit(slider, "PropertyChange", "accessible-value", 0, 0, .int32(0))
    var marked = 0
    try desktop.wait("its value is there") {
      if desktop.source.hasUnreadElements(root) { marked += 1 }
      return desktop.element("Volume")?.range?.current == 60
    }
    #expect(marked == 0)
  }
}

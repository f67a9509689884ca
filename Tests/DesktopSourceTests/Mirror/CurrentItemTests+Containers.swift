import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Containers that report the focus beside what is in them that has it.
extension CurrentItemTests {
  /// As in GTK 3: the current cell reports the focus with its table, and so do its parts.
  private func withTable() throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") {
      addWindow($0)
      ($0.toolkit, $0.version) = ("GTK", "3.24.38")
      let table = $0.add("Table", role: 55, under: try #require($0["/o/1"]))
      table.states |= Self.focusable | Self.focused
      for row in ["A", "B"] {
        let cell = $0.add("Cell \(row)", role: 56, under: table)
        $0.add("Icon \(row)", role: 56, under: cell)
        $0.add("Text \(row)", role: 56, under: cell).interfaces.append("Text")
        if row == "A" { try self.setFocused(true, row, $0) }
      }
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  private func setFocused(_ isSet: Bool, _ row: String, _ application: FakeApplication) throws {
    for name in ["Cell", "Icon", "Text"] {
      let object = try object("\(name) \(row)", application)
      object.states = isSet ? object.states | Self.focused : object.states & ~Self.focused
    }
  }

  @Test func `the text of the current cell has the focus, and not its table`() throws {
    let (desktop, application) = try withTable()
    #expect(focused(desktop) == ["Text A"])
    try desktop.expectTrue()

    // GTK 3 tells of the cell alone.
    for (former, row) in [("A", "B"), ("B", "A")] {
      try setFocused(false, former, application)
      try setFocused(true, row, application)
      let cells = try [former, row].map { try object("Cell \($0)", application) }
      try application.emit(cells[0], "StateChanged", "focused", 0)
      try application.emit(cells[1], "StateChanged", "focused", 1)
      try desktop.wait("the other one has it") { focused(desktop) == ["Text \(row)"] }
      try desktop.settle()
      #expect(focused(desktop) == ["Text \(row)"])
      try desktop.expectTrue()
    }
  }

  @Test func `a table has the focus where none of its cells reports it any more`() throws {
    let (desktop, application) = try withTable()
    let cell = try object("Cell A", application)
    try setFocused(false, "A", application)
    try application.emit(cell, "StateChanged", "focused", 0)
    try desktop.wait("the table has it") { focused(desktop) == ["Table"] }
    try desktop.expectTrue()

    try setFocused(true, "A", application)
    try application.emit(cell, "StateChanged", "focused", 1)
    try desktop.wait("the cell has it again") { focused(desktop) == ["Text A"] }
    application.remove(cell)
    try application.emitChildrenChanged(try object("Table", application), "remove", cell)
    try desktop.wait("its row is gone") { focused(desktop) == ["Table"] }
    try desktop.expectTrue()
  }

  /// GTK 3 does not tell of the cell then.
  @Test func `the current cell of a table has the focus again with its table`() throws {
    let (desktop, application) = try withTable()
    let (table, cell) = (try object("Table", application), try object("Cell A", application))
    try application.emit(
      table, "ActiveDescendantChanged", "", 0, 0, application.reference(cell.path))
    try setFocused(false, "A", application)
    table.states &= ~Self.focused
    try application.emit(cell, "StateChanged", "focused", 0)
    try application.emit(table, "StateChanged", "focused", 0)
    try desktop.wait("nothing has it") { focused(desktop) == [] }
    try setFocused(true, "A", application)
    table.states |= Self.focused
    try application.emit(table, "StateChanged", "focused", 1)
    try desktop.wait("the cell has it") { focused(desktop) == ["Text A"] }
    try desktop.expectTrue()
  }

  /// As in LibreOffice, whose cells have no parts.
  @Test func `a cell without parts has the focus of its table`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") {
      addWindow($0)
      let table = $0.add("Sheet", role: 55, under: try #require($0["/o/1"]))
      for object in [table, $0.add("A1", role: 56, under: table)] {
        object.states |= Self.focusable | Self.focused
      }
    }
    desktop.source.start()
    try desktop.settle()
    #expect(focused(desktop) == ["A1"])
    try desktop.expectTrue()
  }

  /// As the view of a folder that Thunar opens.
  @Test func `an element has the focus that it got behind its entry of the cache`() throws {
    let (desktop, application) = try started()
    let window = try #require(application["/o/1"])
    let panel = application.add("Panel", role: 39, under: window)
    try application.emitAddAccessible(panel)
    panel.states |= Self.focused
    try application.emit(panel, "StateChanged", "focused", 1)
    try application.emitChildrenChanged(window, "add", panel)
    let reads = application.service.received.filter { $0.hasSuffix("GetState") }.count
    try desktop.wait("it is mirrored") { desktop.element("Panel") != nil }
    #expect(focused(desktop).contains("Panel"))
    let now = application.service.received.filter { $0.hasSuffix("GetState") }.count
    #expect(now == reads, "it was not asked for its states")
    try desktop.expectTrue()
  }
}

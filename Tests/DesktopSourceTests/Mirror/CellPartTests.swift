import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// GTK 3 tells of a cell that it is selected, and says nothing of the icon and the text in it, which are selected with it.
@Suite(.serialized, .ownThreadInTurn)
struct CellPartTests {
  private static let selected: UInt64 = 1 << 23

  private func started(_ toolkit: String) throws -> (FakeDesktop, FakeApplication) {
    let desktop = try FakeDesktop()
    let application = try desktop.launch("App") { application in
      (application.toolkit, application.version) = (toolkit, "3.24.38")
      addWindow(application)
      let table = application.add("Files", role: 55, under: try #require(application["/o/1"]))
      let cell = application.add("Cell", role: 56, under: table)
      for name in ["Icon", "Text"] { application.add(name, role: 56, under: cell) }
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, application)
  }

  private func isSelected(_ label: String, _ desktop: FakeDesktop) -> Bool {
    desktop.element(label)?.states.contains(.selected) == true
  }

  @Test func `parts of a cell are selected and deselected in one revision with it`() throws {
    let (desktop, application) = try started("gtk")
    let objects = application.objects.values.filter { ["Cell", "Icon", "Text"].contains($0.name) }
    let cell = try #require(objects.first { $0.name == "Cell" })
    for isSelected in [true, false] {
      for object in objects {
        object.states = object.states & ~Self.selected | (isSelected ? Self.selected : 0)
      }
      try application.emit(cell, "StateChanged", "selected", isSelected ? 1 : 0)
      try desktop.wait("the cell is selected: \(isSelected)") {
        self.isSelected("Cell", desktop) == isSelected
      }
      for part in ["Icon", "Text"] {
        #expect(self.isSelected(part, desktop) == isSelected, "\(part)")
      }
      try desktop.expectTrue()
    }
  }

  @Test func `parts of a cell of another toolkit are what they say`() throws {
    let (desktop, application) = try started("Fake")
    let cell = try #require(application.objects.values.first { $0.name == "Cell" })
    cell.states |= Self.selected
    try application.emit(cell, "StateChanged", "selected", 1)
    try desktop.wait("the cell is selected") { isSelected("Cell", desktop) }
    #expect(!isSelected("Icon", desktop) && !isSelected("Text", desktop))
  }

  /// Each cell of LibreOffice with a box has a second renderer for one, which is not visible.
  @Test func `a box without a width is off screen where another one is drawn in its cell`() throws {
    let desktop = try FakeDesktop()
    _ = try desktop.launch("App") { application in
      (application.toolkit, application.version) = ("gtk", "3.24.38")
      addWindow(application)
      let table = application.add("Options", role: 55, under: try #require(application["/o/1"]))
      let parts: [[(name: String, action: String, width: Int32)]] = [
        [("a", "toggle", 0), ("b", "toggle", 44)], [("c", "toggle", 44), ("d", "toggle", 0)],
        [("e", "activate", 44), ("f", "toggle", 0)],
      ]
      for (number, parts) in parts.enumerated() {
        let cell = application.add("Cell \(number)", role: 56, under: table)
        for (name, action, width) in parts {
          let part = application.add(name, role: 56, under: cell)
          part.interfaces.append("Action")
          (part.actions, part.extents.2) = ([action], width)
        }
      }
    }
    desktop.source.start()
    try desktop.settle()
    let shown = ["a", "b", "c", "d", "e", "f"].filter {
      desktop.element($0)?.states.contains(.showing) == true
    }
    // A single one may be drawn: its width is that of the part in the row that was drawn last.
    #expect(shown == ["b", "c", "e", "f"])
    try desktop.expectTrue()
  }
}

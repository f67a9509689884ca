import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// How a note names cells that are still selected beside the one that was selected.
@Suite(.serialized, .ownThreadInTurn)
struct SelectedRowTests {
  /// Selects the first cell of the first line of a table of which all others are selected, and returns the note.
  ///
  /// - Parameters:
  ///   - columns: The number of cells on a line, of which there are five.
  ///   - left: How many of the cells behind are not selected.
  ///   - hasPlaces: Whether the application tells where cells are.
  private func note(
    _ toolkit: String, columns: Int, hasHeaders: Bool, without left: Int = 0, hasPlaces: Bool = true
  ) throws -> String? {
    let fixture = try ActionFixture(
      role: .cell, label: "1.1", states: [.enabled, .sensitive, .selectable])
    fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "3.24.38")
    fixture.answerStates([.enabled, .selectable, .selected], path: "/list")
    fixture.offer(["select"])
    let (store, own) = (fixture.store, fixture.element)
    try store.edit { edit in
      let root = try #require(edit.tree.read(own) { $0.parent } ?? nil)
      var table = Element(id: store.makeID(), role: .table)
      table.states = [.multiSelectable]
      try edit.insert(table, under: root)
      for column in 0..<(hasHeaders ? columns : 0) {
        try edit.insert(
          Element(id: store.makeID(), role: .columnHeader, label: "Column \(column)"),
          under: table.id)
      }
      try edit.move(own, under: table.id)
      for place in 0..<5 * columns {
        let (line, column) = (place / columns, place % columns)
        let rect = Rect(x: Double(column) * 50, y: Double(line) * 20, width: 50, height: 20)
        let frame = Frame(rect: rect, space: .screen)
        if place == 0 {
          if hasPlaces { try edit.update(own) { $0.frame = frame } }
          continue
        }
        var cell = Element(id: store.makeID(), role: .cell, label: "\(line + 1).\(column + 1)")
        // The first cell of a row of GTK 3 has an icon and a text, and no name.
        if column == 0, toolkit == "gtk" { cell.label = nil }
        cell.states = [.selectable]
        if place < 5 * columns - left { cell.states.insert(.selected) }
        if hasPlaces { cell.frame = frame }
        try edit.insert(cell, under: table.id)
        guard cell.label == nil else { continue }
        try edit.insert(
          Element(id: store.makeID(), role: .cell, label: "file \(line + 1)"), under: cell.id)
      }
    }
    return try fixture.perform(.select).note
  }

  @Test func `a row is named once, however many cells it has`() throws {
    for hasPlaces in [true, false] {
      #expect(
        try note("gtk", columns: 4, hasHeaders: true, without: 12, hasPlaces: hasPlaces)
          == "still selected beside it: cell \"file 2\"")
    }
    #expect(
      try note("gtk", columns: 4, hasHeaders: true)
        == "still selected beside it: cell \"file 2\", cell \"file 3\", cell \"file 4\" and 1 more")
    #expect(
      try note("Qt", columns: 4, hasHeaders: true, without: 8)
        == "still selected beside it: cell \"2.1\", cell \"3.1\"")
  }

  @Test func `icons are counted each, also those on the line of the one that was selected`() throws
  {
    #expect(
      try note("Qt", columns: 3, hasHeaders: false)
        == "still selected beside it: cell \"1.2\", cell \"1.3\", cell \"2.1\" and 11 more")
  }

  @Test func `cells that are selected one by one are named each`() throws {
    #expect(
      try note("Qt", columns: 3, hasHeaders: true, without: 10)
        == "still selected beside it: cell \"2.1\", cell \"2.2\"")
  }
}

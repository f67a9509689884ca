import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// What is selected elsewhere in a spreadsheet when keys go to a cell of it.
@Suite(.serialized, .ownThreadInTurn)
struct LeftSelectionTests {
  /// A focused cell whose table has other cells that are selected.
  ///
  /// - Parameters:
  ///   - isSelected: Whether the cell itself is selected.
  ///   - isCleared: What the table answers when it is to select nothing.
  private func sheet(
    selected count: Int32, isSelected: Bool = false, isCleared: Bool = true,
    isSpreadsheet: Bool = true
  ) throws -> ActionFixture {
    var states: AtspiStates = [.enabled, .sensitive, .focused]
    if isSelected { states.insert(.selected) }
    let fixture = try ActionFixture(
      role: .cell, label: "A31", states: states, interfaces: [.component])
    fixture.registry = fixture.queue
    let store = fixture.store
    let root = try #require(store.tree.roots.first)
    let (table, other) = (store.makeID(), store.makeID())
    try store.edit { edit in
      var list = Element(id: table, role: .table, label: "Sheet 1")
      list.states = isSpreadsheet ? [.managesDescendants, .multiSelectable] : [.multiSelectable]
      try edit.insert(list, under: root)
      try edit.move(fixture.element, under: table)
      var cell = Element(id: other, role: .cell, label: "C31")
      cell.states = [.selected]
      try edit.insert(cell, under: table)
      try edit.update(fixture.element) { $0.states.insert(.focused) }
    }
    func deselect() {
      try? store.edit { try $0.update(other) { $0.states.remove(.selected) } }
    }
    fixture.service.onProperty("org.a11y.atspi.Selection", "NSelectedChildren", .int32(count))
    fixture.service.on("org.a11y.atspi.Selection", "ClearSelection") { [unowned fixture] _ in
      fixture.done.append("clear")
      if isCleared { fixture.loop.schedule(after: .milliseconds(50)) { deselect() } }
      return .values([.bool(isCleared)])
    }
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] _ in
      let isSelected = fixture.store.tree.read(other) { $0.states.contains(.selected) } == true
      fixture.done.append(isSelected ? "key while it is selected" : "key")
      return .values([])
    }
    return fixture
  }

  private let delete = ActionCommand.keys([KeyChord(.named(.delete))])

  @Test func `cells that are selected elsewhere are deselected before keys go to another one`()
    throws
  {
    let fixture = try sheet(selected: 1)
    let outcome = try fixture.perform(delete, allowSynthesis: true)
    #expect(fixture.done == ["clear", "key"], "\(outcome)")
    #expect(outcome.note == #"it deselected cell "C31""#, "\(outcome)")
    let many = try sheet(selected: 30).perform(delete, allowSynthesis: true)
    #expect(many.note == #"it deselected cell "C31" and 29 more"#, "\(many)")
  }

  @Test func `keys go to the selection that the cell is a part of`() throws {
    for fixture in [
      try sheet(selected: 2, isSelected: true), try sheet(selected: 0),
      try sheet(selected: 1, isSpreadsheet: false),
    ] {
      let outcome = try fixture.perform(delete, allowSynthesis: true)
      #expect(fixture.done == ["key while it is selected"], "\(outcome)")
    }
    let both = try sheet(selected: 2, isSelected: true).perform(delete, allowSynthesis: true)
    #expect(both.note == #"still selected beside it: cell "C31""#, "\(both)")
  }

  /// LibreOffice goes on to say that its own cell is selected.
  @Test(arguments: [false, true])
  func `a cell that says that it is selected may have been deselected`(isTold: Bool) throws {
    let states: AtspiStates = [.enabled, .sensitive, .selectable]
    let fixture = try ActionFixture(
      role: .cell, label: "C7", states: states.union(.selected),
      interfaces: [.component, .text, .value])
    fixture.service.on("org.a11y.atspi.Accessible", "GetIndexInParent") { _ in
      .values([.int32(4)])
    }
    fixture.service.on("org.a11y.atspi.Selection", "DeselectChild", path: "/list") { _ in
      if isTold { fixture.answerStates(states) }
      return .values([.bool(true)])
    }
    let outcome = try fixture.perform(.deselect)
    #expect(outcome.method == "Selection.DeselectChild(4)", "\(outcome)")
    #expect(outcome.reservations == (isTold ? [] : .isToldLater))
    #expect(try #require(outcome.note).contains("do not repeat this") == !isTold)
  }

  @Test func `no key is pressed while others stay selected`() throws {
    let fixture = try sheet(selected: 1, isCleared: false)
    let outcome = try fixture.perform(delete, allowSynthesis: true)
    #expect(outcome.refusal?.reason == .rejected, "\(outcome)")
    #expect(fixture.done == ["clear"])
  }
}

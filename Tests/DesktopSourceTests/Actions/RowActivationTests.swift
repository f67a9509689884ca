import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// The action of GTK 3 that activates a row, and leaves the selection as it is.
@Suite(.serialized, .ownThreadInTurn)
struct RowActivationTests {
  /// A cell of a table, and what the table was asked to do.
  private final class Row {
    let fixture: ActionFixture
    /// The rows that are selected.
    var selected: Set<Int32>
    /// Whether several may be, and whether the row of the cell may be one of them.
    var takesSeveral = true
    var takesRow = true
    /// What is added to the number of the row when it is asked for again.
    var move: Int32 = 0
    private var moved: Int32 = 0
    private(set) var asked: [String] = []
    static let number: Int32 = 4

    init(
      _ selected: Set<Int32>, toolkit: String = "gtk", others: AtspiStates = []
    ) throws {
      self.selected = selected
      var states: AtspiStates = [.enabled, .sensitive, .selectable]
      states.formUnion(others)
      if selected.contains(Self.number) { states.formUnion(.selected) }
      fixture = try ActionFixture(role: .cell, label: "Photo", states: states)
      fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "3.24.38")
      fixture.containerInterfaces = [.table, .selection]
      fixture.offer(["expand or contract", "edit", "activate"])
      answer()
    }

    private func answer() {
      let table = "org.a11y.atspi.Table"
      fixture.service.on("org.a11y.atspi.Accessible", "GetIndexInParent") { _ in
        .values([.int32(8)])
      }
      fixture.service.on(table, "GetRowAtIndex") { [unowned self] _ in
        defer { moved += move }
        return .values([.int32(Self.number + moved)])
      }
      tellCount()
      fixture.service.on(table, "AddRowSelection") { [unowned self] call throws(BusError) in
        let row = try call.int32()
        asked.append("add \(row)")
        guard takesRow, !selected.contains(row) else { return .values([.bool(false)]) }
        if !takesSeveral { selected = [] }
        selected.insert(row)
        tellCount()
        return .values([.bool(true)])
      }
      fixture.service.on("org.a11y.atspi.Selection", "ClearSelection") { [unowned self] _ in
        asked.append("clear")
        selected = []
        tellCount()
        return .values([.bool(true)])
      }
      fixture.service.on("org.a11y.atspi.Component", "GrabFocus") { [unowned self] _ in
        asked.append("focus")
        return .values([.bool(true)])
      }
    }

    private func tellCount() {
      fixture.service.onProperty(
        "org.a11y.atspi.Table", "NSelectedRows", .int32(Int32(selected.count)))
    }

    func press() throws -> String? {
      let outcome = try fixture.perform(.press)
      #expect(outcome.method == "Action.DoAction(activate)" && fixture.done == ["activate"])
      return outcome.note
    }
  }

  @Test func `the row alone is selected before it is activated`() throws {
    let row = try Row([1, 2])
    #expect(try row.press() == "it deselected 2 other rows first, as a click does")
    #expect(row.asked == ["add 4", "clear", "add 4"] && row.selected == [4])
  }

  @Test func `others that are selected with it are deselected`() throws {
    let row = try Row([2, 4])
    #expect(try row.press() == "it deselected 1 other row first, as a click does")
    #expect(row.asked == ["clear", "add 4"] && row.selected == [4])
  }

  @Test func `nothing is selected where the row alone is`() throws {
    let row = try Row([4])
    #expect(try row.press() == "" && row.asked.isEmpty)
  }

  @Test func `the cursor is moved to the row in a window that has the keys`() throws {
    let row = try Row([1, 2], others: .active)
    _ = try row.press()
    #expect(row.asked == ["add 4", "clear", "add 4", "focus"])
    let selected = try Row([4], others: .active)
    #expect(try selected.press() == "" && selected.asked == ["focus"])
    let focused = try Row([4], others: [.active, .focused])
    #expect(try focused.press() == "" && focused.asked.isEmpty)
    let refusing = try Row([1], others: .active)
    refusing.takesRow = false
    _ = try refusing.press()
    #expect(refusing.asked == ["add 4"])
  }

  @Test func `a table of which one row can be selected selects it without a word`() throws {
    for selected: Set<Int32> in [[], [1]] {
      let row = try Row(selected)
      row.takesSeveral = false
      #expect(try row.press() == "" && row.asked == ["add 4"] && row.selected == [4])
    }
  }

  @Test func `the receipt says that others stay selected where the row cannot be`() throws {
    let row = try Row([1, 2])
    row.takesRow = false
    #expect(
      try row.press()
        == "it cannot be selected: the application may have acted on 2 other rows instead")
    #expect(row.asked == ["add 4"] && row.selected == [1, 2])
  }

  @Test func `the receipt says that the rows moved meanwhile`() throws {
    let row = try Row([1, 2])
    row.move = 1
    #expect(try row.press()?.hasPrefix("the list changed while it was being selected") == true)
  }

  @Test func `a number of rows that cannot be is no reason to trap`() throws {
    let row = try Row([4])
    row.fixture.service.onProperty("org.a11y.atspi.Table", "NSelectedRows", .int32(.min))
    #expect(try row.press() == "")
  }

  @Test func `an icon is selected by its place`() throws {
    let fixture = try ActionFixture(
      role: .icon, label: "Photo", states: [.enabled, .sensitive, .selectable])
    fixture.object.dialect = AtspiDialect(toolkit: "gtk", version: "3.24.38")
    fixture.offer(["activate"])
    let selection = "org.a11y.atspi.Selection"
    var asked: [String] = []
    fixture.service.onProperty(selection, "NSelectedChildren", .int32(2))
    fixture.service.on("org.a11y.atspi.Accessible", "GetIndexInParent") { _ in
      .values([.int32(7)])
    }
    fixture.service.on(selection, "SelectChild") { call throws(BusError) in
      asked.append("select \(try call.int32())")
      return .values([.bool(true)])
    }
    fixture.service.on(selection, "ClearSelection") { _ in
      asked.append("clear")
      return .values([.bool(true)])
    }
    let outcome = try fixture.perform(.press)
    #expect(outcome.note == "it deselected 2 other icons first, as a click does")
    #expect(asked == ["select 7", "clear", "select 7"] && fixture.done == ["activate"])
  }

  @Test func `no other toolkit is asked`() throws {
    let row = try Row([1, 2], toolkit: "Chromium")
    #expect(try row.press() == "" && row.asked.isEmpty)
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// A sheet of 1,048,576 by 16,384 cells that creates a new object each time that a cell is read, and
/// forgets it, as LibreOffice Calc does.
private final class Sheet {
  let application: FakeApplication
  let table: FakeObject
  let rows = 1_048_576
  let columns = 16_384
  /// The cell in the upper left corner; 10 rows of 4 columns are visible.
  var top = CellPosition(row: 0, column: 0)
  var values: [CellPosition: String] = [:]
  private(set) var places: [String: CellPosition] = [:]
  /// How many more requests for a cell fail.
  var failures = 0
  /// The rows and columns of the cells that were read.
  private(set) var asked: [CellPosition] = []

  init(_ application: FakeApplication) {
    self.application = application
    let window = application.add("Window", role: 23, under: application.root)
    table = application.add("Sheet", role: 55, under: window)
    table.states |= 1 << 31
    table.claimedChildren = .max
    table.interfaces += ["Table", "Selection"]
    table.extents = (0, 0, 400, 200)
    let table = "org.a11y.atspi.Table"
    for (name, count) in [("NRows", rows), ("NColumns", columns)] {
      application.extraProperties[table, default: [:]][name] = .int32(Int32(count))
    }
    let service = application.service
    service.on(table, "GetAccessibleAt") { [unowned self] call throws(BusError) in
      let place = CellPosition(row: Int(try call.int32()), column: Int(try call.int32()))
      asked.append(place)
      guard failures == 0 else {
        failures -= 1
        return .error("org.freedesktop.DBus.Error.Failed", "busy")
      }
      return .values([application.reference(makeCell(place))])
    }
    service.on("org.a11y.atspi.Component", "GetAccessibleAtPoint") {
      [unowned self] call throws(BusError) in
      let (x, y) = (Int(try call.int32()), Int(try call.int32()))
      let place = CellPosition(row: top.row + y / 20, column: top.column + x / 100)
      return .values([application.reference(makeCell(place))])
    }
    service.on("org.a11y.atspi.Component", "GetExtents") { [unowned self] call throws(BusError) in
      var (x, y, width, height) = application[call.path ?? ""]?.extents ?? (0, 0, 0, 0)
      if let place = places[call.path ?? ""] {
        (x, y) = (Int32(place.column - top.column) * 100, Int32(place.row - top.row) * 20)
        (width, height) = (100, 20)
      }
      return .values([.structure([.int32(x), .int32(y), .int32(width), .int32(height)])])
    }
    service.on("org.a11y.atspi.Accessible", "GetIndexInParent") {
      [unowned self] call throws(BusError) in
      guard let place = places[call.path ?? ""] else { return .values([.int32(-1)]) }
      return .values([.int32(Int32(truncatingIfNeeded: place.row * columns + place.column))])
    }
  }

  func makeCell(_ place: CellPosition) -> String {
    let letter = String(UnicodeScalar(UInt8(65 + place.column % 26)))
    let cell = application.make("\(letter)\(place.row + 1)", role: 56, parent: table.path)
    cell.states |= 1 << 7 | 1 << 22
    let isSeen =
      (top.row..<top.row + 10).contains(place.row)
      && (top.column..<top.column + 4).contains(place.column)
    if !isSeen { cell.states &= ~(1 << 25) }
    cell.interfaces += ["Text", "Value"]
    cell.text = values[place] ?? ""
    places[cell.path] = place
    return cell.path
  }

  /// Adds a scroll bar beside the table that scrolls it by pages if `isWorking`.
  func addBar(isVertical: Bool, isWorking: Bool = true) throws {
    let window = try #require(application[table.parent])
    let bar = application.add(isVertical ? "Down" : "Across", role: 48, under: window)
    bar.states |= isVertical ? 1 << 29 : 1 << 14
    bar.interfaces += ["Action", "Value"]
    bar.actions = ["decrementBlock", "incrementBlock"]
    bar.value = 0
    bars[bar.path] = isVertical
    application.service.on("org.a11y.atspi.Action", "DoAction") {
      [unowned self] call throws(BusError) in
      guard isWorking, let path = call.path, let isVertical = bars[path] else {
        return .values([.bool(true)])
      }
      let sign = try call.int32() == 1 ? 1 : -1
      pages += 1
      if isVertical {
        top.row = max(0, top.row + 10 * sign)
      } else {
        top.column = max(0, top.column + 4 * sign)
      }
      application[path]?.value = Double(isVertical ? top.row : top.column)
      try? application.emit(table, "VisibleDataChanged")
      return .values([.bool(true)])
    }
  }

  /// Whether each bar is vertical, by its path.
  private(set) var bars: [String: Bool] = [:]
  /// The number of times that a bar moved.
  private(set) var pages = 0

  /// Forgets all cells that were returned, as at-spi2-atk does after 15 s.
  func forget() {
    for path in places.keys { application.drop(path) }
    places = [:]
  }
}

@Suite(.serialized, .ownThreadInTurn)
struct TableGridTests {
  private func started(_ configure: (Sheet) -> Void = { _ in }) throws -> (FakeDesktop, Sheet) {
    let desktop = try FakeDesktop()
    var sheet: Sheet?
    _ = try desktop.launch("Calc") {
      let made = Sheet($0)
      made.values[CellPosition(row: 4, column: 1)] = "4"
      configure(made)
      sheet = made
    }
    desktop.source.start()
    try desktop.settle()
    let made = try #require(sheet)
    try desktop.wait("the cells are there") {
      desktop.element("Sheet")?.children.count == 40
        || !made.application.service.received.isEmpty
          && desktop.element("B5") != nil
    }
    try desktop.settle()
    return (desktop, made)
  }

  @Test func `only the visible cells are mirrored, by address and value`() throws {
    let (desktop, sheet) = try started()
    #expect(desktop.element("Sheet")?.children.count == 40)
    #expect(desktop.element("Sheet")?.totalChildren == Int(Int32.max))
    #expect(desktop.element("B5")?.value == "4")
    #expect(desktop.element("B5")?.actions.contains { $0.kind == .setText } == true)
    try desktop.expectTrue()
    let list = "\(sheet.table.path) org.a11y.atspi.Accessible GetChildren"
    #expect(!sheet.application.service.received.contains(list))
    #expect(sheet.asked.count < 300)
  }

  @Test func `the mirrored cells follow when the sheet is scrolled, and keep their ids`() throws {
    let (desktop, sheet) = try started()
    let id = try #require(desktop.element("B5")?.id)
    sheet.top.row = 3
    try sheet.application.emit(sheet.table, "VisibleDataChanged")
    try desktop.wait("it is scrolled") {
      desktop.element("A13") != nil && desktop.element("A1") == nil
    }
    #expect(desktop.element("B5")?.id == id)
    // Far down, the index is truncated to 32 bits.
    sheet.top.row = 500_000
    try sheet.application.emit(sheet.table, "VisibleDataChanged")
    // Removals are made in slices: not always in the commit that shows the new cells.
    try desktop.wait("it is scrolled far") {
      desktop.element("A500001") != nil && desktop.element("B5") == nil
    }
    try desktop.settle()
    try desktop.expectTrue()
  }

  @Test func `a cell whose object was forgotten is read again`() throws {
    let (desktop, sheet) = try started()
    let id = try #require(desktop.element("B5")?.id)
    let place = CellPosition(row: 4, column: 1)
    sheet.forget()
    sheet.values[place] = "77"
    let mirror = try #require(desktop.store.tree.roots.first.flatMap(desktop.source.application))
    let table = try #require(desktop.element("Sheet")?.id)
    mirror.structure.readCells(of: try #require(mirror.table[table]))
    try desktop.wait("the value is read") { desktop.element("B5")?.value == "77" }
    #expect(desktop.element("B5")?.id == id)
    #expect(desktop.element("Sheet")?.children.count == 40)
  }

  /// In LibreOffice, all cells are named again every few seconds, and each is read after those before it.
  @Test func `a cell that is acted on is urgent, also while it is named again`() throws {
    let (desktop, sheet) = try started()
    let cell = try #require(desktop.element("B5").flatMap { desktop.source.object($0.id) })
    let mirror = try #require(desktop.store.tree.roots.first.flatMap(desktop.source.application))
    sheet.forget()
    cell.lastNamed = 0
    mirror.reads.mark(cell, .text, .visible)
    var (isMarked, wasForgotten) = (false, false)
    try desktop.wait("it is read") {
      if !isMarked, cell.renewal != nil {
        isMarked = true
        sheet.values[CellPosition(row: 4, column: 1)] = "77"
        mirror.reads.mark(cell, .states, .high)
      }
      let isPending = !cell.dirty.union(cell.reading).isDisjoint(with: [.states, .text])
      if isMarked, isPending, !mirror.reads.isHighPriorityActive { wasForgotten = true }
      return isMarked && !isPending && desktop.element("B5")?.value == "77"
    }
    #expect(!wasForgotten && cell.renewal == nil)
    try desktop.settle()
    #expect(!mirror.reads.isHighPriorityActive)
  }

  /// Has a cell read again that its application has forgotten, and returns whether it was read.
  ///
  /// - Parameter failures: How many requests to name a cell fail before.
  private func readForgottenCell(failures: Int) throws -> (isRead: Bool, value: String?) {
    let (desktop, sheet) = try started()
    let id = try #require(desktop.element("B5")?.id)
    let cell = try #require(desktop.source.object(id))
    sheet.forget()
    cell.lastNamed = 0
    sheet.values[CellPosition(row: 4, column: 1)] = "77"
    sheet.failures = failures
    var isRead: Bool?
    desktop.source.readAgain(id) { isRead = $0 }
    try desktop.wait("it is answered") { isRead != nil }
    return (try #require(isRead as Bool?), desktop.element("B5")?.value)
  }

  @Test func `a cell that is not named again does not count as read`() throws {
    let outcome = try readForgottenCell(failures: .max)
    #expect(!outcome.isRead && outcome.value == "4")
  }

  /// As in LibreOffice, whose object of the active cell goes on having the text that was deleted.
  @Test func `a cell that was emptied is empty once another one is active`() throws {
    let (desktop, sheet) = try started()
    func activate(_ row: Int, _ column: Int) throws {
      let cell = sheet.makeCell(CellPosition(row: row, column: column))
      try sheet.application.emit(
        sheet.table, "ActiveDescendantChanged", "", 0, 0, sheet.application.reference(cell))
    }
    let table = try #require(desktop.element("Sheet")?.id)
    try activate(4, 1)
    try desktop.wait("it is active") {
      desktop.source.object(table)?.grid?.active == CellPosition(row: 4, column: 1)
    }
    try desktop.settle()
    #expect(desktop.element("B5")?.value == "4")
    sheet.values = [:]
    try activate(0, 0)
    try desktop.wait("it is empty") { desktop.element("B5")?.value?.isEmpty ?? true }
  }

  @Test func `a number is set, even if the object that was read is forgotten`() throws {
    let (desktop, sheet) = try started()
    sheet.application.service.on("org.freedesktop.DBus.Properties", "Set") {
      call throws(BusError) in
      guard let place = sheet.places[call.path ?? ""] else {
        return .error("org.freedesktop.DBus.Error.UnknownObject", "forgotten")
      }
      _ = (try call.string(), try call.string())
      let value = try call.variant { () throws(BusError) in try call.double() }
      sheet.values[place] = value.shortDescription
      sheet.values[CellPosition(row: 0, column: 3)] = "dependent"
      return .values([])
    }
    sheet.forget()
    let element = try #require(desktop.element("B5"))
    func set(_ text: String) throws -> ActionOutcome {
      var outcome: ActionOutcome?
      desktop.source.perform(
        ActionRequest(
          element: element.id, command: .setText(text),
          deadline: desktop.store.time + 5_000_000_000)
      ) { outcome = $0 }
      try desktop.wait("it is done") { outcome != nil }
      return try #require(outcome)
    }
    #expect(try set("12").method == "Value.CurrentValue = 12")
    #expect(try set("twelve").refusal?.reason == .unsupported)
    sheet.forget()
    try desktop.wait("the cells are read") {
      desktop.element("B5")?.value == "12" && desktop.element("D1")?.value == "dependent"
    }
  }

  @Test func `a distant cell is mirrored when it is requested by its address`() throws {
    let (desktop, sheet) = try started { $0.values[CellPosition(row: 399, column: 1)] = "there" }
    let table = try #require(desktop.element("Sheet")?.id)
    func bring(_ name: String) throws -> ActionOutcome {
      var outcome: ActionOutcome?
      desktop.source.perform(
        ActionRequest(
          element: table, command: .custom(name), deadline: desktop.store.time + 5_000_000_000)
      ) { outcome = $0 }
      try desktop.wait("answered") { outcome != nil }
      return try #require(outcome)
    }
    let brought = try bring("cell B400")
    let cell = try #require(desktop.element("B400")?.id)
    #expect(brought == .brought(cell, method: "Table.GetAccessibleAt(399, 1)"))
    #expect(try bring("cell B400") == brought)
    try desktop.wait("it is there") { desktop.element("B400")?.value == "there" }
    #expect(desktop.element("B400")?.frame == nil, "its place would have to be added up")
    #expect(try bring("cell 1048577,1").refusal?.reason == .outOfRange)
    #expect(try bring("cell ÄÖ").refusal?.reason == .invalidArgument)
    for row in 1000..<1100 { _ = try bring("cell \(row),1") }
    try desktop.settle()
    let count = try #require(desktop.element("Sheet")?.children.count)
    #expect(count <= 40 + TableGrid.maxPinned)
    withExtendedLifetime(sheet) {}
  }

  private func bringOnScreen(
    _ address: String, _ desktop: FakeDesktop, within seconds: Double = 20
  ) throws -> ActionOutcome {
    func perform(_ element: ElementID, _ command: ActionCommand) throws -> ActionOutcome {
      var outcome: ActionOutcome?
      desktop.source.perform(
        ActionRequest(
          element: element, command: command,
          deadline: desktop.store.time + UInt64(seconds * 1e9))
      ) { outcome = $0 }
      try desktop.wait("answered") { outcome != nil }
      return try #require(outcome)
    }
    _ = try perform(try #require(desktop.element("Sheet")?.id), .custom("cell \(address)"))
    try desktop.wait("it is mirrored") {
      desktop.element(address).map { desktop.source.cellLocation($0.id) != nil } ?? false
    }
    return try perform(try #require(desktop.element(address)?.id), .scrollIntoView)
  }

  @Test func `a distant cell is scrolled into view by pages of the scroll bars`() throws {
    let (desktop, sheet) = try started {
      try? $0.addBar(isVertical: true)
      try? $0.addBar(isVertical: false)
    }
    #expect(try bringOnScreen("F105", desktop).method == "11 pages of the scroll bars")
    #expect(sheet.top == CellPosition(row: 100, column: 4))
    try desktop.wait("its place is known") { desktop.element("F105")?.frame != nil }
    let back = try bringOnScreen("B5", desktop)
    #expect(back.method == "11 pages of the scroll bars", "\(back)")
    #expect(sheet.top == CellPosition(row: 0, column: 0))
  }

  @Test func `after a deadline between two scroll bars, an effect is not denied`() throws {
    let (desktop, sheet) = try started {
      try? $0.addBar(isVertical: true)
      try? $0.addBar(isVertical: false)
    }
    let across = try #require(sheet.bars.first { !$0.value }?.key)
    sheet.application.service.on("org.a11y.atspi.Action", "GetName", path: across) { _ in .silence }
    let outcome = try bringOnScreen("F15", desktop, within: 3)
    guard case .unanswered(let method, _, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(method == "earlier steps, and the deadline passed during Action.GetName")
    #expect(sheet.pages == 1)
  }

  @Test func `a sheet that does not move is not scrolled forever`() throws {
    let (desktop, sheet) = try started { try? $0.addBar(isVertical: true, isWorking: false) }
    let refusal = try #require(bringOnScreen("B105", desktop).refusal)
    #expect(refusal.reason == .rejected)
    #expect(refusal.message.contains("not on screen"), "\(refusal.message)")
    #expect(sheet.pages == 0)
  }

  @Test(
    arguments: [
      ("A1", 0, 0), ("b500", 499, 1), ("AA10", 9, 26), ("XFD1048576", 1_048_575, 16_383),
      ("3,2", 2, 1),
    ])
  func `valid addresses are parsed`(_ address: String, _ row: Int, _ column: Int) {
    #expect(CellPosition(address: address) == CellPosition(row: row, column: column))
  }

  @Test(arguments: ["", "A", "1", "A0", "0,1", "1,2,3", "A-1", "ABCDEFG1", "1A", "A1 ", "ß9"])
  func `invalid addresses are refused`(_ address: String) {
    #expect(CellPosition(address: address) == nil)
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// A tree view of GTK 3: 200 rows of 3 columns, whose headers are its first children and cover the top of its rows.
private final class TreeView {
  let application: FakeApplication
  let view: FakeObject
  let bar: FakeObject
  let columns = 3
  var rows = 200
  /// How far the rows are scrolled, in points.
  var offset = 0
  /// How many rows too far the answers to hit tests are: GTK 3 counts collapsed rows there.
  var hitError = 0
  private var cells: [CellPosition: String] = [:]
  private var positions: [String: CellPosition] = [:]

  static let rowHeight = 20
  static let headerHeight = 25
  static let height = 225

  init(_ application: FakeApplication) {
    self.application = application
    let window = application.add("Window", role: 23, under: application.root)
    window.extents = (0, 0, 300, 300)
    let scrolled = application.add("Scrolled", role: 49, under: window)
    scrolled.extents = (0, 50, 300, 225)
    view = application.add("View", role: 55, under: scrolled)
    view.states |= 1 << 31
    view.interfaces += ["Table", "Selection"]
    view.extents = (0, 50, 300, Int32(Self.height))
    bar = application.add("Bar", role: 48, under: scrolled)
    bar.states |= 1 << 29
    bar.interfaces += ["Value"]
    bar.value = 0
    for column in 0..<columns {
      let header = application.add("Header \(column)", role: 57, under: view)
      header.extents = (Int32(column * 100), 50, 100, Int32(Self.headerHeight))
    }
    view.claimedChildren = Int32((rows + 1) * columns)
    application.extraProperties["org.a11y.atspi.Table"] = [
      "NRows": .int32(Int32(rows)), "NColumns": .int32(Int32(columns)),
    ]
    answer()
  }

  private func answer() {
    let table = "org.a11y.atspi.Table"
    let service = application.service
    service.on(table, "GetAccessibleAt") { [unowned self] call throws(BusError) in
      let place = CellPosition(row: Int(try call.int32()), column: Int(try call.int32()))
      return .values([application.reference(cell(place))])
    }
    service.on(table, "GetIndexAt") { [unowned self] call throws(BusError) in
      let (row, column) = (try call.int32(), try call.int32())
      return .values([.int32((row + 1) * Int32(columns) + column)])
    }
    service.on(table, "GetRowAtIndex") { [unowned self] call throws(BusError) in
      .values([.int32(try call.int32() / Int32(columns) - 1)])
    }
    service.on(table, "GetColumnAtIndex") { [unowned self] call throws(BusError) in
      .values([.int32(try call.int32() % Int32(columns))])
    }
    service.on("org.a11y.atspi.Component", "GetAccessibleAtPoint") {
      [unowned self] call throws(BusError) in
      let (x, y) = (Int(try call.int32()), Int(try call.int32()) - 50 - Self.headerHeight)
      // As GTK 3 does: behind a header are the rows that are scrolled there, or nothing.
      guard y + offset >= 0 else { return .values([application.reference("")]) }
      let row = (y + offset) / Self.rowHeight + hitError
      return .values([application.reference(cell(CellPosition(row: row, column: x / 100)))])
    }
    service.on("org.a11y.atspi.Accessible", "GetIndexInParent") {
      [unowned self] call throws(BusError) in
      guard let place = positions[call.path ?? ""] else { return .values([.int32(-1)]) }
      return .values([.int32(Int32((place.row + 1) * columns + place.column))])
    }
    service.on("org.a11y.atspi.Component", "GetExtents") { [unowned self] call throws(BusError) in
      var (x, y, width, height) = application[call.path ?? ""]?.extents ?? (0, 0, 0, 0)
      if let place = positions[call.path ?? ""] {
        (x, width, height) = (Int32(place.column * 100), 100, Int32(Self.rowHeight))
        y = Int32(place.row * Self.rowHeight - offset + 50 + Self.headerHeight)
        if y + height < 50 + Int32(Self.headerHeight) || y > 50 + Int32(Self.height) {
          (x, y) = (.min, .min)
        }
      }
      return .values([.structure([.int32(x), .int32(y), .int32(width), .int32(height)])])
    }
  }

  private func cell(_ place: CellPosition) -> String {
    guard (0..<rows).contains(place.row), (0..<columns).contains(place.column) else { return "" }
    if let path = cells[place] { return path }
    let name = "\(String(UnicodeScalar(UInt8(97 + place.column))))\(place.row)"
    let cell = application.make(name, role: 56, parent: view.path)
    cells[place] = cell.path
    positions[cell.path] = place
    return cell.path
  }

  /// Scrolls the rows, which only the scroll bar reports.
  func scroll(to offset: Int, silently: Bool = false) throws {
    self.offset = offset
    let most = rows * Self.rowHeight - Self.height + Self.headerHeight
    bar.value = 100 * Double(offset) / Double(most)
    if !silently {
      try application.emit(bar, "PropertyChange", "accessible-value", 0, 0, .int32(0))
    }
  }

  /// How far down the rows on screen are, by their first cells.
  var places: [String: Double] {
    let shown = labels.filter { $0.hasPrefix("a") }
    return Dictionary(
      uniqueKeysWithValues: shown.map { label in
        let row = Int(label.dropFirst()) ?? 0
        return (label, Double(row * Self.rowHeight - offset + 50 + Self.headerHeight))
      })
  }

  /// The labels of what is on screen.
  var labels: [String] {
    let first = offset / Self.rowHeight
    let last = (offset + Self.height - Self.headerHeight - 1) / Self.rowHeight
    return (0..<columns).map { "Header \($0)" }
      + (first...last).flatMap { row in ["a", "b", "c"].map { "\($0)\(row)" } }
  }
}

/// What is mirrored of a large table whose answers to hit tests are not all right.
@Suite(.serialized, .ownThreadInTurn)
struct TableSearchTests {
  private func started(_ configure: (TreeView) throws -> Void = { _ in }) throws -> (
    FakeDesktop, TreeView
  ) {
    let desktop = try FakeDesktop()
    var view: TreeView?
    _ = try desktop.launch("App") {
      let made = TreeView($0)
      try? configure(made)
      view = made
    }
    desktop.source.start()
    try desktop.settle()
    return (desktop, try #require(view))
  }

  private func labels(_ desktop: FakeDesktop) -> [String] {
    desktop.element("View")?.children.compactMap { desktop.store.tree[$0]?.label } ?? []
  }

  @Test(arguments: [0, 5, 1000, 3790, 3800])
  func `the headers and exactly the visible rows are mirrored`(_ offset: Int) throws {
    let (desktop, view) = try started { try $0.scroll(to: offset, silently: true) }
    #expect(labels(desktop) == view.labels)
    #expect(desktop.element("View")?.totalChildren == 603)
    try desktop.expectTrue()
  }

  @Test(arguments: [-2, 3, 50])
  func `rows are found although hit tests name others`(_ error: Int) throws {
    let (desktop, view) = try started {
      $0.hitError = error
      try $0.scroll(to: 1010, silently: true)
    }
    #expect(labels(desktop) == view.labels)
    try desktop.expectTrue()
  }

  @Test func `the mirror follows a scroll bar`() throws {
    let (desktop, view) = try started()
    for offset in [100, 2000, 1990, 3800, 0] {
      try view.scroll(to: offset)
      try desktop.wait("rows at \(offset) are mirrored") { labels(desktop) == view.labels }
    }
  }

  @Test func `outlines are marked from when the scroll bar has moved until other rows are there`()
    throws
  {
    let (desktop, view) = try started {
      $0.application.toolkit = "GTK"
      $0.application.version = "3.24.38"
    }
    let root = try #require(desktop.store.tree.roots.first)
    try desktop.wait("all is read") { !desktop.source.hasUnreadElements(root) }
    for offset in [100, 2000, 1990, 3800, 0] {
      try view.scroll(to: offset)
      try desktop.wait("the mark is there") { desktop.source.hasUnreadElements(root) }
      try desktop.wait("the mark is gone") { !desktop.source.hasUnreadElements(root) }
      #expect(labels(desktop) == view.labels)
      let places = view.places
      #expect(places.allSatisfy { desktop.element($0.key)?.frame?.rect.y == $0.value })
    }
  }

  @Test func `verify notices that other rows are on screen`() throws {
    let (desktop, view) = try started()
    try view.scroll(to: 1000, silently: true)
    let reports = try desktop.verify()
    let noticed = reports.contains { report in
      report.transient > 0 || report.differences.contains { $0.field == "children on screen" }
    }
    #expect(noticed, "\(reports)")
  }
}

import Testing

@testable import DesktopSource

/// A list of GTK 4 that shows five of its rows. The others have the place that they had when they were last shown.
final class ScrolledList {
  private unowned let application: FakeApplication
  let object: FakeObject
  let rows: [FakeObject]
  /// The rows that the list shows.
  private(set) var shown: Set<String> = []
  /// The rows whose hit tests were answered.
  var tested: [String] = []
  /// Rows about whose center something is that is no object, as the knob of a slider, and how far it reaches from there.
  var covered: [String: Int32] = [:]
  /// Called with a row before its hit test is answered.
  var whenTested: (FakeObject) -> Void = { _ in }

  static let height: Int32 = 20
  static let count = 5

  init(_ application: FakeApplication, pages: Int = 3) throws {
    let window = try #require(application["/o/1"])
    let object = application.add("Parts", role: 31, under: window)
    object.extents = (0, 100, 200, Self.height * Int32(Self.count))
    self.application = application
    self.object = object
    rows = (0..<Self.count * pages).map { application.add("Row \($0)", role: 32, under: object) }
    for row in rows { row.extents = (0, 100, 0, 0) }
    application.service.on("org.a11y.atspi.Component", "GetAccessibleAtPoint") {
      [unowned self, unowned application] call throws(BusError) in
      let (x, y) = (try call.int32(), try call.int32())
      guard let row = rows.first(where: { $0.path == call.path }) else {
        let found = call.path == object.path ? place(y) : part(call.path ?? "")
        return .values([application.reference(found)])
      }
      tested.append(row.name)
      whenTested(row)
      let isHit =
        shown.contains(row.path) && x >= 0 && x < 200 && y >= row.extents.1
        && y < row.extents.1 + row.extents.3
        && abs(x - 100) >= covered[row.name] ?? 0
      return .values([application.reference(isHit ? row.path : "")])
    }
  }

  /// The row that is shown at a height in the window.
  private func place(_ y: Int32) -> String {
    rows.first {
      shown.contains($0.path) && ($0.extents.1..<$0.extents.1 + $0.extents.3).contains(y)
    }?.path ?? ""
  }

  func addPart(_ name: String, to row: FakeObject) {
    application.add(name, role: 29, under: row).extents = row.extents
  }

  /// What is found at a part of a row: the part, if the row is shown.
  private func part(_ path: String) -> String {
    rows.contains { shown.contains($0.path) && $0.children.contains { $0.path == path } }
      ? path : ""
  }

  /// Takes the list off the screen, as when another page is in front.
  func hide() { shown = [] }

  /// Scrolls to a page, by half a row more than that, and without an event.
  func scroll(to page: Int, by rest: Int32 = 0) {
    let visible = rows.dropFirst(page * Self.count).prefix(Self.count)
    shown = Set(visible.map(\.path))
    for (index, row) in visible.enumerated() {
      row.extents = (0, 100 + Int32(index) * Self.height - rest, 200, Self.height)
    }
  }
}

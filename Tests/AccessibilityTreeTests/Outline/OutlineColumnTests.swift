import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Rows that a page lays out itself, whose texts Chromium puts together without a blank.
struct OutlineColumnTests {
  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }

  private func part(
    _ id: UInt64, _ role: Role, _ label: String, _ x: Double, _ y: Double = 0, width: Double = 30
  ) -> Node {
    Node(id, role, label) {
      $0.frame = Desk.frame(x, y, width, 20)
      if role != .text { Self.press(&$0) }
    }
  }

  private func row(
    _ value: String?, places: [Int] = [], isPressed: Bool = true, _ parts: [Node]
  ) throws -> String {
    let row = Node(
      3, .section, value: value,
      {
        $0.frame = Desk.frame(0, 0, 800, 40)
        $0.objectPlaces = places
        if isPressed { Self.press(&$0) }
      }, children: parts)
    let tree = try Tree([Node(1, .application, children: [Node(2, .window, "W", children: [row])])])
    return outline(tree, 2).text.split(separator: "\n").dropFirst().map { $0.dropFirst(2) }
      .joined(separator: "\n")
  }

  private var columns: [Node] {
    [
      part(6, .text, "Bob", 80), part(7, .text, "Invoice 2031", 200, width: 100),
      part(8, .text, "10:01", 700),
    ]
  }

  @Test func `a row that can be pressed has its columns as texts, and its controls below`() throws {
    let controls = [part(4, .checkBox, "Select", 0), part(5, .button, "Star", 40)]
    #expect(
      try row("BobInvoice 203110:01", places: [-2, -1], controls + columns) == """
        section with "Bob", "Invoice 2031", "10:01" #3 (press)
          checkbox "Select" #4
          button "Star" #5
        """)
    #expect(
      try row("BobInvoice 203110:01", columns)
        == "section with \"Bob\", \"Invoice 2031\", \"10:01\" #3 (press)")
    // Each column is an element of its own.
    let blocks = columns.map { column in
      Node(
        column.element.id.rawValue + 10, .section, value: column.element.label, children: [column])
    }
    #expect(
      try row(nil, controls + blocks) == """
        section with "Bob", "Invoice 2031", "10:01" #3 (press)
          checkbox "Select" #4
          button "Star" #5
        """)
  }

  @Test func `columns that nothing can be done with are one line as well`() throws {
    #expect(
      try row("BobInvoice 203110:01", isPressed: false, columns)
        == "section with \"Bob\", \"Invoice 2031\", \"10:01\" #3")
    // One below the other.
    let blocks = [part(6, .text, "Bob", 0), part(7, .text, "Invoice", 0, 20)]
    #expect(
      try row("BobInvoice", isPressed: false, blocks) == "section with \"Bob\", \"Invoice\" #3")
  }

  @Test func `words of one text are no columns`() throws {
    let marked = [
      part(6, .text, "in", 0, width: 14), part(7, .text, "valid", 14, width: 40),
      part(8, .text, "since", 60, width: 40),
    ]
    #expect(try row("invalid since", isPressed: false, marked) == "\"invalid since\"")
    // Between both margins, blanks are wide.
    let wide = [part(6, .text, "Read", 0), part(7, .text, "this", 60)]
    #expect(try row("Read this", isPressed: false, wide) == "\"Read this\"")
    // A line that is full goes on in the next one.
    let long = [part(6, .text, "日本", 0, width: 790), part(7, .text, "語", 0, 20)]
    #expect(try row("日本語", isPressed: false, long) == "\"日本語\"")
  }
}

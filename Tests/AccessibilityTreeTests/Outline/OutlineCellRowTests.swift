import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// In tables of GTK 3, which list their cells without rows, a row is one line.
struct OutlineCellRowTests {
  private typealias Configure = (inout Element) -> Void

  private static func configure(_ row: Int, _ column: Int, _ more: @escaping Configure) -> Configure
  {
    { element in
      element.states.formUnion([.focusable, .selectable, .transient])
      element.actions = [Action(.press), Action(.select)]
      element.frame = Desk.frame(Double(100 * column), Double(30 * row), 98, 28)
      more(&element)
    }
  }

  private func cell(
    _ row: Int, _ column: Int, _ label: String?, _ more: @escaping Configure = { _ in },
    parts: [String?] = []
  ) -> Node {
    let id = UInt64(100 + 100 * row + 10 * column)
    let children = parts.enumerated().map { index, part in
      Node(id + 1 + UInt64(index), .cell, part, Self.configure(row, column, more))
    }
    return Node(id, .cell, label, Self.configure(row, column, more), children: children)
  }

  /// A file as in Thunar and the file chooser: an icon and a name, a size, a date and a time.
  private func file(_ row: Int, _ name: String, _ more: @escaping Configure = { _ in }) -> [Node] {
    [
      cell(row, 0, nil, more, parts: [nil, name, name]), cell(row, 1, "12 kB", more),
      cell(row, 2, nil, more, parts: ["Today", "06:24"]),
    ]
  }

  private func tree(_ cells: [Node]) throws -> Tree {
    let table = Node(3, .table, "Files", children: cells)
    return try Tree([
      Node(1, .application, "app", children: [Node(2, .window, "W", children: [table])])
    ])
  }

  private func lines(_ cells: [Node], focus: UInt64? = nil) throws -> [Substring] {
    outline(try tree(cells), 3, focus: focus).text.split(separator: "\n").dropFirst().map {
      $0.drop { $0 == " " }
    }
  }

  @Test func `a row has one line, with the texts of its cells`() throws {
    let cells = file(0, "a.txt") + file(1, "b.txt") { $0.states.insert(.selected) }
    #expect(
      try lines(cells) == [
        "cell with \"a.txt\", \"12 kB\", \"Today\", \"06:24\" #100",
        "cell with \"b.txt\", \"12 kB\", \"Today\", \"06:24\" #200 [selected]",
      ])
    #expect(
      try lines([cell(0, 0, "a"), cell(1, 0, "b")]) == ["cell \"a\" #100", "cell \"b\" #200"])
    // The line that it goes on from has the whole row as well.
    var options = OutlineOptions()
    options.budget = 150
    let files = (0..<40).flatMap { file($0, "file \($0)") }
    let first = outline(try tree(files), 3, options: options)
    let shown = first.text.split(separator: "\n").count - 2
    #expect(first.text.hasSuffix("… \(40 - shown) rows more #\(100 + 100 * shown)+\n"))
    let rest = Outline(
      of: try tree(files),
      from: .following(ElementID(rawValue: UInt64(100 + 100 * shown)), texts: false))
    #expect(rest.text.split(separator: "\n").count == 40 - shown)
  }

  @Test func `a cell without a text is said before others, and one that shows an icon is not`()
    throws
  {
    let empty: Configure = { $0.states.insert(.singleLine) }
    func text(_ row: Int, _ column: Int, _ text: String) -> Node {
      text.isEmpty ? cell(row, column, nil, empty) : cell(row, column, text)
    }
    let rows = [
      ["bin", "", "", "Today"], ["", "1 kB", "", "Mon"], ["", "", "Dir", ""], ["", "", "", ""],
      ["a", "b", "c", "d"],
    ]
    let cells = rows.enumerated().flatMap { row, texts in
      texts.enumerated().map { column, label in text(row, column, label) }
    }
    let all: [Substring] = [
      "cell with \"bin\", \"\", \"\", \"Today\" #100",
      "cell with \"\", \"1 kB\", \"\", \"Mon\" #210",
      "cell with \"\", \"\", \"Dir\" #320", "cell with \"a\", \"b\", \"c\", \"d\" #500",
    ]
    #expect(try lines(cells).filter { !$0.hasPrefix("…") } == all)
    #expect(
      try lines([cell(0, 0, nil), cell(0, 1, "a"), cell(0, 2, nil), cell(0, 3, "b")]).first
        == "cell with \"a\", \"b\" #110")
  }

  /// As in GTK 3, whose action would activate the row.
  @Test func `a box to tick has a line beside its row, which says that nothing presses it`() throws
  {
    func box(_ element: inout Element) {
      element.states.insert(.checkable)
      element.actions = [Action(.select), Action(.focus)]
    }
    let row = [cell(0, 0, nil, box), cell(0, 1, "Spell check"), cell(0, 2, "1.0")]
    let texts = "cell with \"Spell check\", \"1.0\" #110"
    #expect(
      try lines(row) == ["cell in row \"Spell check\" #100 [unchecked] (no press)", texts[...]])
    // The row is chosen with all of its cells.
    let chosen = [
      cell(0, 0, nil) {
        box(&$0)
        $0.states.formUnion([.selected, .checked])
      },
      cell(0, 1, "Spell check") { $0.states.insert(.selected) },
    ]
    #expect(
      try lines(chosen) == [
        "cell in row \"Spell check\" #100 [checked, selected] (no press)",
        "cell \"Spell check\" #110 [selected]",
      ])
    let pressed = cell(0, 0, nil) {
      $0.states.insert(.checkable)
    }
    #expect(
      try lines([pressed, cell(0, 1, "Wrap")]).first == "cell in row \"Wrap\" #100 [unchecked]")
  }

  /// As in the preferences of Geany, where a cell has a box and texts, of which one is drawn, and GTK 3 does not say which.
  @Test func `a box that is a part of a cell is told by the cell before that`() throws {
    let part = Node(
      121, .cell, nil,
      Self.configure(0, 1) {
        $0.states.insert(.checkable)
        $0.actions = [Action(.focus)]
      })
    let text = Node(122, .cell, "8", Self.configure(0, 1) { _ in })
    let value = Node(110, .cell, nil, Self.configure(0, 1) { _ in }, children: [part, text])
    let shown = try lines([cell(0, 0, "Show scroll bars"), value])
    #expect(
      shown.contains("cell in row \"Show scroll bars\" #121 [unchecked] (no press)"), "\(shown)")
  }

  /// As the marks that KeePassXC has before the names, and lists behind the other cells.
  @Test func `empty cells before the first one of a chosen row have no line`() throws {
    func select(_ element: inout Element) { element.states.insert(.selected) }
    let cells = [
      cell(0, 2, "Mail", select), cell(0, 3, "ada", select), cell(0, 0, nil, select),
      cell(0, 1, nil, select),
    ]
    #expect(try lines(cells) == ["cell with \"Mail\", \"ada\" #120 [selected]"])
  }

  @Test func `a row whose name has the focus has one line as well`() throws {
    // GTK 3 says so of all parts of the cell.
    let focused = cell(0, 0, nil, { $0.states.insert(.focused) }, parts: [nil, "a.txt"])
    let cells = [focused] + file(0, "a.txt").dropFirst() + file(1, "b.txt")
    for focus in [100, 102] as [UInt64] {
      #expect(
        try lines(cells, focus: focus).first
          == "cell with \"a.txt\", \"12 kB\", \"Today\", \"06:24\" #100 [focused]")
    }
  }

  @Test func `a row has the focus that the text of its first cell has`() throws {
    func files(_ focused: Bool) throws -> Tree {
      var name = cell(0, 0, nil, parts: [nil, "a.txt"])
      if focused { name.children[1].element.states.insert(.focused) }
      return try tree([name, cell(0, 1, "12 kB")])
    }
    let (former, now) = (try files(false), try files(true))
    let line = "cell with \"a.txt\", \"12 kB\" #100"
    for focus in [102, nil] as [UInt64?] {
      let text = outline(now, 3, focus: focus).text
      #expect(text.hasSuffix("  \(line) [focused]\n"), "\(text)")
      #expect(!text.contains("focus:"), "\(text)")
    }
    let difference = OutlineDifference(
      from: outline(former, 3), to: outline(now, 3, focus: 102))
    #expect(difference.text == "~ \(line) [focused]\n")
    // Of another column.
    var size = cell(0, 1, nil, parts: [nil, "12 kB"])
    size.children[1].element.states.insert(.focused)
    #expect(
      try lines([cell(0, 0, "a"), size]) == [
        "cell \"a\" #100", "cell with \"12 kB\" #110 [focused]",
      ])
  }

  /// In GTK 3, cells that are scrolled out have no place.
  @Test func `rows that are scrolled out are counted once, and have one line each`() throws {
    let headers = ["Name", "Size", "Date"].enumerated().map { index, label in
      Node(10 + UInt64(index), .columnHeader, label)
    }
    func hide(_ element: inout Element) {
      element.frame = nil
      element.states.remove(.showing)
    }
    func rows(_ range: Range<Int>, _ more: @escaping Configure = { _ in }) -> [Node] {
      range.flatMap { file($0, "file \($0)", more) }
    }
    let cells = rows(0..<3) + rows(3..<21, hide)
    let text = outline(try tree(headers + cells), 3).text
    #expect(text.hasSuffix("  … 18 rows below #400+\n"), "\(text)")
    let rest = Outline(
      of: try tree(headers + cells), from: .following(ElementID(rawValue: 400), texts: false))
    let read = rest.text.split(separator: "\n")
    #expect(read.count == 18, "\(rest.text)")
    #expect(read.first == "cell with \"file 3\", \"12 kB\", \"Today\", \"06:24\" #400")
    // One row is counted as well: its line would have its first cell alone.
    let single = rows(0..<3) + rows(3..<4, hide)
    #expect(outline(try tree(headers + single), 3).text.hasSuffix("  … 1 row below #400+\n"))
    // Which cells are in a row is not known.
    let odd = outline(try tree(headers + cells.dropLast()), 3).text
    #expect(odd.hasSuffix("  … 53 cells below #400+\n"), "\(odd)")
    // Rows of which some columns are scrolled out are on screen.
    let wide = (0..<4).flatMap { row in
      file(row, "file \(row)").dropLast() + [cell(row, 2, "Today", hide)]
    }
    let scrolled = outline(try tree(headers + wide), 3).text
    #expect(scrolled.hasSuffix("  … 4 cells off screen #120+\n"), "\(scrolled)")
  }

  @Test func `a cell that can be acted on in another way than its row has a line`() throws {
    let others: [Configure] = [
      { $0.states.insert(.checkable) }, { $0.states.insert(.editable) },
      { $0.actions.append(Action(.setText)) },
      { $0.actions.append(Action(.custom, name: "eject")) },
      { $0.states.insert(.focused) }, { $0.states.insert(.expanded) }, { $0.value = "3" },
    ]
    for other in others {
      let cells = [cell(0, 0, "Disk"), cell(0, 1, "x", other), cell(0, 2, "full")]
      let lines = try lines(cells)
      #expect(lines.count == 2, "\(lines)")
      #expect(lines.first == "cell with \"Disk\", \"full\" #100")
      #expect(
        lines.last?.hasPrefix("cell \"x\"") == true || lines.last?.contains("\"x\" #110") == true)
    }
  }

  @Test func `cells that are not made up, or whose places are not in one row, have lines`() throws {
    let real: Configure = { $0.states.remove(.transient) }
    #expect(try lines([cell(0, 0, "a", real), cell(0, 1, "b", real)]).count == 2)
    #expect(try lines([cell(0, 0, "a"), cell(0, 1, "b") { $0.frame = nil }]).count == 2)
    #expect(try lines([cell(0, 0, "a"), cell(1, 1, "b")]).count == 2)
    // A place that was not read again since the table was scrolled.
    #expect(
      try lines(
        [cell(0, 0, "a"), cell(0, 1, "1"), cell(0, 0, "b"), cell(1, 1, "2")].enumerated().map {
          var node = $1
          if $0 > 1 {
            node.element = Element(
              id: ElementID(rawValue: UInt64(900 + $0)), attributesOf: node.element)
          }
          return node
        }
      ).first == "cell with \"a\", \"1\" #100")
    let long = String(repeating: "word ", count: 40)
    #expect(try lines([cell(0, 0, "a"), cell(0, 1, long), cell(0, 2, "b")]).count == 2)
  }
}

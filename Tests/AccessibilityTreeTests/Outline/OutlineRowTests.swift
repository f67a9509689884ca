import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What repeats in rows, items and cards stands below what tells its row from the others.
struct OutlineRowTests {
  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }

  private func row(
    _ number: UInt64, _ name: String, _ age: String, _ role: Role = .row
  ) -> Node {
    let id = 100 + 10 * number
    return Node(
      id, role,
      children: [
        Node(id + 1, .cell, children: [Node(id + 2, .text, name)]),
        Node(id + 3, .cell, children: [Node(id + 4, .text, age)]),
        Node(
          id + 5, .cell, "Edit Delete",
          children: [
            Node(id + 6, .button, "Edit", Self.press), Node(id + 7, .button, "Delete", Self.press),
          ]),
      ])
  }

  private func tree(_ rows: [Node]) throws -> Tree {
    let table = Node(3, .table, "People", children: rows)
    return try Tree([
      Node(1, .application, "app", children: [Node(2, .window, "W", children: [table])])
    ])
  }

  /// As the fonts of gnome-font-viewer.
  @Test func `a cell that people reach by the keyboard has one line, with its texts`() throws {
    let cell = Node(
      10, .cell, nil, { $0.states.insert(.focusable) },
      children: [
        Node(11, .generic, children: [Node(12, .label, "Aa"), Node(13, .label, "C059, Bold")])
      ])
    let text = outline(try tree([cell])).text
    #expect(
      text.hasSuffix("      cell with \"Aa\", \"C059, Bold\" #10 (no press)\n"), "\(text)")
  }

  /// As in Nautilus, whose grid has a cell that can be chosen around each file.
  @Test(arguments: [[], [.selected]] as [States])
  func `a cell that people reach by the keyboard has one line, with its text`(states: States)
    throws
  {
    let cell = Node(
      10, .cell, nil,
      {
        $0.states.formUnion(states.union(.focusable))
        $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 11)])]
      },
      children: [
        Node(
          11, .cell, "file1.txt",
          children: [Node(12, .generic, children: [Node(13, .label, "file1.txt")])])
      ])
    let text = outline(try tree([cell])).text
    let line =
      "      cell with \"file1.txt\" #10" + (states.isEmpty ? "" : " [selected]") + " (no press)"
    #expect(text.hasSuffix("    table \"People\" #3\n" + line + "\n"), "\(text)")
  }

  /// As the cards of a shop: the line of a card has the words of its heading, and the link in that has a line all the same.
  @Test(arguments: ["", " (new)"])
  func `the link in a heading that names a card has a line`(_ rest: String) throws {
    func card(_ id: UInt64, _ name: String) -> Node {
      let link = Node(id + 2, .link, name, Self.press, children: [Node(id + 3, .text, name)])
      let heading = Node(
        id + 1, .heading, name + rest,
        children: rest.isEmpty ? [link] : [link, Node(id + 4, .text, rest)])
      return Node(
        id, .article,
        children: [
          heading, Node(id + 5, .text, "1 €"), Node(id + 6, .button, "Add", Self.press),
          Node(id + 7, .button, "Delete", Self.press),
        ])
    }
    let text = outline(try tree([card(10, "Apple"), card(20, "Pear")])).text
    #expect(
      text.hasSuffix(
        """
              article with "Apple\(rest)", "1 €" #10
                link "Apple" #12
                button "Add" #16
                button "Delete" #17
              article with "Pear\(rest)", "1 €" #20
                link "Pear" #22
                button "Add" #26
                button "Delete" #27

        """), "\(text)")
  }

  /// As in Firefox, where the words around a link are the value of their paragraph.
  @Test func `the text of a card around a link stands once`() throws {
    func card(_ id: UInt64, _ name: String) -> Node {
      let paragraph = Node(
        id + 1, .paragraph, value: "Excerpt of \(name) ",
        { $0.objectPlaces = [$0.value?.unicodeScalars.count ?? 0] },
        children: [Node(id + 2, .link, "tag", Self.press)])
      return Node(
        id, .article,
        children: [
          Node(id + 3, .heading, name), paragraph, Node(id + 4, .button, "Vote", Self.press),
          Node(id + 5, .button, "Save", Self.press),
        ])
    }
    let text = outline(try tree([card(10, "Apple"), card(20, "Pear")])).text
    let lines = text.split(separator: "\n")
    #expect(lines.count { $0.contains("Excerpt of Apple") } == 1, "\(text)")
    #expect(text.contains("link \"tag\" #12") && text.contains("link \"tag\" #22"))
  }

  /// As the cells of a table for layout in Chromium.
  @Test(arguments: [Role.heading, .text])
  func `a section that is named after the one thing in it has no line`(_ role: Role) throws {
    let section = Node(10, .section, "Apple", children: [Node(11, role, "Apple")])
    let text = outline(try tree([section])).text
    #expect(!text.contains("section") && text.contains("Apple"), "\(text)")
    let other = Node(10, .section, "Fruits", children: [Node(11, role, "Apple")])
    #expect(outline(try tree([other])).text.contains("section \"Fruits\" #10"))
  }

  /// As a cell of a table for layout in Chromium, whose paragraphs have links before their texts.
  @Test func `a section that is said to be named by its contents has no line`() throws {
    func section(_ source: String) -> Node {
      Node(
        10, .section, "Alpha first Beta second",
        { $0.attributes = [ToolkitAttribute(name: "name-from", value: source)] },
        children: [
          Node(11, .paragraph, value: "first", children: [Node(12, .link, "Alpha", Self.press)]),
          Node(13, .paragraph, value: "second", children: [Node(14, .link, "Beta", Self.press)]),
        ])
    }
    let text = outline(try tree([section("contents")])).text
    #expect(!text.contains("section") && text.contains("first") && text.contains("Beta"), "\(text)")
    #expect(outline(try tree([section("attribute")])).text.contains("section \"Alpha first"))
  }

  /// As a match of a search in Nautilus.
  @Test(arguments: [[], [.selected, .selectable]] as [States])
  func `a row of cells with one or two texts each has one line`(states: States) throws {
    let name = Node(
      12, .group, "report.txt",
      children: [Node(13, .label, "report.txt"), Node(14, .label, "Docs/")])
    let row = Node(
      10, .row, nil, { $0.states.formUnion(states.union(.focusable)) },
      children: [
        Node(11, .cell, nil, { $0.states.formUnion(states) }, children: [name]),
        Node(15, .cell, nil, { $0.states.formUnion(states) }, children: [Node(16, .label, "2 B")]),
        Node(17, .cell, nil, { $0.states.formUnion(states) }, children: [Node(18, .image)]),
      ])
    let text = outline(try tree([row])).text
    let marks = (states.isEmpty ? "" : " [selected]") + " (no press)"
    #expect(
      text.hasSuffix("      row with \"report.txt\", \"Docs/\", \"2 B\" #10\(marks)\n"), "\(text)")
  }

  /// As the colour schemes of Text Editor.
  @Test func `an entry that shows a sample is named by the hint of that`() throws {
    let sample = Node(12, .textField, nil, value: "XXX XX XXXX") { $0.states.insert(.readOnly) }
    let picture = Node(
      11, .generic, nil, { $0.hint = "Adwaita" },
      children: [sample, Node(13, .label), Node(14, .image)])
    func chosen(_ element: inout Element) {
      element.states.formUnion([.selectable, .focusable])
      element.actions = [Action(.select)]
    }
    let text = outline(try tree([Node(10, .cell, nil, chosen, children: [picture])])).text
    #expect(text.hasSuffix("      cell with \"Adwaita\" #10\n"), "\(text)")
  }

  /// As in FileZilla, whose panels have bars in them that are shown when they are needed.
  @Test func `what is hidden names no entry`() throws {
    func show(_ element: inout Element) { element.states.formUnion([.visible, .showing]) }
    let panels = ["Local", "Remote"].enumerated().map { index, name in
      let id = UInt64(10 + 10 * index)
      let bar = Node(
        id + 3, .generic, nil, { $0.states.subtract([.visible, .showing]) },
        children: [Node(id + 4, .label, "Searching") { $0.states.remove(.showing) }])
      return Node(
        id, .generic, nil, show,
        children: [
          Node(id + 1, .label, name, show),
          Node(
            id + 2, .button, "Open",
            {
              show(&$0)
              Self.press(&$0)
            }), bar,
        ])
    }
    let text = outline(try tree(panels)).text
    #expect(text.contains("with \"Local\" #10\n"), "\(text)")
    #expect(text.contains("with \"Remote\" #20\n"), "\(text)")
  }

  /// As in FileZilla: fields for an address above a field for messages are no rows of one kind.
  @Test(arguments: [(1, true), (2, false)])
  func `one control without a label makes no rows of different things`(
    buttons: Int, areRows: Bool
  ) throws {
    func panel(_ id: UInt64, _ text: String, buttons: Int) -> Node {
      let controls =
        [Node(id + 2, .textField, nil) { $0.actions = [Action(.setText)] }]
        + (0..<buttons).map { Node(id + 3 + UInt64($0), .button, nil, Self.press) }
      return Node(id, .generic, nil, children: [Node(id + 1, .label, text)] + controls)
    }
    let text = outline(
      try tree([panel(10, "Host", buttons: 1), panel(20, "Messages", buttons: buttons)])
    ).text
    #expect(text.contains("with \"Messages\"") == areRows, "\(text)")
  }

  /// As in GTK 3, whose tables list their cells without rows.
  @Test(arguments: [true, false])
  func `a box to tick in a table is told by the text of its row`(isFirst: Bool) throws {
    func place(_ element: inout Element, _ row: Int, _ column: Int) {
      let rect = Rect(x: Double(column) * 50, y: Double(row) * 20, width: 50, height: 18)
      element.frame = Frame(rect: rect, space: .window)
    }
    let cells = ["Ada", "Ben"].enumerated().flatMap { row, name in
      let box = Node(
        UInt64(10 + row * 3), .cell, nil,
        {
          $0.states.formUnion([.checkable, .focusable, .selectable])
          $0.actions = [Action(.press)]
          place(&$0, row, isFirst ? 0 : 2)
        })
      let texts = [name, "36"].enumerated().map { index, text in
        Node(
          UInt64(11 + row * 3 + index), .cell, text, { place(&$0, row, index + (isFirst ? 1 : 0)) })
      }
      return isFirst ? [box] + texts : texts + [box]
    }
    let text = outline(try tree(cells)).text
    #expect(text.contains("cell in row \"Ada\" #10 [unchecked]"), "\(text)")
    #expect(text.contains("cell in row \"Ben\" #13 [unchecked]"), "\(text)")
  }

  /// As in Thunar, where each part of a cell has its text.
  @Test func `a text that the parts of a cell repeat stands once`() throws {
    let parts = [11, 12].map { (id: UInt64) in
      Node(id, .cell, "Places", { $0.states.formUnion([.focusable, .selectable]) })
    }
    let cell = Node(
      10, .cell, nil, { $0.states.formUnion([.focusable, .selectable]) }, children: parts)
    let text = outline(try tree([cell])).text
    #expect(text.ranges(of: "\"Places\"").count == 1, "\(text)")
  }

  /// As in Writer's options of AutoCorrect.
  @Test func `a second box of a cell that is not drawn has no line, and no count`() throws {
    let boxes = [11, 12].map { (id: UInt64) in
      Node(id, .cell) {
        $0.states.formUnion([.focusable, .selectable, .checkable])
        if id == 11 { $0.states.remove(.showing) }
        $0.actions = [Action(.press)]
        $0.frame = Desk.frame(0, 0, id == 12 ? 20 : 0, 20)
      }
    }
    let cell = Node(
      10, .cell, nil,
      {
        $0.states.formUnion([.focusable, .selectable])
        $0.frame = Desk.frame(0, 0, 20, 20)
      }, children: boxes)
    let text = outline(try tree([cell])).text
    #expect(text.contains("#12 [unchecked]"), "\(text)")
    #expect(!text.contains("#11") && !text.contains("…"), "\(text)")
  }

  /// As in LibreOffice, which has a cell for each place on screen.
  @Test func `empty cells of a spreadsheet are counted behind the others`() throws {
    func cell(_ id: UInt64, _ label: String, _ value: String? = nil, _ states: States = [])
      -> Node
    {
      Node(id, .cell, label) {
        $0.value = value
        $0.actions = [Action(.setText)]
        $0.states.formUnion(states)
      }
    }
    func sheet(_ states: States = [], _ fourth: String? = nil) throws -> Tree {
      try tree([
        cell(11, "A1", "Ada"), cell(12, "B1", nil, states), cell(13, "C1"),
        cell(14, "A2", fourth), cell(15, "B2", "36"), cell(16, "C2"),
      ])
    }
    let first = outline(try sheet(), 3)
    #expect(
      first.text == """
        table "People" #3
          cell "A1" = "Ada" #11
          cell "B2" = "36" #15
          … 4 cells more #12+

        """)
    let rest = Outline(
      of: try sheet(), from: .following(ElementID(rawValue: 12), texts: false))
    #expect(
      rest.text == """
        cell "B1" #12
        cell "C1" #13
        cell "A2" #14
        cell "C2" #16

        """)
    #expect(
      outline(try sheet(.focused, "Cy"), 3).text == """
        table "People" #3
          cell "A1" = "Ada" #11
          cell "B1" #12 [focused]
          cell "A2" = "Cy" #14
          cell "B2" = "36" #15
          … 2 cells more #13+

        """)
    func difference(from old: Outline, to new: Tree, keepsEmptied: Bool = false) -> String {
      var options = OutlineOptions()
      options.keepsEmptied = keepsEmptied
      var builder = OutlineBuilder(
        .elements([ElementID(rawValue: 3)]), options, focus: nil, applications: [:],
        continuing: old, in: new)
      while builder.proceed(in: new) {}
      return OutlineDifference(from: old, to: builder.continued ?? Outline()).text
    }
    let filled = try sheet([], "Cy")
    #expect(
      difference(from: first, to: filled)
        == "+ cell \"A2\" = \"Cy\" #14 in #3\n~ … 3 cells more #12+\n")
    #expect(
      difference(from: outline(filled, 3), to: try sheet())
        == "- cell \"A2\" = \"Cy\" #14\n~ … 4 cells more #12+\n")
    // As steps say it.
    let emptied = difference(from: outline(filled, 3), to: try sheet(), keepsEmptied: true)
    #expect(emptied.contains("~ cell \"A2\" #14\n"))
  }

  /// As in Firefox, where the text of a cell is its name.
  @Test func `cells with only a text have no line below a row that has their texts`() throws {
    func row(_ id: UInt64, _ name: String, _ age: String) -> Node {
      Node(
        id, .row,
        children: [
          Node(id + 1, .cell, name), Node(id + 2, .cell, age),
          Node(
            id + 3, .cell,
            children: [Node(id + 4, .button, "Edit", { $0.actions = [Action(.press)] })]),
        ])
    }
    let grid = Node(
      30, .row, "a1 b1", children: [Node(31, .cell, "a1"), Node(32, .cell, "b1")])
    let tree = try Tree([
      Node(
        1, .application,
        children: [
          Node(
            2, .window, "W",
            children: [
              Node(3, .table, "T", children: [row(10, "Ada", "36"), row(20, "Bob", "22"), grid])
            ])
        ])
    ])
    #expect(
      outline(tree, 3).text == """
        table "T" #3
          row with "Ada", "36" #10
            button "Edit" #14
          row with "Bob", "22" #20
            button "Edit" #24
          row with "a1", "b1" #30

        """)
  }

  /// As in Firefox, where each cell of an ARIA grid is selectable, and named by what is in it.
  @Test func `rows of a grid have a line, with the texts of cells that nobody can choose`() throws {
    func row(_ id: UInt64, _ price: String, _ flight: String, _ states: States = []) -> Node {
      func configure(_ cell: inout Element) { cell.states.formUnion([.selectable, states]) }
      return Node(
        id, .row,
        children: [
          Node(id + 1, .cell, price, configure), Node(id + 2, .cell, flight, configure),
          Node(
            id + 3, .cell, "Pick", configure, children: [Node(id + 4, .button, "Pick", Self.press)]),
        ])
    }
    #expect(
      outline(try tree([row(10, "20", "F0"), row(20, "57", "F1")]), 3).text == """
        table "People" #3
          row with "20", "F0" #10
            button "Pick" #14
          row with "57", "F1" #20
            button "Pick" #24

        """)
    // Cells that the keyboard reaches keep their lines, which say the texts.
    #expect(
      outline(try tree([row(10, "20", "F0", .focusable), row(20, "57", "F1", .focusable)]), 3).text
        == """
        table "People" #3
          row #10
            cell "20" #11
            cell "F0" #12
            button "Pick" #14
          row #20
            cell "57" #21
            cell "F1" #22
            button "Pick" #24

        """)
  }

  @Test
  func `rows with the same buttons have a line with their texts, and others fold`() throws {
    let header = Node(
      90, .row,
      children: [
        Node(91, .columnHeader, children: [Node(92, .text, "Name")]),
        Node(93, .columnHeader, children: [Node(94, .button, "Sort", Self.press)]),
      ])
    let text = outline(try tree([header, row(0, "Ada", "36"), row(1, "Bob", "20")]), 3).text
    #expect(
      text == """
        table "People" #3
          "Name"
          button "Sort" #94
          row with "Ada", "36" #100
            button "Edit" #106
            button "Delete" #107
          row with "Bob", "20" #110
            button "Edit" #116
            button "Delete" #117

        """)
    #expect(outline(try tree([row(0, "Ada", "36")]), 3).text.contains("  \"Ada\"\n  \"36\"\n"))
  }

  @Test
  func `an item that takes the focus has a line, though it does not say that it can be selected`()
    throws
  {
    // GtkFlowBox of GTK 3.
    func tile(_ id: UInt64, _ states: States) -> Node {
      Node(
        id, .listItem, nil, { $0.states.formUnion(states) },
        children: [Node(id + 1, .label, "Tile \(id)")])
    }
    let text = outline(try tree([tile(10, .focusable), tile(20, [])]), 3).text
    #expect(
      text == "table \"People\" #3\n  listitem with \"Tile 10\" #10 (no press)\n  \"Tile 20\"\n")
  }

  /// The rows of a popover of Seahorse, GTK 3.
  @Test(arguments: [[], .focused] as [States])
  func `an item of several texts that takes the focus has one line`(states: States) throws {
    func item(_ id: UInt64, _ texts: [String], _ states: States = []) -> Node {
      let labels = texts.enumerated().map { Node(id + 2 + UInt64($0), .label, $1) }
      return Node(
        id, .listItem, nil, { $0.states.formUnion(states.union(.focusable)) },
        children: [Node(id + 1, .generic, children: labels)])
    }
    let long = String(repeating: "long ", count: 20)
    let text = outline(
      try tree([
        item(10, ["GPG key", "Encrypts"], states), item(20, ["Private key", "Signs"]),
        item(30, ["News", long]),
      ]), 3
    ).text
    let remark = states.isEmpty ? "" : " [focused]"
    #expect(
      text == """
        table "People" #3
          listitem with "GPG key", "Encrypts" #10\(remark) (no press)
          listitem with "Private key", "Signs" #20 (no press)
          listitem with "News" #30 (no press)
            "\(long)"

        """, "\(text)")
  }

  private func cell(
    _ id: UInt64, _ text: String, _ configure: (inout Element) -> Void = { _ in }
  ) -> Node {
    Node(id, .cell, text, configure, children: [Node(id + 1, .text, text)])
  }

  /// As in Nautilus, where a cell with a name has a group of that name in it.
  @Test(arguments: [[], .focused] as [States])
  func `a row that people reach by the keyboard has one line`(states: States) throws {
    func row(_ id: UInt64, _ name: String) -> Node {
      let group = Node(
        id + 2, .group, name,
        children: [Node(id + 3, .generic, children: [Node(id + 4, .label, name)])])
      return Node(
        id, .row, nil, { $0.states.formUnion(states.union(.focusable)) },
        children: [
          Node(id + 1, .cell, children: [group]),
          Node(
            id + 5, .cell,
            children: [Node(id + 6, .generic, children: [Node(id + 7, .label, "12 kB")])]),
          Node(id + 8, .cell, children: [Node(id + 9, .image)]),
        ])
    }
    let end = (states.isEmpty ? "" : " [focused]") + " (no press)"
    #expect(
      outline(try tree([row(10, "a.txt"), row(20, "b.txt")]), 3).text == """
        table "People" #3
          row with "a.txt", "12 kB" #10\(end)
          row with "b.txt", "12 kB" #20\(end)

        """)
  }

  @Test
  func `a row that is named by its cells says where each of them ends`() throws {
    let rows = [
      Node(10, .row, "Eggs 6 12", children: [cell(11, "Eggs 6"), cell(13, "12")]),
      Node(20, .row, "Milk 3", children: [cell(21, "Milk"), cell(23, "3", Self.press)]),
      Node(
        30, .row, "Tea 4", children: [cell(31, "Tea", Self.press), cell(33, "4", Self.press)]),
      Node(40, .row, "Total", children: [cell(41, "Sum"), cell(43, "19")]),
      Node(50, .row, "Salt", children: [cell(51, "Salt")]),
    ]
    let text = outline(try tree(rows), 3).text
    #expect(
      text == """
        table "People" #3
          row with "Eggs 6", "12" #10
          row with "Milk" #20
            cell "3" #23
          row "Tea 4" #30
            cell "Tea" #31
            cell "4" #33
          row "Total" #40
            "Sum"
            "19"
          "Salt"

        """)
  }

  @Test
  func `cells that do not fit on the line of their row have lines below it`() throws {
    let texts = (0..<10).map { "c\($0)" }
    let cells = texts.enumerated().map { cell(UInt64(100 + 2 * $0), $1) }
    let row = Node(10, .row, texts.joined(separator: " "), children: cells)
    let lines = outline(try tree([row]), 3).text.split(separator: "\n").dropFirst()
    #expect(lines.count == 3)
    for text in texts { #expect(lines.filter { $0.contains("\"\(text)\"") }.count == 1) }
  }

  @Test(arguments: [150, 200, 300, 600, 1500])
  func `no budget separates a button from the name of its row`(budget: Int) throws {
    let tree = try tree((0..<60).map { row($0, "Person \($0)", "\(20 + $0 % 50)") })
    var options = OutlineOptions()
    options.budget = budget
    for start in [OutlineStart.everything, .elements([ElementID(rawValue: 3)])] {
      var name = ""
      for line in Outline(of: tree, from: start, options: options).text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first == "row" { name = String(words.last ?? "") }
        guard words.first == "button", let id = UInt64(words.last?.dropFirst() ?? "") else {
          continue
        }
        #expect(name == "#\(id / 10 * 10)", "\(line)")
      }
      #expect(!name.isEmpty || budget < 200)
    }
  }

  @Test
  func `cards are named by their heading, without saying it twice`() throws {
    let cards = (0..<3).map { (number: UInt64) in
      let id = 100 + 10 * number
      return Node(
        id, .section,
        children: [
          Node(id + 1, .heading, "Card \(number)"),
          Node(
            id + 2, .generic,
            children: [
              Node(id + 3, .paragraph, value: "Text"), Node(id + 4, .link, "More", Self.press),
            ]),
        ])
    }
    #expect(
      outline(try tree(cards), 3).text.hasPrefix(
        """
        table "People" #3
          section with "Card 0", "Text" #100
            link "More" #104
          section with "Card 1", "Text" #110
        """))
  }

  @Test(arguments: [false, true])
  func `an item with nothing but controls is named by one that the others lack`(
    isFirst: Bool
  ) throws {
    let items = (0..<3).map { (number: UInt64) in
      let controls = [
        Node(101 + 10 * number, .button, "More", Self.press),
        Node(102 + 10 * number, .link, "File \(number)", Self.press),
      ]
      return Node(
        100 + 10 * number, .listItem, children: isFirst ? controls.reversed() : controls)
    }
    let text = outline(try tree(items), 3).text
    guard isFirst else {
      return #expect(
        text.contains(
          """
            listitem with "File 1" #110
              button "More" #111
              link "File 1" #112

          """))
    }
    // It comes before what repeats, and needs no other line.
    #expect(!text.contains("listitem"), "\(text)")
    #expect(
      text.contains(
        """
          link "File 1" #112
          button "More" #111

        """))
  }

  @Test
  func `fields that stand beside their labels fold, and what contains rows is none`() throws {
    let fields = ["Name", "Mail"].enumerated().map { index, name in
      let id = UInt64(100 + 10 * index)
      return Node(
        id, .section,
        children: [
          Node(id + 1, .label, name), Node(id + 2, .textField, name),
          Node(id + 3, .button, "Clear \(name)", Self.press),
        ])
    }
    #expect(!outline(try tree(fields), 3).text.contains("section"))
    let groups = [
      Node(50, .rowGroup, children: [row(0, "Ada", "1"), row(1, "Bob", "2")]),
      Node(60, .rowGroup, children: [row(2, "Cyd", "3"), row(3, "Dan", "4")]),
    ]
    let text = outline(try tree(groups), 3).text
    #expect(!text.contains("rowgroup"))
    #expect(text.contains("row with \"Dan\", \"4\" #130\n    button \"Edit\" #136\n"))
  }

  private func siblings(_ contents: [Node]) throws -> Tree {
    try tree([Node(100, .group, children: contents)])
  }

  @Test
  func `controls without a row around them are named after what stands before them`() throws {
    let contents = [
      Node(200, .heading, "Shop"), Node(201, .button, "Sort", Self.press),
      Node(202, .text, "Milk"), Node(203, .button, "Buy", Self.press),
      Node(204, .button, "Note", Self.press), Node(205, .text, "Eggs"),
      Node(206, .section, children: [Node(207, .button, "Buy", Self.press)]),
      Node(208, .button, "Note", Self.press), Node(209, .button, "Note", Self.press),
    ]
    #expect(
      outline(try siblings(contents), 3).text == """
        table "People" #3
          heading "Shop" #200
          button "Sort" #201
          "Milk"
          button "Buy" after "Milk" #203
          button "Note" after "Milk" #204
          "Eggs"
          button "Buy" after "Eggs" #207
          button "Note" after "Eggs" #208
          button "Note" #209

        """)
  }

  @Test
  func `a heading names the controls below it, whatever fits`() throws {
    let contents = (0..<40).flatMap { (number: UInt64) in
      [
        Node(200 + 3 * number, .heading, "Product \(number)"),
        Node(201 + 3 * number, .paragraph, value: "A thing for the house"),
        Node(202 + 3 * number, .button, "Buy", Self.press),
      ]
    }
    let tree = try siblings(contents)
    for budget in [200, 400, 2000] {
      var options = OutlineOptions()
      options.budget = budget
      let lines = Outline(of: tree, from: .everything, options: options).text.split(separator: "\n")
      let buttons = lines.filter { $0.contains("button") }.filter { !$0.contains("…") }
      #expect(buttons.count > 3)
      for (number, button) in buttons.enumerated() {
        #expect(button.contains("button \"Buy\" after \"Product \(number)\" #"), "\(button)")
      }
    }
  }

  @Test
  func `what the same text stands before is not named by it`() throws {
    let contents = [
      Node(200, .text, "New"), Node(201, .button, "Buy", Self.press), Node(202, .text, "New"),
      Node(203, .button, "Buy", Self.press), Node(204, .button, "Buy", Self.press),
    ]
    #expect(!outline(try siblings(contents), 3).text.contains("after"))
  }

  @Test
  func `a difference has the row of each new button`() throws {
    let before = Outline(
      of: try tree([row(0, "Ada", "36"), row(1, "Bob", "20")]), from: .everything)
    let rows = (0..<12).map { row($0, "Person \($0)", "\($0)") }
    let difference = OutlineDifference(
      from: before, to: Outline(of: try tree(rows), from: .everything), limit: .init(150))
    var current = ""
    for line in difference.text.split(separator: "\n") where line.hasPrefix("+") {
      let words = line.split(separator: " ")
      if words[1] == "row" { current = words.first { $0.hasPrefix("#") }.map(String.init) ?? "" }
      guard words[1] == "button", let id = UInt64(words[3].dropFirst()) else { continue }
      #expect(current == "#\(id / 10 * 10)", "\(line)")
    }
    #expect(!current.isEmpty)
  }

  @Test
  func `a cell that is not ticked says so`() throws {
    let states: [States] = [[], .checked, .mixed]
    let cells = states.enumerated().map { index, states in
      Node(UInt64(20 + index), .cell) {
        $0.states.formUnion(states.union(.checkable))
        $0.actions = [Action(.press, nativeName: "toggle")]
      }
    }
    let text = outline(try tree([Node(10, .row, children: cells)]), 3).text
    #expect(text.contains("cell #20 [unchecked]\n"))
    #expect(text.contains("cell #21 [checked]\n") && text.contains("cell #22 [mixed]\n"))
  }
}

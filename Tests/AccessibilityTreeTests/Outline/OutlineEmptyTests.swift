import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What has no text yet, and is where people write one.
struct OutlineEmptyTests {
  private static func editable(_ element: inout Element) {
    element.states.formUnion([.editable, .focusable])
    element.actions = [Action(.setText)]
  }

  private func paragraph(_ id: UInt64, _ value: String? = nil, _ states: States = []) -> Node {
    Node(id, .paragraph, value: value) {
      Self.editable(&$0)
      $0.states.formUnion(states)
    }
  }

  /// As in Java, whose pages have one for each word.
  @Test func `the parts of the text in a field have no lines`() throws {
    func text(_ states: States) throws -> String {
      let parts = (10..<13).map { id in
        Node(id, .textField, "Help", value: "W", { $0.states = states })
      }
      let page = Node(
        3, .textField, "Help", value: "Welcome", { $0.states.insert(.focusable) }, children: parts)
      return outline(
        try Tree([
          Node(1, .application, "app", children: [Node(2, .window, "W", children: [page])])
        ])
      ).text
    }
    #expect(
      try text([.enabled, .visible, .showing]).hasSuffix(
        "textbox \"Help\" = \"Welcome\" #3\n"))
    let usable = try text([.enabled, .visible, .showing, .focusable])
    #expect(usable.contains("\n      textbox \"Help\" = \"W\" #10\n"), "\(usable)")
  }

  /// As in Thunderbird.
  @Test func `a label that is not drawn, and the nameless root of a tree, have no lines`() throws {
    func text(_ frame: Frame?, _ states: States) throws -> String {
      let label = Node(4, .label) {
        $0.actions = [Action(.press)]
        $0.frame = frame
      }
      let leaf = Node(7, .treeItem, "Inbox", { $0.states.formUnion([.focusable, .selectable]) })
      let root = Node(
        6, .treeItem, nil, { $0.states.formUnion(states) }, children: [leaf])
      let parts = [
        Node(3, .button, "Close", { $0.actions = [Action(.press)] }, children: [label]),
        Node(5, .tree, "Folders", children: [root]),
      ]
      return outline(
        try Tree([
          Node(1, .application, "app", children: [Node(2, .window, "W", children: parts)])
        ])
      ).text
    }
    #expect(
      try text(nil, [.selectable, .expandable, .expanded]).hasSuffix(
        "    button \"Close\" #3\n    tree \"Folders\" #5\n      treeitem \"Inbox\" #7\n"))
    let drawn = try text(
      Frame(rect: Rect(x: 0, y: 0, width: 9, height: 9), space: .screen), [.focusable])
    #expect(drawn.contains("label #4 (press)"), "\(drawn)")
    #expect(drawn.contains("treeitem #6"), "\(drawn)")
  }

  /// As in LibreOffice Writer.
  private func tree(caret: States = []) throws -> Tree {
    let cells = [
      Node(21, .cell, "A1", children: [paragraph(31, "Milk")]),
      Node(22, .cell, "B1", children: [paragraph(32)]),
    ]
    let document = Node(
      3, .document, "Report",
      children: [
        paragraph(10, "First words."), paragraph(11), Node(20, .table, "Costs", children: cells),
        paragraph(12, ""), paragraph(13, nil, caret),
        // Nobody writes in it.
        Node(14, .paragraph),
      ])
    return try Tree([
      Node(1, .application, "app", children: [Node(2, .window, "W", children: [document])])
    ])
  }

  @Test func `empty paragraphs that people can write in are counted behind the others`() throws {
    let tree = try tree()
    #expect(
      outline(tree, 3).text == """
        document "Report" #3
          paragraph = "First words." #10 (set-text)
          table "Costs" #20
            paragraph in cell "A1" = "Milk" #31 (set-text)
            paragraph in cell "B1" #32 (set-text)
          … 3 paragraphs more #11+

        """)
    let rest = Outline(of: tree, from: .following(ElementID(rawValue: 11), texts: false))
    #expect(
      rest.text
        == "paragraph #11 (set-text)\nparagraph #12 (set-text)\nparagraph #13 (set-text)\n")
    #expect(
      outline(tree, 22).text == "cell \"B1\" #22\n  paragraph in cell \"B1\" #32 (set-text)\n")
  }

  @Test func `a cell with more to it than one paragraph has a line of its own`() throws {
    func text(_ cell: Node) throws -> String {
      let table = Node(20, .table, "Costs", children: [cell])
      let document = Node(3, .document, "Report", children: [table])
      let window = Node(2, .window, "W", children: [document])
      return outline(try Tree([Node(1, .application, "app", children: [window])]), 20).text
    }
    let milk = paragraph(31, "Milk")
    #expect(try text(Node(21, .cell, "A1", children: [milk])).contains("paragraph in cell \"A1\""))
    for states in [States.selected, .focused, .focusable, .invalid] {
      let cell = Node(21, .cell, "A1", { $0.states.formUnion(states) }, children: [milk])
      #expect(try text(cell).contains("  cell \"A1\" #21"), "\(states)")
    }
    let pair = try text(Node(21, .cell, "A1", children: [milk, paragraph(32, "Eggs")]))
    #expect(pair.contains("  cell \"A1\" #21\n    paragraph = \"Milk\" #31"), "\(pair)")
    // A cell of a page is named by its text.
    let named = try text(Node(21, .cell, "Milk", children: [milk]))
    #expect(!named.contains("in cell"), "\(named)")
  }

  @Test func `the paragraph with the focus says in which cell it is`() throws {
    let cell = Node(21, .cell, "A1", children: [paragraph(31, "Milk", .focused)])
    let document = Node(
      3, .document, "Report", children: [Node(20, .table, "Costs", children: [cell])])
    let tree = try Tree([
      Node(1, .application, "app", children: [Node(2, .window, "W", children: [document])])
    ])
    let text = outline(tree, 3).text
    #expect(
      text.hasSuffix("    paragraph in cell \"A1\" = \"Milk\" #31 [focused] (set-text)\n"),
      "\(text)")
  }

  @Test func `the empty paragraph with the focus has a line in its place`() throws {
    let text = outline(try tree(caret: .focused), 3).text
    #expect(
      text.hasSuffix("  paragraph #13 [focused] (set-text)\n  … 2 paragraphs more #11+\n"),
      "\(text)")
  }

  @Test func `a difference says that the empty paragraph that lost the focus is only counted`()
    throws
  {
    func difference(_ start: [Node], _ end: [Node], keeping: Bool = false) throws -> String {
      func tree(_ paragraphs: [Node]) throws -> Tree {
        let document = Node(3, .document, "Report", children: paragraphs)
        let window = Node(2, .window, "W", children: [document])
        return try Tree([Node(1, .application, "app", children: [window])])
      }
      var options = OutlineOptions()
      options.keepsEmptied = keeping
      let before = Outline(of: try tree(start), from: .everything, options: options)
      let after = try tree(end)
      var builder = OutlineBuilder(
        .everything, options, focus: nil, applications: [:], continuing: before, in: after)
      while builder.proceed(in: after) {}
      return OutlineDifference(from: before, to: try #require(builder.continued)).text
    }
    let focused = paragraph(11, nil, .focused)
    #expect(
      try difference([focused], [paragraph(11)]) == """
        - paragraph #11 [focused] (set-text)
        ~ document "Report" #3 … 1

        """)
    #expect(
      try difference([paragraph(11)], [focused]) == """
        ~ document "Report" #3
        + paragraph #11 [focused] (set-text) in #3

        """)
    let words = [paragraph(10, "Words"), paragraph(12)]
    #expect(
      try difference(words + [focused], words + [paragraph(11)]) == """
        - paragraph #11 [focused] (set-text)
        ~ … 2 paragraphs more #12+

        """)
    // Of what steps changed, the line says that it is empty.
    #expect(
      try difference(words + [paragraph(11, "More")], words + [paragraph(11)], keeping: true)
        == "~ paragraph #11 (set-text)\n")
  }
}

import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Rows of pages that lack a text, and parts of pages that have the same entries in them.
struct OutlineGapTests {
  private func outlined(_ role: Role, _ parts: [Node]) throws -> String {
    let tree = try Tree([
      Node(
        1, .application,
        children: [Node(2, .window, "W", children: [Node(3, role, "Page", children: parts)])])
    ])
    let lines = outline(tree, 3).text.split(separator: "\n").dropFirst()
    return lines.map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  private func row(
    _ id: UInt64, _ texts: [String?], _ name: String? = nil, isNamed: Bool = false
  ) -> Node {
    let cells = texts.enumerated().map { index, text in
      let id = id + UInt64(index) + 1
      guard let text else { return Node(id, .cell) }
      // Firefox names a cell by its text; Chromium has a text in it.
      return isNamed
        ? Node(id, .cell, text) : Node(id, .cell, children: [Node(id + 5, .text, text)])
    }
    return Node(id, .row, name, children: cells)
  }

  @Test(arguments: [false, true])
  func `a row that lacks a text has a line that says which`(isNamed: Bool) throws {
    let rows = [
      row(10, ["Pear", nil, "7"], isNamed: isNamed), row(30, ["Pear", "7", nil], isNamed: isNamed),
      row(50, [nil, "Pear", "7"], isNamed: isNamed), row(70, [nil, nil, "7"], isNamed: isNamed),
    ]
    let text = try outlined(.table, rows)
    #expect(
      text.hasPrefix(
        """
        row with "Pear", "", "7" #10
        row with "Pear", "7" #30
        row with "", "Pear", "7" #50

        """), "\(text)")
    #expect(!text.contains("#70"))
  }

  @Test func `so has a row that is named by its cells`() throws {
    let rows = [
      row(10, ["Pear", nil, "7"], "Pear 7"), row(30, ["Pear", "7", nil], "Pear 7"),
    ]
    #expect(
      try outlined(.grid, rows) == """
        row with "Pear", "", "7" #10
        row with "Pear", "7" #30
        """)
  }

  @Test func `a row with all of its texts folds`() throws {
    #expect(
      try outlined(.table, [row(10, ["Pear", "6", "7"])]) == "\"Pear\"\n\"6\"\n\"7\"")
  }

  /// As a shop that recommends what was viewed already.
  @Test func `a second part of a page with the same cards does not take their texts`() throws {
    func section(_ id: UInt64, _ price: UInt64) -> Node {
      let cards = (0..<3 as Range<UInt64>).map { number in
        let id = id + 10 * (number + 1)
        let press = { (element: inout Element) in element.actions = [Action(.press)] }
        return Node(
          id, .section,
          children: [
            Node(id + 1, .link, "Fruit \(number)", press),
            Node(id + 2, .text, "\(price + number) €"),
            Node(id + 3, .button, "Add", press),
          ])
      }
      return Node(id, .section, children: cards)
    }
    let text = try outlined(
      .document,
      [Node(4, .heading, "New"), section(100, 1), Node(5, .heading, "Seen"), section(200, 11)])
    #expect(!text.contains("section"), "\(text)")
    #expect(text.contains("\"11 €\"\n") && text.contains("\"13 €\"\n"))
  }
}

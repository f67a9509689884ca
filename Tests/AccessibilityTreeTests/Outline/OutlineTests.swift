import AccessibilityRendering
import AccessibilityTree
import Testing

struct OutlineTests {
  @Test
  func `each element is one line, without filler and with the states that matter`() throws {
    let tree = try Desk.tree()
    let outline = Outline(of: tree, from: [ElementID(rawValue: 0x2)])
    #expect(
      outline.text == """
        - window "Notes" #2
          - toolbar #3
            - button "Save" #4 (press)
            - button "Save as…" #5 [disabled] (press)
            - toggle-button "Bold" #6 [pressed] (press, "Reply")
          - form #7
            - label "Name" #8
            - textbox = "Ada" #9 [focused] (set-text)
            - slider "Volume" = 7.5 (0…11) #10 (increment, decrement, set-value)
            - checkbox "Remember me" #11 (press)
          - list "Files" #12
            - listitem "alpha.txt" #13 [selected]
            - listitem "beta.txt" #14
            - listitem "Gamma.TXT" #15 [offscreen]
          - dialog "Really?" #17 [modal]
            - heading "Delete \\"alpha\\"?" #19 [level 2]
            - button "Save" #20 (press)
            - button "Größe" #21 (press)

        """)
    #expect(outline.shownCount == 18)
    #expect(outline.elidedCount == 0)
  }

  @Test
  func `an application that does not answer is marked`() throws {
    let tree = try Desk.tree()
    let root = ElementID(rawValue: 0x20)
    let outline = Outline(of: tree, from: [root], applications: Desk.applications)
    #expect(
      outline.text.hasPrefix(#"- application "gnome-calculator" #32 [not responding, loading]"#))
  }

  @Test
  func `elements below the depth limit are replaced by a count and a handle`() throws {
    var options = OutlineOptions()
    options.depth = 1
    let outline = try Outline(of: Desk.tree(), from: [ElementID(rawValue: 0x2)], options: options)
    #expect(
      outline.text == """
        - window "Notes" #2
          - toolbar #3
            … 3 more in #3 (tree #3)
          - form #7
            … 4 more in #7 (tree #7)
          - list "Files" #12
            … 3 more in #12 (tree #12)
          - dialog "Really?" #17 [modal]
            … 3 more in #17 (tree #17)

        """)
    #expect(outline.shownCount == 5)
    #expect(outline.elidedCount == 13)
  }

  @Test(arguments: [0, 1, 10, 25, 50, 75, 100, 150, 200, 1_000])
  func `the budget is respected, and the counts are complete`(budget: Int) throws {
    var options = OutlineOptions()
    options.budget = budget
    let tree = try Desk.tree()
    let outline = Outline(of: tree, from: tree.roots, options: options)
    let full = Outline(of: tree, from: tree.roots)
    #expect(outline.shownCount + outline.elidedCount == full.shownCount)
    #expect(outline.shownCount >= 1)
    // The first line is always shown, and the lines that count what is missing take space as well.
    #expect(outline.text.utf8.count <= max(budget * 4, 30) * 3 / 2 + 60, "\(outline.text)")
    let counted = outline.text.split(separator: "\n").compactMap { line -> Int? in
      let words = line.drop { $0 == " " }.split(separator: " ")
      return words.first == "…" ? words.dropFirst().first.flatMap { Int($0) } : nil
    }
    #expect(counted.reduce(0, +) == outline.elidedCount)
  }

  @Test
  func `a small budget still shows the path to the focus`() throws {
    var options = OutlineOptions()
    options.budget = 60
    let tree = try Desk.tree()
    let outline = Outline(of: tree, from: tree.roots, options: options)
    #expect(outline.text.contains("[focused]"), "\(outline.text)")
  }

  @Test
  func `long rows of siblings are replaced by a count, except below the root`() throws {
    let items = (0..<500).map { Node(UInt64(100 + $0), .listItem, "item \($0)") }
    let list = Node(2, .list, "Files", children: items)
    let tree = try Tree([Node(1, .application, "app", children: [list])])
    let above = Outline(of: tree, from: tree.roots)
    #expect(above.shownCount == 52)
    #expect(above.text.contains("    … 450 more in #2 (tree #2)\n"))
    #expect(Outline(of: tree, from: [ElementID(rawValue: 2)]).shownCount == 501)
  }

  @Test
  func `filler is skipped at any depth, and repeated texts are left out`() throws {
    let filler = Node(
      2, .generic,
      children: [
        Node(3, .group, children: [Node(4, .section, children: [Node(5, .button, "Go")])]),
        Node(6, .generic),
        Node(7, .text),
        Node(8, .group, "Named"),
        Node(9, .link, "Home", children: [Node(10, .generic, children: [Node(11, .text, "Home")])]),
        Node(12, .paragraph, children: [Node(13, .text, "Words.")]),
        Node(14, .paragraph, children: [Node(15, .text, "Two "), Node(16, .link, "links")]),
        Node(17, .paragraph, value: "\u{FFFC}"),
        Node(18, .listItem, children: [Node(19, .text, "Milk")]),
      ])
    let tree = try Tree([Node(1, .document, children: [filler])])
    #expect(
      Outline(of: tree, from: tree.roots).text == """
        - document #1
          - button "Go" #5
          - group "Named" #8
          - link "Home" #9
          - text "Words." #13
          - text "Two " #15
          - link "links" #16
          - listitem: "Milk" #18

        """)
  }

  @Test
  func `the option all shows filler, every state and the frames`() throws {
    var options = OutlineOptions()
    options.showsAll = true
    let outline = try Outline(of: Desk.tree(), from: [ElementID(rawValue: 0x4)], options: options)
    #expect(
      outline.text
        == "- button \"Save\" #4 [enabled, visible, showing] (press) @10,10 80×30"
        + " identifier=\"save-button\" hint=\"Writes the file\" role-name=\"push button\""
        + " @class=\"primary big\"\n")
  }

  @Test
  func `every text stays on one line`() throws {
    let nasty = "a\nb\tc\"d\\e\u{1B}[31m\u{202E}\u{2028}"
    let tree = try Tree([Node(1, .text, nasty)])
    let text = Outline(of: tree, from: tree.roots).text
    #expect(text == "- text \"a\\nb\\tc\\\"d\\\\e\\u{1b}[31m\\u{202e}\\u{2028}\" #1\n")
    let long = try Tree([Node(1, .text, String(repeating: "x", count: 10_000))])
    let line = Outline(of: long, from: long.roots).text
    #expect(line.utf8.count < 250)
    #expect(line.contains("…\" (10000 characters) #1"))
  }

  @Test
  func `an outline has several roots, skips unknown ones, and may be empty`() throws {
    let tree = try Desk.tree()
    let ids = [ElementID(rawValue: 0x22), ElementID(rawValue: 0x999), ElementID(rawValue: 0x23)]
    let outline = Outline(of: tree, from: ids)
    #expect(outline.text == "- button \"7\" #34 (press)\n- button \"8\" #35 (press)\n")
    #expect(Outline(of: tree, from: []).text.isEmpty)
  }

  @Test
  func `an element has a one-line description`() throws {
    let element = try #require(try Desk.tree()[ElementID(rawValue: 0x9)])
    #expect(Outline.line(for: element) == "- textbox = \"Ada\" #9 [focused] (set-text)")
  }
}

import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Returns the outline of some elements of a tree.
func outline(
  _ tree: Tree, _ ids: UInt64..., options: OutlineOptions = OutlineOptions(), focus: UInt64? = nil
) -> Outline {
  Outline(
    of: tree, from: ids.isEmpty ? .everything : .elements(ids.map { ElementID(rawValue: $0) }),
    options: options, focus: focus.map { ElementID(rawValue: $0) })
}

struct OutlineTests {
  @Test
  func `each thing has one line, with what is unusual about it`() throws {
    let text = try outline(Desk.tree(), 2).text
    #expect(
      text == """
        window "Notes" #2
          dialog "Really?" #17 [modal]
            heading "Delete \\"alpha\\"?" #19 [level 2]
            button "Save" #20
            button "Größe" #21
          toolbar #3
            button "Save" #4
            button "Save as…" #5 [disabled]
            toggle-button "Bold" #6 [pressed] ("Reply")
          textbox labelled-by "Name" = "Ada" #9 [focused]
          slider "Volume" = 7.5 (0…11) #10
          checkbox "Remember me" #11
          list "Files" #12
            listitem "alpha.txt" #13 [selected]
            listitem "beta.txt" #14
            … 1 listitem below #15+

        """)
  }

  @Test
  func `an application that does not answer is marked, even without a window`() throws {
    let root = ElementID(rawValue: 0x20)
    let outline = try Outline(
      of: Desk.tree(), from: .elements([root]), applications: Desk.applications)
    #expect(
      outline.text.hasPrefix(#"application "gnome-calculator" #32 [not responding, loading]"#))
    let silent = try Tree([Node(32, .application, "silent")])
    let all = Outline(of: silent, from: .everything, applications: Desk.applications)
    #expect(all.text == "application \"silent\" #32 [not responding, loading]\n")
    #expect(Outline(of: silent, from: .everything).text == "… 1 application hidden #32+\n")
  }

  @Test
  func `what an element lacks is not said while its application is being read`() throws {
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .window, "W", children: [Node(3, .button, "Go")])])
    ])
    let root = ElementID(rawValue: 1)
    func text(_ load: LoadState) -> String {
      var application = Application(root: root, name: "App", source: "test")
      application.load = load
      return Outline(
        of: tree, from: .elements([ElementID(rawValue: 2)]), focus: ElementID(rawValue: 3),
        applications: [root: application]
      ).text
    }
    #expect(!text(.loading).contains("no press") && text(.loading).contains("button \"Go\" #3"))
    #expect(!text(.structure).contains("no press"))
    #expect(text(.complete).contains("(no press)"))
    #expect(text(.partial("Too large")).contains("(no press)"))
    // Nor of a new element, before its actions have been read.
    func line(_ actions: [Action]) throws -> String {
      let button = Node(3, .button, "Go") { $0.actions = actions }
      let tree = try Tree([
        Node(1, .application, children: [Node(2, .window, "W", children: [button])])
      ])
      var builder = OutlineBuilder(
        .elements([ElementID(rawValue: 2)]), OutlineOptions(), focus: nil, applications: [:],
        areActionsRead: { _ in false }, continuing: nil, in: tree)
      while builder.proceed(in: tree) {}
      let button3 = try #require(tree[ElementID(rawValue: 3)])
      #expect(Outline.line(for: button3).contains("no press") == (actions.count > 1))
      return builder.outline.text
    }
    #expect(try !line([]).contains("no press"))
    // Each element has that as soon as it is there.
    #expect(try !line([Action(.focus)]).contains("no press"))
    #expect(try line([Action(.focus), Action(.setText)]).contains("no press"))
  }

  @Test
  func `elements below the depth limit are counted on the line above them`() throws {
    var options = OutlineOptions()
    options.depth = 1
    let outline = try outline(Desk.tree(), 2, options: options)
    #expect(
      outline.text == """
        window "Notes" #2
          dialog "Really?" #17 [modal] … 3
          toolbar #3 … 3
          textbox labelled-by "Name" = "Ada" #9 [focused]
          slider "Volume" = 7.5 (0…11) #10
          checkbox "Remember me" #11
          list "Files" #12 … 3

        """)
    #expect(outline.leftOutCount == 9)
  }

  @Test
  func `the view all has every element, with all states, actions and its frame`() throws {
    var options = OutlineOptions()
    options.view = .all
    let outline = try outline(Desk.tree(), 0x4, options: options)
    #expect(
      outline.text
        == "button \"Save\" #4 [enabled, visible, showing] (press) @10,10 80×30"
        + " identifier=\"save-button\" hint=\"Writes the file\" role-name=\"push button\""
        + " @class=\"primary big\"\n")
    options.budget = OutlineOptions.budgets.upperBound
    let tree = try Desk.tree()
    let all = Outline(of: tree, from: .everything, options: options)
    #expect(all.shownCount == tree.count)
    #expect(all.leftOutCount == 0)
  }

  @Test
  func `a text of an application is one line of plain characters, and is cut`() throws {
    let nasty = "a\nb\tc\"d\\e\u{1B}[31m\u{202E}\u{2028}"
    let tree = try Tree([Node(1, .window, children: [Node(2, .text, nasty)])])
    #expect(
      outline(tree, 2).text == #""a\nb\tc\"d\\e\u{1b}[31m\u{202e}\u{2028}""# + "\n")
    let long = try Tree([
      Node(
        1, .window,
        children: [
          Node(2, .text, String(repeating: "x y", count: 17_000)),
          Node(3, .button, String(repeating: "\u{202E}", count: 50_000)),
        ])
    ])
    let lines = outline(long, 1).text.split(separator: "\n")
    #expect(lines[1].hasSuffix("…\" (51000 characters) #2"))
    #expect(lines[1].utf8.count < 200)
    #expect(lines[2].contains("…\" (50000 characters) #3"))
    #expect(TokenEstimate(of: lines[2]).tokens < 1500 / 4)
  }

  @Test
  func `a line that is too long for the budget leaves out whole actions`() throws {
    let names = [
      "minimize \"all\" (now)", "copy", "paste", "undo", "redo", "solve", "clear", "quit",
    ]
    let tree = try Tree([
      Node(1, .group, "Calculator") { element in
        element.actions = names.map { Action(.custom, name: $0 + " the calculation") }
        element.attributes = (0..<40).map {
          ToolkitAttribute(name: "name\($0)", value: "a \"b\" c")
        }
      }
    ])
    var options = OutlineOptions()
    options.budget = 100
    #expect(
      outline(tree, 1, options: options).text
        == "group \"Calcula…\" (10 characters) #1 [offscreen] (… 8 more)\n")
    options.budget = 300
    let text = outline(tree, 1, options: options).text
    #expect(text.hasSuffix("more)\n") && text.contains("[offscreen] (\"minimize"), "\(text)")
    options.view = .all
    let all = outline(tree, 1, options: options).text
    #expect(all.hasSuffix(" …\n") && all.split(separator: "#1").count == 2, "\(all)")
    #expect(all.contains(" (… 8 more) "), "\(all)")
  }

  @Test
  func `an outline has several roots, skips unknown ones, and may be empty`() throws {
    let tree = try Desk.tree()
    #expect(outline(tree, 0x22, 0x999, 0x23).text == "button \"7\" #34\nbutton \"8\" #35\n")
    #expect(Outline(of: tree, from: .elements([])).text.isEmpty)
    #expect(Outline(of: Tree(), from: .everything).text.isEmpty)
    #expect(
      Outline(of: tree, from: .following(ElementID(rawValue: 0x999), texts: false)).text.isEmpty)
  }

  @Test
  func `an element has a one-line description`() throws {
    let element = try #require(try Desk.tree()[ElementID(rawValue: 0x9)])
    #expect(Outline.line(for: element) == "textbox = \"Ada\" #9 [focused]")
  }
}

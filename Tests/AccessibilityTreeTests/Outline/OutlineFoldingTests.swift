import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Which elements have a line, and what the line leaves unsaid.
struct OutlineFoldingTests {
  private func text(_ children: Node...) throws -> String {
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .window, "W", children: children)])
    ])
    let lines = outline(tree, 2).text.split(separator: "\n").dropFirst()
    return lines.map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  @Test(arguments: [("Size", ["S", "M"]), ("Gift wrap", ["Gift", "None"])])
  func `a group whose name begins with that of a control keeps it`(
    _ name: String, _ labels: [String]
  ) throws {
    let boxes = labels.enumerated().map { Node(10 + UInt64($0.offset), .radio, $0.element) }
    for (role, isNamed) in [(Role.radioGroup, true), (.group, true)] {
      let group = Node(3, role, name, children: boxes)
      let tree = try Tree([
        Node(1, .application, children: [Node(2, .window, "W", children: [group])])
      ])
      let text = outline(tree, 2).text
      #expect(text.contains("\(role.name) \"\(name)\" #3") == isNamed, "\(text)")
    }
    // A name that is put together from what is in the element says nothing more.
    let section = Node(3, .section, labels.joined(separator: " "), children: boxes)
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .window, "W", children: [section])])
    ])
    #expect(!outline(tree, 2).text.contains("section"))
  }

  @Test
  func `groups without a name fold at any depth, and those with a name do not`() throws {
    let nested = Node(3, .group, children: [Node(4, .section, children: [Node(5, .link, "Go")])])
    #expect(
      try text(Node(2000, .generic, children: [nested, Node(6, .generic), Node(7, .image)]))
        == "link \"Go\" #5 (no press)")
    #expect(
      try text(Node(8, .group, "Named", children: [Node(9, .switch, "On")])).hasPrefix(
        "group \"Named\" #8\n"))
  }

  /// As in the windows of shortcuts of GTK 4.
  @Test
  func `keys that are pressed together are one text`() throws {
    func keys(_ texts: String...) -> Node {
      Node(
        10, .generic,
        children: texts.enumerated().map { Node(20 + UInt64($0), .label, $1) })
    }
    #expect(try text(keys("Ctrl", "+", "T")) == "\"Ctrl+T\"")
    #expect(try text(keys("Shift", "+", "Ctrl", "+", "+")) == "\"Shift+Ctrl++\"")
    #expect(try text(keys("Ctrl", "T", "+")).contains("\"Ctrl\"\n\"T\""))
  }

  /// As GtkPaned of GTK 3, of which Thunar hides one side.
  @Test
  func `what would divide its parts has a line where at least two are visible`() throws {
    func splitter(_ parts: [Node], isSilent: Bool = false) -> Node {
      Node(
        3, .splitter, nil,
        {
          $0.range = NumericRange(current: 0, minimum: 0, maximum: 2_147_483_647)
          if isSilent { $0.states.remove(.visible) }
        }, children: parts)
    }
    func hide(_ element: inout Element) { element.states.subtract([.visible, .showing]) }
    let (first, second) = (Node(4, .button, "A"), Node(5, .button, "B"))
    let hidden = Node(6, .generic, nil, hide, children: [Node(7, .button, "C", hide)])
    let line = "splitter = 0 (0…2147483647) #3"
    #expect(try text(splitter([first, second])).hasPrefix(line))
    #expect(try text(splitter([])).hasPrefix(line), "it is the divider itself")
    for parts in [[first], [first, hidden], [hidden, first]] {
      let text = try text(splitter(parts))
      #expect(!text.contains("splitter") && text.hasPrefix("button \"A\" #4"), "\(text)")
    }
    // Its toolkit does not tell what is visible.
    #expect(try text(splitter([first], isSilent: true)).hasPrefix(line))
  }

  @Test
  func `what holds a place for later has no line`() throws {
    func assertive(_ element: inout Element) { element.liveRegion = .assertive }
    let empty = [
      Node(3, .notification, nil, assertive), Node(4, .alert, nil, assertive),
      Node(5, .menu, nil, { $0.actions = [Action(.press)] }),
    ]
    #expect(try text(Node(9, .group, children: empty)).isEmpty)
    let full = Node(3, .notification, nil, assertive, children: [Node(6, .text, "Saved")])
    #expect(try text(full) == "notification with \"Saved\" #3")
  }

  @Test
  func `a control has the name of its image, and marks between links are left out`() throws {
    func press(_ element: inout Element) { element.actions = [Action(.press)] }
    let save = Node(3, .button, "Save", press, children: [Node(4, .image, "Save")])
    let open = Node(5, .button, "Open", press, children: [Node(6, .image, "Folder")])
    let links = Node(
      7, .navigation, "Main", value: "| |",
      children: [Node(8, .link, "Home", press), Node(9, .link, "Cart", press)])
    let page = Node(
      10, .internalFrame, nil, press, children: [Node(11, .document, "News", children: [save])])
    #expect(
      try text(open, links, page) == """
        button "Open" #5
          image "Folder" #6
        navigation "Main" #7
          link "Home" #8
          link "Cart" #9
        document "News" #11
          button "Save" #3
        """)
  }

  @Test
  func `items of toolbars have no number until it says something`() throws {
    // LibreOffice.
    func item(_ id: UInt64, _ role: Role, _ label: String?, _ number: Double) -> Node {
      Node(
        id, role, label,
        {
          $0.range = NumericRange(current: number, minimum: 0, maximum: 1)
          $0.actions = [Action(.press), Action(.increment), Action(.setValue)]
        })
    }
    #expect(
      try text(
        item(3, .button, "New", 0), item(4, .separator, nil, 0), item(5, .toggleButton, "Bold", 1),
        item(6, .slider, "Zoom", 0), item(7, .group, "Font Name", 0)) == """
          button "New" #3
          toggle-button "Bold" #5
          slider "Zoom" = 0 (0…1) #6 (press)
          group "Font Name" #7 (press)
          """)
  }

  @Test
  func `what may be on has no number beside its state`() throws {
    // Java.
    func item(_ id: UInt64, _ role: Role, _ number: Double, _ states: States = []) -> Node {
      Node(
        id, role, "Item \(id)",
        {
          $0.range = NumericRange(current: number, minimum: 0, maximum: 1)
          $0.actions = [Action(.press)]
          $0.states.formUnion(states)
        })
    }
    let outline = try text(
      item(3, .menu, 0), item(4, .menu, 1, .selected), item(5, .tab, 0),
      item(6, .tab, 1, .selected), item(7, .checkBox, 1, .checked), item(8, .radio, 0),
      item(9, .checkBox, 0.5))
    #expect(
      outline == """
        menu "Item 3" #3
        menu "Item 4" #4 [selected]
        tab "Item 5" #5
        tab "Item 6" #6 [selected]
        checkbox "Item 7" #7 [checked]
        radio "Item 8" #8
        checkbox "Item 9" = 0.5 (0…1) #9
        """, "\(outline)")
  }

  @Test
  func `numbers of single precision have their digits`() throws {
    func meter(_ id: UInt64, _ value: String?, _ number: Double) -> Node {
      Node(
        id, .meter, "M", value: value,
        { $0.range = NumericRange(current: number, minimum: 0, maximum: 1) })
    }
    let single = Double(Float(0.4))
    #expect(
      try text(meter(3, "0.4", single), meter(4, nil, 0.1 + 0.2), meter(5, "40%", single)) == """
        meter "M" = 0.4 (0…1) #3
        meter "M" = 0.30000000000000004 (0…1) #4
        meter "M" = "40%" 0.4 (0…1) #5
        """)
  }

  @Test
  func `cells without a text have no line`() throws {
    let choose = { (element: inout Element) in
      element.states.formUnion(.selectable)
      element.actions = [Action(.press)]
    }
    let name = Node(
      3, .cell, nil, choose,
      children: [Node(4, .cell, nil, choose), Node(5, .cell, "notes.txt", choose)])
    #expect(try text(name, Node(6, .cell, nil, choose)) == "cell \"notes.txt\" #5")
  }

  @Test
  func `a window without a name and content has no line, and many actions of one are counted`()
    throws
  {
    let page = Node(6, .document, nil, { $0.states.formUnion(.focused) })
    let actions = ["win.undo", "win.redo", "window.close"].map { Action(.custom, name: $0) }
    let tree = try Tree([
      Node(
        1, .application,
        children: [
          Node(2, .window, "W", { $0.actions = actions }, children: [Node(3, .button, "Go")]),
          Node(4, .window, children: [Node(5, .generic, children: [page])]),
        ])
    ])
    let lines = outline(tree, 1).text.split(separator: "\n")
    #expect(
      lines.dropFirst() == ["  window \"W\" #2 (3 actions)", "    button \"Go\" #3 (no press)"])
  }

  @Test
  func `a cell or list item that holds one control or one text is that control or text`() throws {
    let press = { (element: inout Element) in element.actions = [Action(.press)] }
    #expect(
      try text(Node(3, .cell, children: [Node(4, .button, "Follow", press)]))
        == "button \"Follow\" #4")
    #expect(
      try text(Node(3, .cell, "Follow", children: [Node(4, .button, "Follow", press)]))
        == "button \"Follow\" #4")
    #expect(
      try text(
        Node(3, .listItem, children: [Node(4, .paragraph, children: [Node(5, .link, "A", press)])]))
        == "link \"A\" #5")
    #expect(try text(Node(3, .listItem, children: [Node(4, .text, "Milk")])) == "\"Milk\"")
    // One that people choose keeps its line.
    let choose = { (element: inout Element) in element.states.formUnion(.selectable) }
    #expect(
      try text(Node(3, .listItem, nil, choose, children: [Node(4, .text, "Milk")]))
        == "listitem with \"Milk\" #3")
    let chosen = { (element: inout Element) in element.states.formUnion(.selected) }
    #expect(
      try text(Node(3, .cell, nil, chosen, children: [Node(4, .button, "A", press)]))
        == "cell #3 [selected]\n  button \"A\" #4")
    // One that holds more folds as well, unless people choose it or it has a name.
    let link = Node(4, .link, "A", press)
    let button = Node(5, .button, "B", press)
    #expect(
      try text(Node(3, .listItem, children: [link, button])) == "link \"A\" #4\nbutton \"B\" #5")
    #expect(
      try text(Node(3, .row, nil, choose, children: [link, button]))
        == "row #3\n  link \"A\" #4\n  button \"B\" #5")
    #expect(
      try text(Node(3, .listItem, "Ada", children: [link, button]))
        == "listitem \"Ada\" #3\n  link \"A\" #4\n  button \"B\" #5")
  }

  /// As the one of Thunar in which it shows that it is busy.
  @Test
  func `an item of a menu without a name that nobody can use has no line`() throws {
    let states: [States] = [[.visible, .showing], [.visible, .showing, .enabled]]
    let items = try states.map { states in
      try text(Node(3, .menuItem) { $0.states = states })
    }
    #expect(items[0].isEmpty)
    #expect(items[1].hasPrefix("menuitem #3"), "\(items)")
  }

  @Test
  func `a text that repeats its parent or the control beside it has no line`() throws {
    let press = { (element: inout Element) in element.actions = [Action(.press)] }
    #expect(
      try text(Node(3, .link, "index", press, children: [Node(4, .text, "index")]))
        == "link \"index\" #3")
    #expect(
      try text(
        Node(
          3, .group, "Pay",
          children: [
            Node(4, .label, "Pay", children: [Node(5, .text, "Pay")]),
            Node(6, .radio, "Cash", press),
          ])) == "group \"Pay\" #3\n  radio \"Cash\" #6")
    let parts = [Node(4, .text, "Follow "), Node(5, .generic, children: [Node(6, .text, "Ada")])]
    #expect(
      try text(Node(3, .link, "Follow Ada", press, children: parts)) == "link \"Follow Ada\" #3")
    #expect(
      try text(Node(3, .label, "Name:"), Node(4, .textField, "Name")) == "textbox \"Name\" #4")
    #expect(
      try text(Node(3, .checkBox, "Tick", press), Node(4, .label, "Tick")) == "checkbox \"Tick\" #3"
    )
    #expect(
      try text(
        Node(3, .button, "Undo") {
          $0.actions = [Action(.press)]
          $0.frame = Desk.frame(200, 0, 40, 20)
        },
        Node(4, .label, "Undo") { $0.frame = Desk.frame(0, 30, 40, 20) })
        == "button \"Undo\" #3\n\"Undo\"", "It begins the next row, as in Thunar's shortcuts.")
    #expect(
      try text(Node(3, .label, "Name"), Node(4, .textField, "Mail"))
        == "\"Name\"\ntextbox \"Mail\" #4")
  }

  @Test
  func `the text of a paragraph stands beside the links in it, and bullets are left out`() throws {
    let press = { (element: inout Element) in element.actions = [Action(.press)] }
    let link = Node(4, .link, "Tutorial", press)
    #expect(
      try text(Node(3, .paragraph, value: "Start here:", children: [link]))
        == "\"Start here:\"\nlink \"Tutorial\" #4")
    // Chromium has the text as an element as well.
    let words = Node(5, .text, "Start here:")
    #expect(
      try text(Node(3, .paragraph, value: "Start here:", children: [link, words]))
        == "link \"Tutorial\" #4\n\"Start here:\"")
    for bullet in ["•", "12.", "|"] {
      let level = { (element: inout Element) in element.level = 1 }
      #expect(
        try text(Node(3, .listItem, value: bullet, level, children: [link]))
          == "link \"Tutorial\" #4")
    }
    // A name that is put together from the content is none.
    let part = Node(
      3, .section, "Tutorial Start here", children: [link, Node(5, .text, "Start here")])
    #expect(try text(part) == "link \"Tutorial\" #4\n\"Start here\"")
    let theme = Node(6, .comboBox, "Theme", press)
    #expect(try text(Node(3, .label, "Theme", children: [theme])) == "combobox \"Theme\" #6")
  }

  @Test
  func `an item is said once, with its mark or without`() throws {
    let press = { (element: inout Element) in element.actions = [Action(.press)] }
    let link = Node(5, .link, "Linked", press)
    // Chromium has the mark as an element.
    let words = [Node(4, .listMarker, "iii."), Node(6, .text, "Third")]
    #expect(
      try text(Node(3, .listItem, value: "iii. Third", press, children: words))
        == "listitem with \"Third\" #3")
    // Firefox has it in the name, which has the texts of all that is in the item.
    func item(_ label: String, _ value: String, _ children: Node...) throws -> String {
      try text(Node(3, .listItem, label, value: value, children: children))
    }
    #expect(try item("• Linked", "•", link) == "link \"Linked\" #5")
    #expect(
      try item("2. Second Go", "2. Second", Node(4, .button, "Go", press))
        == "listitem with \"2. Second\" #3\n  button \"Go\" #4")
    #expect(
      try item("• See Linked now", "• See  now", link)
        == "listitem \"• See Linked now\" #3\n  link \"Linked\" #5")
    #expect(try item("Ada", "• 36 years") == "listitem \"Ada\" = \"• 36 years\" #3")
  }

  @Test
  func `a cell of several parts that can be expanded has one line`() throws {
    func cell(_ id: UInt64, _ label: String?, _ children: Node...) -> Node {
      Node(
        id, .cell, label,
        {
          $0.states.formUnion([.selectable, .expandable, .expanded, .selected])
          $0.actions = [Action(.press), Action(.collapse)]
        }, children: children)
    }
    #expect(
      try text(cell(3, nil, cell(4, nil), cell(5, "Fruit")))
        == "cell \"Fruit\" #5 [expanded, selected]")
  }

  @Test
  func `an open menu without a name is no button, and has no action of its toolkit`() throws {
    let menu = Node(
      3, .menu, nil, { $0.actions = [Action(.custom, name: "default.activate")] },
      children: [Node(4, .menuItem, "Open", { $0.actions = [Action(.press)] })])
    #expect(try text(menu) == "menu #3\n  menuitem \"Open\" #4")
    #expect(try text(Node(5, .menu, "File")) == "menu \"File\" #5 (no press)")
  }

  @Test
  func `decoration and scroll bars have no line, unless they have the focus`() throws {
    let bar = { (element: inout Element) in element.range = NumericRange(current: 3) }
    #expect(
      try text(
        Node(3, .scrollBar, nil, bar), Node(4, .separator), Node(5, .listMarker, "•"),
        Node(6, .paragraph, value: "\u{FFFC}")) == "")
    let focused = { (element: inout Element) in element.states.formUnion(.focused) }
    #expect(
      try text(Node(3, .scrollBar, nil, focused), Node(4, .generic, nil, focused))
        == "scrollbar #3 [focused]\ngeneric #4 [focused]")
  }

  @Test
  func `what the role does is not said, and what is unusual is`() throws {
    func line(_ role: Role, _ actions: [Action], _ states: States = []) throws -> String {
      try text(
        Node(
          3, role, "X",
          {
            $0.actions = actions
            $0.states.formUnion(states)
          }))
    }
    let press = Action(.press)
    #expect(try line(.button, [press, Action(.focus), Action(.showMenu)]) == "button \"X\" #3")
    #expect(try line(.button, [Action(.focus)]) == "button \"X\" #3 (no press)")
    #expect(try line(.group, [press]) == "group \"X\" #3 (press)")
    #expect(
      try line(.button, [press, Action(.custom, name: "Reply")]) == "button \"X\" #3 (\"Reply\")")
    #expect(
      try line(
        .textField, [Action(.setText), Action(.insertText), Action(.setSelection)],
        [.required, .invalid]) == "textbox \"X\" #3 [required, invalid]")
    #expect(try line(.textField, [Action(.custom, name: "clipboard.copy")]) == "textbox \"X\" #3")
    #expect(
      try line(.slider, [Action(.increment), Action(.decrement), Action(.setValue)])
        == "slider \"X\" #3")
    #expect(
      try line(.option, [Action(.select)], [.selectable, .selected]) == "option \"X\" #3 [selected]"
    )
    #expect(
      try line(.treeItem, [Action(.collapse)], [.expandable, .expanded])
        == "treeitem \"X\" #3 [expanded]")
    #expect(try line(.cell, [Action(.setText)]) == "cell \"X\" #3 (set-text)")
    #expect(try line(.button, [press, Action(.delete)]) == "button \"X\" #3 (delete)")
    #expect(
      try text(
        Node(
          3, .button, "X",
          {
            $0.states = [.showing, .visible]
            $0.actions = [press]
          })) == "button \"X\" #3 [disabled]")
  }

  @Test
  func `marks between links have no line, and those in other places do`() throws {
    let press = { (element: inout Element) in element.actions = [Action(.press)] }
    #expect(
      try text(
        Node(3, .link, "A", press), Node(4, .text, "|"), Node(5, .link, "B", press),
        Node(6, .text, ".")) == "link \"A\" #3\nlink \"B\" #5")
    #expect(try text(Node(3, .text, "!"), Node(4, .button, "B", press)).hasPrefix("\"!\""))
    #expect(
      try text(Node(3, .link, "A", press), Node(4, .text, "| 5")) == "link \"A\" #3\n\"| 5\"")
  }

  @Test
  func `a label around its field, and a placeholder that repeats it, say nothing more`() throws {
    let choose = { (element: inout Element) in
      element.actions = [Action(.expand)]
      element.states.formUnion([.collapsed])
    }
    #expect(
      try text(
        Node(
          3, .label, "Theme",
          children: [Node(4, .text, "Theme"), Node(5, .comboBox, "Theme", choose)])
      ) == "combobox \"Theme\" #5")
    // As Firefox has it.
    #expect(
      try text(
        Node(
          3, .label, "Theme Dark", value: "Theme", { $0.actions = [Action(.press)] },
          children: [Node(4, .text, "Theme"), Node(5, .comboBox, "Theme", choose)])
      ) == "combobox \"Theme\" #5")
    let field = Node(6, .textField, "Find") {
      $0.actions = [Action(.setText)]
      $0.placeholder = "Find"
    }
    #expect(try text(field) == "textbox \"Find\" = \"\" #6")
  }

  @Test
  func `the choices of a closed list are counted in a whole outline as well`() throws {
    func list(_ states: States) throws -> String {
      let options = (0..<5).map {
        Node(UInt64(10 + $0), .option, "Choice \($0)") { $0.states = [.enabled] }
      }
      let tree = try Tree([
        Node(
          1, .application,
          children: [
            Node(
              2, .window, "W",
              children: [
                Node(
                  3, .comboBox, "Colour",
                  {
                    $0.states.formUnion(states)
                    $0.actions = [Action(.press)]
                  }, children: options)
              ])
          ])
      ])
      var whole = OutlineOptions()
      whole.isWhole = true
      return Outline(of: tree, from: .everything, options: whole).text
    }
    let closed = try list(.collapsed)
    #expect(closed.contains("combobox \"Colour\" #3 … 5\n"), "\(closed)")
    #expect(try list(.expanded).contains("Choice 4"))
  }
}

import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What is one thing for people and several elements has one line.
struct OutlineComboBoxTests {
  private func text(_ node: Node, focus: UInt64? = nil) throws -> String {
    let window = Node(2, .window, "W", children: [node])
    let tree = try Tree([Node(1, .application, "app", children: [window])])
    return Outline(
      of: tree, from: .everything, focus: focus.map { ElementID(rawValue: $0) }
    ).text
  }

  /// A combo box of GTK 3 that takes any text.
  private func box(_ configure: (inout Element) -> Void = { _ in }) -> Node {
    let field = Node(5, .textField, nil, value: "Norway") {
      $0.actions = [Action(.press), Action(.setText), Action(.insertText), Action(.focus)]
      $0.states.formUnion([.editable, .focusable])
      configure(&$0)
    }
    let list = Node(
      4, .menu, nil, { $0.states = [.enabled] },
      children: [Node(6, .menuItem, "Spain", { $0.states = [.enabled, .visible] })])
    return Node(3, .comboBox, "Any", { $0.actions = [Action(.press)] }, children: [list, field])
  }

  @Test func `a combo box that takes any text has the line of its field`() throws {
    #expect(
      try text(box()).hasSuffix("\n    combobox \"Any\" = \"Norway\" #3 (set-text) … 1\n"))
    let focused = try text(box { $0.states.insert(.focused) }, focus: 5)
    #expect(
      focused.hasSuffix("\n    combobox \"Any\" = \"Norway\" #3 [focused] (set-text) … 1\n"),
      "\(focused)")
    #expect(!focused.contains("focus:"), "\(focused)")
  }

  /// GTK 3 has them in a menu without a name, and Qt in a list that says that it is on screen.
  @Test func `of a closed combo box its choices are counted, and not the list around them`()
    throws
  {
    for (list, item) in [(Role.menu, Role.menuItem), (.list, .listItem)] {
      func box(_ states: States, _ name: String? = nil) -> Node {
        let items = (30..<35).map { id in
          Node(id, item, "Item \(id)") { $0.states.formUnion(states.union(.selectable)) }
        }
        let choices = Node(21, list, name, { $0.states = states }, children: items)
        let icon = Node(22, .icon, "Clear", { $0.actions = [Action(.press)] })
        return Node(
          20, .comboBox, "Land",
          {
            $0.frame = Desk.frame(10, 10, 80, 20)
            $0.actions = [Action(.press)]
          }, children: name == nil ? [choices] : [choices, icon])
      }
      for states: States in [[.enabled], [.enabled, .visible, .showing]] {
        #expect(try text(box(states)).hasSuffix("\n    combobox \"Land\" #20 … 5\n"))
        let named = try text(box(states, "Lands"))
        #expect(named.contains("… 1 \(list.name) "), "\(named)")
      }
      // What is counted is what comes when it is read on.
      let window = Node(2, .window, "W", children: [box([.enabled])])
      let tree = try Tree([Node(1, .application, "app", children: [window])])
      let read = outline(tree, 20).text
      #expect(read.split(separator: "\n").filter { $0.contains("\"Item ") }.count == 5, "\(read)")
      #expect(!read.contains("#21"), "\(read)")
    }
  }

  /// As the one that clears it in Qt.
  @Test func `a button in the field of a combo box stands below its line`() throws {
    let field = Node(
      5, .textField, nil, value: "*.txt", { $0.actions = [Action(.setText)] },
      children: [Node(6, .button, "Clear", { $0.actions = [Action(.press)] })])
    let list = Node(4, .list, nil, { $0.states = [.enabled] })
    let box = Node(
      3, .comboBox, "Filter:", { $0.actions = [Action(.press)] }, children: [list, field])
    #expect(
      try text(box).contains(
        """
            combobox "Filter:" = "*.txt" #3 (set-text)
              button "Clear" #6

        """))
  }

  @Test func `a drop-down of GTK 4 has what its button shows on its line`() throws {
    func visible(_ element: inout Element) { element.states.insert(.visible) }
    func label(_ id: UInt64, _ text: String, isVisible: Bool = true) -> Node {
      Node(id, .label, text) { $0.states = isVisible ? [.enabled, .visible] : [.enabled] }
    }
    let drawn = Node(
      12, .generic, nil, visible,
      children: [
        label(13, "(None)", isVisible: false),
        Node(14, .generic, nil, visible, children: [label(15, "Spain")]),
      ])
    let button = Node(
      11, .button, nil,
      {
        visible(&$0)
        $0.actions = [Action(.press)]
      }, children: [drawn])
    let box = Node(10, .comboBox, "Land", visible, children: [button])
    let closed = try text(box)
    #expect(
      closed.hasSuffix("\n    combobox \"Land\" = \"Spain\" #10 (no press)\n      button #11\n"),
      "\(closed)")
    // One that is open has its list.
    let list = Node(20, .list, nil, visible, children: [Node(21, .listItem, "Italy", visible)])
    let open = Node(10, .comboBox, "Land", visible, children: [button, list])
    let opened = try text(open)
    #expect(opened.contains("\n    combobox \"Land\" = \"Spain\" #10"), "\(opened)")
    #expect(opened.contains("\"Italy\""), "\(opened)")
  }

  @Test func `a button with several texts, as for a font in GTK 4, has them on its line`() throws {
    let size = Node(14, .generic, children: [Node(15, .separator), Node(16, .label, "12")])
    let button = Node(
      11, .button, nil, { $0.actions = [Action(.press)] },
      children: [Node(12, .generic, children: [Node(13, .label, "Sans Regular"), size])])
    #expect(try text(button).hasSuffix("\n    button with \"Sans Regular\", \"12\" #11\n"))
  }

  @Test func `the window around an open list of GTK 3 has no line`() throws {
    let frame = Desk.frame(8, 30, 60, 66)
    let item = Node(6, .menuItem, "Spain") { $0.states.insert(.focused) }
    let menu = Node(5, .menu, nil, { $0.frame = frame }, children: [item])
    let windows = [
      Node(2, .window, "W", children: [Node(4, .comboBox, "Land", children: [menu])]),
      Node(
        3, .window, nil,
        {
          $0.frame = frame
          $0.states.insert(.active)
        }),
    ]
    let tree = try Tree([Node(1, .application, "app", children: windows)])
    let text = Outline(of: tree, from: .everything, focus: ElementID(rawValue: 6)).text
    #expect(text.contains("\"Spain\" #6 [focused]") && !text.contains("window #3"), "\(text)")
    // One without the focus in its list may be anything.
    let unfocused = Outline(of: tree, from: .everything, focus: nil).text
    #expect(unfocused.contains("window #3 [active]"), "\(unfocused)")
  }

  /// As in the dialogs of Geany.
  @Test func `the labels of combo boxes are on their lines, and icons in their fields below`()
    throws
  {
    func row(_ id: UInt64, _ name: String, isBox: Bool) -> Node {
      let (label, box, field) = (id + 1, id + 2, id + 3)
      let byLabel = [Relation(.labelledBy, [ElementID(rawValue: label)])]
      let icon = Node(id + 4, .icon, nil, { $0.actions = [Action(.press)] })
      let text = Node(
        field, .textField, nil,
        {
          $0.actions = [Action(.setText)]
          $0.relations = byLabel
        }, children: [icon])
      let list = Node(id + 5, .menu, nil, { $0.states = [.enabled] })
      return Node(
        id, .generic,
        children: [
          Node(label, .label, name) {
            $0.relations = [Relation(.labelFor, [ElementID(rawValue: isBox ? box : field)])]
          },
          Node(
            box, .comboBox, nil,
            {
              $0.actions = [Action(.press)]
              $0.relations = byLabel
            }, children: [list, text]),
        ])
    }
    let form = Node(
      3, .group,
      children: [row(10, "Search for:", isBox: true), row(20, "Replace with:", isBox: false)])
    let all = try text(form)
    #expect(
      all.hasSuffix(
        """
            combobox labelled-by "Search for:" #12 (set-text)
              icon #14 (press)
            combobox labelled-by "Replace with:" #22 (set-text)
              icon #24 (press)

        """), "\(all)")
  }

  @Test func `a field that says more than its text keeps its line`() throws {
    let changes: [(inout Element) -> Void] = [
      { $0.label = "Place" }, { $0.hint = "Any place" }, { $0.placeholder = "Place" },
      { $0.states.insert(.invalid) }, { $0.states.remove(.showing) },
      { $0.actions.append(Action(.custom, name: "clear")) }, { $0.actions = [Action(.press)] },
    ]
    for change in changes {
      let text = try text(box(change))
      #expect(text.contains("\n    combobox \"Any\" #3"), "\(text)")
      #expect(text.contains(" #5") || text.contains("… 2"), "\(text)")
    }
  }

  @Test func `a combo box that is hidden behind what is shown is not even counted`() throws {
    func parts(isShown: Bool) -> Node {
      let states: States = isShown ? [.enabled, .visible, .showing] : [.enabled]
      let field = Node(5, .textField, nil, value: "A1") { $0.actions = [Action(.setText)] }
      let list = Node(7, .menu, nil, { $0.states = [.enabled] })
      let box = Node(4, .comboBox, nil, { $0.states = states }, children: [list])
      let opener = Node(6, .toggleButton, nil, { $0.actions = [Action(.press)] })
      return Node(3, .group, "Name Box", children: [field, box, opener])
    }
    #expect(
      try text(parts(isShown: false)).hasSuffix(
        "\n    textbox in group \"Name Box\" = \"A1\" #5\n"
          + "    toggle-button in group \"Name Box\" #6\n"))
    #expect(try text(parts(isShown: true)).contains("combobox #4"))
    // Around the parts, LibreOffice has fillers, and what can be pressed to no use.
    let box = Node(
      20, .group, "Size", { $0.actions = [Action(.press)] },
      children: [
        Node(21, .generic, children: [Node(22, .generic, children: parts(isShown: false).children)])
      ])
    #expect(
      try text(box).hasSuffix(
        "\n    textbox in group \"Size\" = \"A1\" #5\n    toggle-button in group \"Size\" #6\n"))
  }

  @Test func `a menu item has its keys, and nothing longer`() throws {
    func item(_ parts: [Node]) throws -> String {
      try text(Node(3, .menuItem, "Save", { $0.actions = [Action(.press)] }, children: parts))
    }
    let parts = [Node(4, .generic), Node(5, .label, "Save"), Node(6, .label, "Ctrl+S")]
    #expect(try item(parts).hasSuffix("\n    menuitem \"Save\" with \"Ctrl+S\" #3\n"))
    let others = parts + [Node(7, .label, "other")]
    #expect(try item(others).hasSuffix("menuitem \"Save\" #3\n      \"Ctrl+S\"\n      \"other\"\n"))
    let mark = Node(4, .generic, children: [Node(8, .generic)])
    #expect(
      try item([mark, Node(5, .label, "Save"), Node(6, .label, "Ctrl+S")]).hasSuffix(
        "\n    menuitem \"Save\" with \"Ctrl+S\" #3\n"))
    let button = parts + [Node(7, .button, "Undo", { $0.actions = [Action(.press)] })]
    #expect(try item(button).contains("      \"Ctrl+S\"\n      button \"Undo\" #7"))
  }
}

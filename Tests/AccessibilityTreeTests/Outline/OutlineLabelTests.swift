import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// A label that stands beside a field is on the line of the field.
struct OutlineLabelTests {
  private static func label(_ id: UInt64) -> (inout Element) -> Void {
    { $0.relations = [Relation(.labelFor, [ElementID(rawValue: id)])] }
  }

  private static func field(_ id: UInt64) -> (inout Element) -> Void {
    {
      $0.states.insert(.editable)
      $0.actions = [Action(.setText)]
      $0.relations = [Relation(.labelledBy, [ElementID(rawValue: id)])]
    }
  }

  private func tree(_ children: [Node]) throws -> Tree {
    try Tree([Node(1, .application, "app", children: [Node(2, .window, "W", children: children)])])
  }

  private func text(_ tree: Tree) -> String { Outline(of: tree, from: .everything).text }

  /// As in Chromium, where the label of a date is that of its parts as well.
  @Test func `the label of a date and its parts is said by the date`() throws {
    func text(isApart: Bool) throws -> String {
      let label = Node(
        3, .label, "Due",
        { $0.relations = [Relation(.labelFor, [4, 5].map { ElementID(rawValue: $0) })] },
        children: [Node(6, .text, "Due")])
      let day = Node(5, .spinButton, "Day Due", { $0.actions = [Action(.increment)] })
      let date = Node(
        4, .dateField, "Due",
        {
          $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 9, height: 9), space: .screen)
          $0.actions = [Action(.press)]
        }, children: isApart ? [] : [day])
      return self.text(try tree([label, date] + (isApart ? [day] : [])))
    }
    #expect(!(try text(isApart: false)).contains("\n    \"Due\"\n"))
    #expect(try text(isApart: true).contains("\n    \"Due\"\n"))
  }

  /// As a GtkExpander of GTK 4, which is a button around both.
  @Test func `what expands has its title on its line, and not what it shows`() throws {
    func text(controls: [UInt64]) throws -> String {
      let expander = Node(
        3, .button, nil,
        {
          $0.states.formUnion([.expandable, .expanded])
          $0.actions = [Action(.press)]
          $0.relations = [Relation(.controls, controls.map { ElementID(rawValue: $0) })]
        },
        children: [
          Node(4, .group, children: [Node(5, .label, "Details")]),
          Node(6, .group, children: [Node(7, .label, "Size"), Node(8, .label, "12 kB")]),
        ])
      return self.text(try tree([Node(9, .label, "Before"), expander]))
    }
    let titled = try text(controls: [6])
    #expect(
      titled.contains(
        "    button with \"Details\" #3 [expanded]\n      \"Size\"\n      \"12 kB\"\n"), "\(titled)"
    )
    let untitled = try text(controls: [])
    #expect(untitled.contains("button with \"Details\", \"Size\", \"12 kB\" #3"), "\(untitled)")
  }

  /// As in LibreOffice.
  @Test func `what an empty field shows is not said again by a text in front of it`() throws {
    let search = Node(
      3, .textField, nil, value: "",
      {
        $0.actions = [Action(.setText)]
        $0.placeholder = "Search..."
      })
    let text = self.text(
      try tree([search, Node(4, .label, "Search..."), Node(5, .label, "Filter")]))
    #expect(
      text.hasSuffix("textbox = \"\" placeholder \"Search...\" #3\n    \"Filter\"\n"), "\(text)")
  }

  @Test
  func `the labels of a grid are on the lines of their fields, wherever they stand`() throws {
    let grid = Node(
      3, .group,
      children: [
        Node(20, .textField, value: "Ada", Self.field(10)),
        Node(21, .textField, nil, Self.field(11)),
        Node(10, .label, "Name:", Self.label(20)), Node(11, .label, "Town:", Self.label(21)),
      ])
    #expect(
      text(try tree([grid])) == """
        application "app" #1
          window "W" #2
            textbox labelled-by "Name:" = "Ada" #20
            textbox labelled-by "Town:" #21

        """)
  }

  @Test
  func `a label stays a line where no other line says it`() throws {
    func hidden(_ element: inout Element) {
      Self.field(10)(&element)
      element.states.subtract([.showing])
    }
    let label = Node(10, .label, "Name:", Self.label(20))
    let fields = [
      Node(20, .textField, nil, hidden), Node(20, .textField), Node(20, .group, "Name: all"),
    ]
    // A box that a page draws by its label has no size.
    let drawn = Node(20, .checkBox, "Name: all") { $0.frame = Desk.frame(0, 0, 0, 0) }
    for field in fields + [drawn] {
      #expect(text(try tree([label, Node(12, .button, "B"), field])).contains("\n    \"Name:\"\n"))
    }
    let tree = try tree([label, Node(20, .textField, nil, Self.field(10))])
    #expect(outline(tree, 10).text == "\"Name:\"\n")
  }

  @Test
  func `a label has no line where its field is named by it`() throws {
    func press(_ element: inout Element) { element.actions = [Action(.press)] }
    // Gecko's label can be pressed, and is named after the field in it; its value is its own text. Chromium's has a text in it.
    let gecko = Node(
      10, .label, "Note Ring twice", value: "Note",
      {
        Self.label(20)(&$0)
        press(&$0)
      }, children: [Node(20, .textField, "Note", value: "Ring twice", Self.field(10))])
    let list = Node(
      21, .listBox, "Toppings",
      { $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 11)])] },
      children: [Node(30, .option, "Ham")])
    let chromium = Node(
      11, .label, "Toppings", Self.label(21), children: [Node(12, .text, "Toppings"), list])
    let terms = Node(
      13, .label, "I agree to the", Self.label(22),
      children: [
        Node(22, .checkBox, "I agree to the terms", press), Node(14, .text, "I agree to the"),
        Node(23, .link, "terms", press),
      ])
    let text = text(try tree([gecko, chromium, terms]))
    #expect(
      text == """
        application "app" #1
          window "W" #2
            textbox "Note" = "Ring twice" #20
            listbox "Toppings" #21
              option "Ham" #30
            checkbox "I agree to the terms" #22
            link "terms" #23

        """)
  }

  @Test
  func `a label that Gecko names after its field is not repeated by a field with another name`()
    throws
  {
    let label = Node(10, .label, "Size Small", value: "Size", Self.label(20))
    let box = Node(20, .comboBox, "Size", value: "Small", Self.field(10))
    let text = text(try tree([label, box]))
    #expect(text.hasSuffix("\n    combobox \"Size\" = \"Small\" #20 (no press)\n"), "\(text)")
  }

  @Test
  func `a combo box that is named by its choice has its label as well`() throws {
    let tree = try tree([
      Node(10, .label, "Colour:", Self.label(20)), Node(20, .comboBox, "Red", Self.field(10)),
    ])
    #expect(text(tree).contains("combobox \"Red\" labelled-by \"Colour:\" #20"))
    #expect(!text(tree).contains("\n    \"Colour:\""))
  }

  @Test
  func `the list of a closed combo box is counted, also where its states say that it is shown`()
    throws
  {
    func box(list: Frame?) throws -> String {
      let items = (30..<34).map { Node($0, .listItem, "Item \($0)") }
      let list = Node(21, .list, nil, { $0.frame = list }, children: items)
      let box = Node(
        20, .comboBox, "Red",
        {
          $0.frame = Desk.frame(10, 10, 80, 20)
          $0.actions = [Action(.press)]
        }, children: [list])
      return text(try tree([box]))
    }
    let closed = try box(list: nil)
    #expect(closed.contains("combobox \"Red\" #20 … 4\n"), "\(closed)")
    // Firefox gives it the place of the box.
    #expect(try box(list: Desk.frame(10, 10, 80, 20)) == closed)
    #expect(try box(list: Desk.frame(10, 30, 80, 90)).contains("listitem \"Item 33\" #33"))
  }

  @Test
  func `an item is known by the only text in it, whatever is hidden beside that`() throws {
    func place(_ id: UInt64, _ name: String, isSelected: Bool = false) -> Node {
      func hide(_ element: inout Element) { element.states.subtract([.showing, .visible]) }
      return Node(
        id, .listItem, nil,
        {
          $0.states.insert(.selectable)
          if isSelected { $0.states.insert(.selected) }
          $0.actions = [Action(.select)]
        },
        children: [
          Node(
            id + 1, .generic,
            children: [
              Node(id + 2, .icon), Node(id + 3, .label, name), Node(id + 4, .button, nil, hide),
              Node(id + 5, .animation, "Busy", hide),
            ])
        ])
    }
    let text = text(
      try tree([
        Node(3, .listBox, children: [place(10, "Home"), place(20, "Music", isSelected: true)])
      ]))
    #expect(text.contains("listitem with \"Home\" #10 … 2\n"), "\(text)")
    #expect(text.contains("listitem with \"Music\" #20 [selected] … 2\n"), "\(text)")
  }

  @Test
  func `a selected cell of several parts has one line, as one that is not selected`() throws {
    func file(_ id: UInt64, _ name: String, isSelected: Bool) -> Node {
      func select(_ element: inout Element) {
        element.actions = [Action(.press)]
        element.states.insert(.selectable)
        if isSelected { element.states.insert(.selected) }
      }
      return Node(
        id, .cell, nil, select,
        children: [Node(id + 1, .cell, nil, select), Node(id + 2, .cell, name, select)])
    }
    let files = [file(10, "a.txt", isSelected: true), file(20, "b.txt", isSelected: false)]
    #expect(
      text(try tree([Node(3, .table, "Files", children: files)])).hasSuffix(
        """
            table "Files" #3
              cell "a.txt" #12 [selected]
              cell "b.txt" #22

        """))
  }

  /// As in Qt, where a relation links each control with the group around it.
  @Test func `a group that is the label of what is in it is not said on each line`() throws {
    func inGroup(_ element: inout Element) {
      element.relations = [Relation(.labelledBy, [ElementID(rawValue: 3)])]
    }
    let count = Node(22, .spinButton, "Count") {
      $0.relations = [Relation(.labelledBy, [10, 3].map { ElementID(rawValue: $0) })]
    }
    let group = Node(
      3, .group, "Search",
      children: [
        Node(20, .checkBox, "Match case", inGroup), Node(21, .textField, nil, inGroup),
        Node(10, .label, "Count", Self.label(22)), count,
      ])
    #expect(
      outline(try tree([group]), 3).text == """
        group "Search" #3
          checkbox "Match case" #20 (no press)
          textbox labelled-by "Search" #21
          spinbutton "Count" #22

        """)
  }

  @Test
  func `a label stays a line where what it labels is folded`() throws {
    let area = Node(
      20, .scrollArea, nil,
      { $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 10)])] },
      children: [Node(21, .button, "Add")])
    let text = text(try tree([Node(10, .label, "Entries:", Self.label(20)), area]))
    #expect(text.contains("\"Entries:\""), "\(text)")
  }

  @Test
  func `scroll bars that are not shown are not counted`() throws {
    func hide(_ element: inout Element) { element.states.subtract([.showing, .visible]) }
    let bar = Node(30, .scrollBar, nil, hide, children: [Node(31, .button, "Up", hide)])
    let text = text(try tree([Node(12, .button, "B"), bar, Node(40, .button, "C")]))
    #expect(!text.contains("…"), "\(text)")
  }

  @Test
  func `a field of numbers that is empty has no number`() throws {
    func range(_ element: inout Element) {
      element.range = NumericRange(current: 0, minimum: 0, maximum: 9)
    }
    let tree = try tree([
      Node(3, .spinButton, "Empty", value: "", range),
      Node(4, .spinButton, "Zero", value: "0", range),
      Node(5, .slider, "Slider", value: "", range), Node(6, .spinButton, "Unread", range),
    ])
    let text = text(tree)
    #expect(text.contains("spinbutton \"Empty\" = \"\" (0…9) #3"), "\(text)")
    #expect(text.contains("spinbutton \"Zero\" = 0 (0…9) #4"), "\(text)")
    #expect(text.contains("slider \"Slider\" = 0 (0…9) #5"), "\(text)")
    #expect(text.contains("spinbutton \"Unread\" = 0 (0…9) #6"), "\(text)")
  }
}

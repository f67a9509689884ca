import AccessibilityQueries
import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What is not on screen is counted, and can be listed from where it is counted.
struct OutlineScreenTests {
  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }
  private static func hide(_ element: inout Element) {
    element.actions = [Action(.press)]
    element.states.remove(.showing)
  }
  private static func close(_ element: inout Element) {
    element.states.subtract([.showing, .visible])
  }

  private func window(_ children: [Node]) throws -> Tree {
    try Tree([Node(1, .application, "app", children: [Node(2, .window, "W", children: children)])])
  }

  private func rows(_ range: Range<UInt64>, _ configure: @escaping (inout Element) -> Void)
    -> [Node]
  {
    range.map { Node(100 + $0, .row, "Row \($0)", configure) }
  }

  private func text(_ tree: Tree, from start: OutlineStart) -> String {
    Outline(of: tree, from: start).text
  }

  @Test func `of several elements those on screen come first`() throws {
    func page(_ id: UInt64, _ label: String, isShown: Bool) -> Node {
      func mark(_ element: inout Element) { if !isShown { element.states.remove(.showing) } }
      let button = Node(id + 1, .button, "In \(label)") {
        Self.press(&$0)
        mark(&$0)
      }
      return Node(id, .document, label, mark, children: [button])
    }
    let tree = try window([page(10, "Hidden", isShown: false), page(20, "Shown", isShown: true)])
    let text = outline(tree, 10, 20).text
    #expect(
      text == """
        document "Shown" #20
          button "In Shown" #21
        document "Hidden" #10 [offscreen] … 1

        """)
    #expect(outline(tree, 20, 10).text == text)
    // Where none is on screen, they are what is asked for.
    #expect(outline(tree, 10).text.contains("button \"In Hidden\" #11"))
  }

  /// As in applications of WebKitGTK, whose pages are in objects that say nothing of themselves.
  @Test func `a page of another process is on screen by its own word`() throws {
    func page(isShown: Bool) throws -> Tree {
      func unmark(_ element: inout Element) { element.states = [.enabled] }
      func mark(_ element: inout Element) { if !isShown { unmark(&element) } }
      let document = Node(
        12, .document, "Shop", mark, children: [Node(13, .button, "Buy", mark)])
      let socket = Node(
        17, .generic, nil, unmark,
        children: [Node(11, .scrollArea, nil, unmark, children: [document])])
      let view = Node(10, .generic, nil, unmark, children: [socket])
      // Another part of the window that is hidden tells nothing of the page.
      let bar = Node(15, .button, "Find") {
        Self.hide(&$0)
        $0.frame = Desk.frame(0, 0, 40, 20)
      }
      return try window([
        Node(16, .generic, children: [bar, view]), Node(14, .button, "Reload", Self.press),
      ])
    }
    let shown = outline(try page(isShown: true)).text
    #expect(shown.contains("    document \"Shop\" #12\n      button \"Buy\" #13"), "\(shown)")
    let hidden = outline(try page(isShown: false)).text
    #expect(!hidden.contains("Buy") && hidden.contains("2 above #15+"), "\(hidden)")
  }

  /// As in Chromium, where a field has the document of its popup in it, and only what is over the field is marked.
  @Test func `what is in a popup of a field is on screen where the popup is`() throws {
    func tag(_ name: String) -> [ToolkitAttribute] { [ToolkitAttribute(name: "tag", value: name)] }
    func picker(_ y: Double, isOpen: Bool = true) throws -> Tree {
      let field = Node(12, .textField, "Red") {
        $0.states = [.enabled, .visible, .focusable]
        $0.frame = Desk.frame(544, y, 53, 33)
        $0.attributes = tag("input")
      }
      let popup = Node(
        11, .generic, nil,
        {
          $0.states = isOpen ? [.enabled, .visible, .showing] : [.enabled, .visible]
          $0.frame = Desk.frame(520, 263, 234, 252)
          $0.attributes = tag("#document")
        }, children: [Node(13, .slider, "Hue"), field, field.as(14)])
      let button = Node(10, .button, "Colour", Self.press, children: [popup])
      return try window([Node(9, .document, "Page", children: [button])])
    }
    let open = try picker(447)
    #expect(outline(open, 10).text.contains("  textbox \"Red\" #12\n"))
    var steps = 1000
    var presence = ScreenPresence()
    let isVisible = open.read(ElementID(rawValue: 12)) {
      presence.isOnScreen($0, in: open, steps: &steps)
    }
    #expect(isVisible == true)
    for tree in try [picker(-900), picker(447, isOpen: false)] {
      #expect(Outline.isOnScreen(ElementID(rawValue: 12), in: tree) == false)
    }
  }

  /// As in Chromium, which has no element for the label.
  @Test func `a box that its page moves away is on screen where its label is`() throws {
    func page(_ change: @escaping (inout Element) -> Void = { _ in }) throws -> String {
      let box = Node(
        4, .checkBox, "Terms",
        {
          $0.states = [.enabled, .visible, .focusable, .checkable]
          $0.frame = Desk.frame(-9991, 264, 13, 14)
          $0.actions = [Action(.press)]
          $0.attributes = [ToolkitAttribute(name: "name-from", value: "related-element")]
          change(&$0)
        })
      let document = Node(
        3, .document, "Page", { $0.frame = Desk.frame(4, 143, 1192, 753) },
        children: [Node(5, .heading, "Order"), box, box.as(6), box.as(7)])
      let tree = try Tree([
        Node(1, .application, children: [Node(2, .window, "W", children: [document])])
      ])
      return outline(tree, 3).text
    }
    #expect(try page().contains("checkbox \"Terms\" #4\n"))
    let others: [(inout Element) -> Void] = [
      { $0.attributes = [] },
      { $0.frame = Desk.frame(-9991, 1264, 13, 14) }, { $0.states.remove(.visible) },
      { $0.relations = [Relation(.labelledBy, [ElementID(rawValue: 5)])] },
      { $0.frame = Desk.frame(20, 264, 13, 14) }, { $0.role = .link },
    ]
    for change in others {
      let text = try page(change)
      #expect(text.contains("… 3 "), "\(text)")
    }
  }

  /// As in Chromium and Firefox, which mark what is fixed to their window, and not what is around it.
  @Test(arguments: [Role.contentInfo, .banner, .section, .listItem])
  func `what floats is on screen where what it is in is scrolled out`(_ role: Role) throws {
    func page(_ y: Double, around place: Role = .document) throws -> String {
      let button = Node(13, .button, "Chat") {
        Self.press(&$0)
        $0.frame = Desk.frame(900, y, 80, 30)
      }
      func out(_ element: inout Element) {
        element.states.remove(.showing)
        element.frame = Desk.frame(0, 2400, 1000, 60)
      }
      let footer = Node(
        11, role, nil, out,
        children: [
          Node(12, .paragraph, "Imprint", out), Node(14, .generic, nil, out, children: [button]),
        ])
      let document = Node(
        10, place, "Page", { $0.frame = Desk.frame(0, 0, 1000, 800) },
        children: [Node(15, .button, "Buy", Self.press), footer])
      return outline(try window([document]), 10).text
    }
    #expect(try page(760).contains("  button \"Chat\" #13\n"))
    // In its place it is what a toolkit has not marked anew, and elsewhere pages alone have such parts.
    for text in try [page(2410), page(760, around: .group)] {
      #expect(!text.contains("Chat"), "\(text)")
    }
  }

  @Test func `the header of a table that stays in view is on screen`() throws {
    func hide(_ element: inout Element) {
      element.states.remove(.showing)
      element.frame = Desk.frame(0, -400, 1000, 20)
    }
    let header = Node(
      11, .row, nil, hide,
      children: [
        Node(
          12, .columnHeader, "Name", { $0.frame = Desk.frame(0, 0, 500, 20) },
          children: [Node(13, .button, "Sort by name", Self.press)])
      ])
    let rows = (0..<300).map { Node(100 + $0, .row, "Row", hide) }
    let table = Node(
      10, .table, "T", { $0.frame = Desk.frame(0, -400, 1000, 9000) }, children: [header] + rows)
    let text = outline(try window([Node(9, .document, "Page", children: [table])]), 9).text
    #expect(text.contains("    button \"Sort by name\" #13\n"), "\(text)")
    #expect(text.contains("… 300 rows"), "\(text)")
  }

  @Test
  func `rows that are scrolled out are one line, which says where they are`() throws {
    let below = Node(3, .table, "T", children: rows(0..<2, Self.press) + rows(2..<1500, Self.hide))
    let tree = try window([below])
    #expect(
      text(tree, from: .everything) == """
        application "app" #1
          window "W" #2
            table "T" #3
              row "Row 0" #100
              row "Row 1" #101
              … 1498 rows below #102+

        """)
    let above = Node(3, .table, "T", children: rows(0..<9, Self.hide) + rows(9..<11, Self.press))
    #expect(outline(try window([above]), 3).text.hasSuffix("  … 9 rows above #100+\n"))
    let around = Node(
      3, .table, "T",
      children: rows(0..<9, Self.hide) + rows(9..<11, Self.press) + rows(11..<20, Self.hide))
    #expect(outline(try window([around]), 3).text.hasSuffix("  … 18 rows off screen #100+\n"))
  }

  /// A list of nine rows of 40 each, of which the area that scrolls shows the height of two and a half from the third on.
  private func scrolled(_ area: Role, _ role: Role, _ configure: @escaping (inout Element) -> Void)
    throws -> Tree
  {
    func place(_ y: Double, _ height: Double) -> (inout Element) -> Void {
      { element in
        configure(&element)
        element.frame = Frame(
          rect: Rect(x: 0, y: y, width: 100, height: height), space: .window)
      }
    }
    let rows = (0..<9).map { (row: Int) in
      Node(
        UInt64(100 + row), role, "Row \(row)", place(Double(row * 40 - 80), 40),
        children: [
          Node(UInt64(200 + row), .button, "Delete") {
            configure(&$0)
            Self.press(&$0)
          }
        ])
    }
    return try window([
      Node(
        3, area, nil, place(0, 100),
        children: [Node(4, .list, "L", place(-80, 360), children: rows)])
    ])
  }

  @Test
  func `rows outside of what shows them are off screen, however they are marked`() throws {
    let tree = try scrolled(.scrollArea, .listItem) { $0.states.remove(.showing) }
    #expect(
      outline(tree, 4).text == """
        list "L" #4
          listitem "Row 2" #102
            button "Delete" #202
          listitem "Row 3" #103
            button "Delete" #203
          listitem "Row 4" #104
            button "Delete" #204
          … 6 listitems off screen #100+

        """)
    #expect(try Selector(parsing: "button:visible").find(in: tree).ids.count == 3)
    // Qt has the headers of a table in it, all of them showing.
    let headers = (0..<5).map { (row: Int) in
      Node(UInt64(100 + row), .rowHeader, "\(row)") {
        $0.frame = Frame(
          rect: Rect(x: 0, y: Double(row * 40 - 40), width: 20, height: 40), space: .screen)
      }
    }
    let table = Node(
      3, .table, "T",
      { $0.frame = Frame(rect: Rect(x: 0, y: 0, width: 100, height: 80), space: .screen) },
      children: headers)
    let shown = outline(try window([table]), 3).text
    #expect(shown.contains("\"1\"") && shown.contains("\"2\""), "\(shown)")
    #expect(!shown.contains("\"0\"") && !shown.contains("\"3\""), "\(shown)")
    // Where a toolkit tells those on screen from others, it is believed, and so are browsers.
    #expect(!outline(try scrolled(.scrollArea, .listItem) { _ in }, 4).text.contains("\"Row 8\""))
    let trusted = try scrolled(.scrollArea, .listItem) {
      if $0.label == "Row 0" { $0.states.remove(.showing) }
    }
    #expect(outline(trusted, 4).text.contains("listitem \"Row 8\""))
    #expect(outline(try scrolled(.document, .listItem) { _ in }, 4).text.contains("\"Row 8\""))
  }

  /// Dolphin has a row whose first pixel is the last of its list.
  @Test func `what an area shows only the edge of is off screen`() throws {
    func place(_ x: Double, _ y: Double, _ height: Double) -> (inout Element) -> Void {
      { $0.frame = Frame(rect: Rect(x: x, y: y, width: 100, height: height), space: .screen) }
    }
    let rows: [(label: String, x: Double, y: Double, height: Double, isShown: Bool)] = [
      ("above", 0, -37, 40, false), ("upper", 0, -36, 40, true), ("lower", 0, 96, 40, true),
      ("below", 0, 97, 40, false), ("thin", 0, 97, 6, true), ("left", -97, 40, 20, false),
      ("right", 96, 40, 20, true),
    ]
    let list = Node(
      4, .list, "L", place(0, -40, 200),
      children: rows.enumerated().map { number, row in
        Node(UInt64(100 + number), .listItem, row.label, place(row.x, row.y, row.height))
      })
    let tree = try window([Node(3, .scrollArea, nil, place(0, 0, 100), children: [list])])
    let visible = try Selector(parsing: "listitem:visible").find(in: tree).ids
    for (number, row) in rows.enumerated() {
      let id = ElementID(rawValue: UInt64(100 + number))
      #expect(visible.contains(id) == row.isShown, "\(row.label)")
    }
  }

  /// As in Firefox, which says of what has no box that it is not on screen.
  @Test
  func `what floats in an element without a place is on screen, and what is hidden in one is not`()
    throws
  {
    func wrapper(_ id: UInt64, _ children: [Node]) -> Node {
      Node(id, .section, nil, { $0.states = [.enabled, .visible] }, children: children)
    }
    let buttons = [Node(11, .button, "F1", Self.press), Node(12, .button, "F2", Self.press)]
    let hidden = wrapper(13, [Node(14, .button, "Away", Self.hide)])
    let page = Node(
      9, .document, "Page", children: [wrapper(8, [wrapper(10, buttons)]), hidden])
    let text = outline(try window([page]), 9).text
    #expect(text.contains("button \"F1\" #11") && text.contains("button \"F2\" #12"), "\(text)")
    #expect(!text.contains("Away"), "\(text)")
  }

  /// As in GTK 4 and Qt.
  @Test func `controls outside of the area that scrolls are off screen, and popovers are not`()
    throws
  {
    func place(_ y: Double, _ height: Double = 30) -> (inout Element) -> Void {
      {
        $0.states.remove(.showing)
        $0.frame = Frame(rect: Rect(x: 0, y: y, width: 100, height: height), space: .window)
        if $0.role == .button { Self.press(&$0) }
      }
    }
    // Its place is relative to itself.
    let popover = Node(
      20, .generic, nil, place(0, 20), children: [Node(21, .button, "In popover", place(0))])
    let buttons = (0..<9).map { (row: Int) in
      Node(UInt64(100 + row), .button, "Button \(row)", place(Double(row * 40 + 100 - 80)))
    }
    let menu = Node(10, .button, "Menu", place(150), children: [popover])
    let box = Node(
      5, .generic, nil, place(20, 360),
      children: [Node(6, .generic, nil, place(20, 360), children: buttons + [menu])])
    let area = Node(
      3, .scrollArea, nil, place(100, 100),
      children: [Node(4, .generic, nil, place(100, 100), children: [box])])
    let text = outline(try window([area]), 3).text
    for (row, isShown) in [(0, false), (1, false), (2, true), (4, true), (5, false), (8, false)] {
      #expect(text.contains("\"Button \(row)\"") == isShown, "\(text)")
    }
    #expect(text.contains("\"In popover\"") && text.contains("\"Menu\""), "\(text)")
  }

  /// As in Qt, whose areas and viewports are fillers, and mark everything.
  @Test(arguments: [true, false])
  func `controls outside of what has a scroll bar beside it are off screen`(isShown: Bool) throws {
    func place(_ y: Double, _ height: Double, x: Double = 0) -> (inout Element) -> Void {
      {
        $0.frame = Frame(rect: Rect(x: x, y: y, width: 90, height: height), space: .window)
        if $0.role == .button { Self.press(&$0) }
        $0.states.formUnion([.visible, .showing])
      }
    }
    let buttons = (0..<9).map { (row: Int) in
      Node(UInt64(100 + row), .button, "Button \(row)", place(Double(100 + row * 40), 30))
    }
    let bar = Node(8, .scrollBar, nil) {
      place(100, 100, x: 90)(&$0)
      if !isShown { $0.states.remove(.showing) }
    }
    let area = Node(
      3, .generic, nil, place(100, 100),
      children: [
        Node(
          4, .generic, nil, place(100, 100),
          children: [Node(5, .generic, nil, place(100, 360), children: buttons)]),
        Node(7, .generic, nil, place(100, 100, x: 90), children: [bar]),
      ])
    let text = outline(try window([area]), 2).text
    #expect(text.contains("\"Button 2\""), "\(text)")
    #expect(text.contains("\"Button 3\"") != isShown, "\(text)")
  }

  @Test
  func `the id of a count lists what was counted, and nothing else`() throws {
    let table = Node(
      3, .table, "T",
      children: rows(0..<3, Self.hide) + rows(3..<5, Self.press) + rows(5..<8, Self.hide))
    let tree = try window([table, Node(4, .button, "After", Self.press)])
    #expect(
      text(tree, from: .following(ElementID(rawValue: 100), texts: false)) == """
        row "Row 0" #100
        row "Row 1" #101
        row "Row 2" #102
        row "Row 5" #105
        row "Row 6" #106
        row "Row 7" #107

        """)
  }

  @Test
  func `a closed menu, a hidden page and minimised applications are counted on one line`() throws {
    let items = [Node(20, .menuItem, "Open", Self.close), Node(21, .menuItem, "Quit", Self.close)]
    let pages = [
      Node(30, .group, "One", children: [Node(31, .button, "Here", Self.press)]),
      Node(32, .group, "Two", Self.close, children: [Node(33, .button, "There", Self.close)]),
      Node(34, .group, nil, Self.close, children: [Node(35, .button, "Nowhere", Self.close)]),
    ]
    var tree = try window([
      Node(10, .menu, "File", Self.press, children: items), Node(11, .generic, children: pages),
    ])
    try tree.insert(
      Element(id: ElementID(rawValue: 50), role: .application, label: "daemon"), under: nil)
    #expect(
      text(tree, from: .everything) == """
        application "app" #1
          window "W" #2
            menu "File" #10 … 2
            group "One" #30
              button "Here" #31
            … 2 hidden #32+
        application "daemon" #50 [offscreen]

        """)
    #expect(
      outline(tree, 10).text
        == "menu \"File\" #10\n  menuitem \"Open\" #20 (no press)\n  menuitem \"Quit\" #21 (no press)\n"
    )
    #expect(
      text(tree, from: .following(ElementID(rawValue: 32), texts: false))
        == "group \"Two\" #32\n  button \"There\" #33 (no press)\nbutton \"Nowhere\" #35 (no press)\n"
    )
  }

  @Test
  func `a single element off screen is counted, and a single window has its line`() throws {
    var tree = try window([
      Node(3, .button, "Up", Self.press),
      Node(4, .link, "Down", Self.hide, children: [Node(5, .text, "Down", Self.hide)]),
    ])
    #expect(outline(tree, 2).text.hasSuffix("  … 1 link below #4+\n"))
    #expect(outline(tree, 4).text.hasPrefix("link \"Down\" #4 [offscreen]\n"))
    var minimised = Element(id: ElementID(rawValue: 6), role: .window, label: "Later")
    minimised.states = [.enabled, .iconified]
    try tree.insert(minimised, under: ElementID(rawValue: 1))
    let all = text(tree, from: .everything)
    #expect(all.contains("  window \"Later\" #6 [iconified, offscreen]\n"), "\(all)")
  }

  @Test
  func `whole outlines list what is not on screen in its place`() throws {
    var options = OutlineOptions()
    options.isWhole = true
    let tree = try window([
      Node(3, .table, "T", children: rows(0..<3, Self.hide)), Node(4, .button, "B", Self.press),
    ])
    #expect(outline(tree, 2, options: options).shownCount == 6)
  }

  @Test
  func `the window that people use is first, then open dialogs, then other windows`() throws {
    let tree = try Tree([
      Node(
        1, .application, "back",
        children: [Node(2, .window, "B", children: [Node(3, .button, "x")])]),
      Node(
        10, .application, "front",
        children: [
          Node(11, .window, "Main"), Node(12, .dialog, "Sure?", { $0.states.insert(.modal) }),
          Node(13, .window, "Active", { $0.states.insert(.active) }),
        ]),
    ])
    let ids = Outline(of: tree, from: .everything).lines.compactMap { line -> UInt64? in
      guard case .element(let id) = line.subject else { return nil }
      return id.rawValue
    }
    #expect(ids == [10, 13, 12, 11, 1, 2, 3])
  }

  @Test
  func `the focus is always named, even where its line does not fit`() throws {
    let many = (0..<400).map { Node(100 + $0, .button, "Button number \($0)", Self.press) }
    let field = Node(900, .textField, "Search", { $0.states.insert(.focused) })
    let tree = try window(many + [field])
    var options = OutlineOptions()
    options.budget = 300
    let text = outline(tree, options: options, focus: 900).text
    #expect(text.hasPrefix("focus: textbox \"Search\" #900 [focused]\n"))
    options.budget = 100_000
    #expect(!outline(tree, options: options, focus: 900).text.contains("focus:"))
    // An outline of another part does not name it.
    #expect(!outline(tree, 100, focus: 900).text.contains("focus:"))
  }

  @Test
  func `controls come before texts where not all fit, and the texts are counted apart`() throws {
    let texts = (0..<60).map {
      Node(
        100 + $0, .paragraph,
        children: [Node(200 + $0, .text, "Some words that are read, number \($0)")])
    }
    let buttons = (0..<20).map { Node(300 + $0, .button, "Button \($0)", Self.press) }
    let tree = try window(texts + buttons)
    var options = OutlineOptions()
    options.budget = 400
    let first = outline(tree, 2, options: options)
    for index in 0..<20 { #expect(first.text.contains("button \"Button \(index)\"")) }
    let shown = (0..<60).filter { first.text.contains("number \($0)\"") }
    #expect(!shown.isEmpty && shown == Array(0..<shown.count))
    let next = ElementID(rawValue: 200 + UInt64(shown.count))
    #expect(first.text.contains("… \(60 - shown.count) texts \(next)~"))
    options.budget = 2_000
    let rest = Outline(of: tree, from: .following(next, texts: true), options: options)
    #expect(rest.shownCount == 60 - shown.count)
    #expect(!rest.text.contains("button"))
  }

  @Test
  func `one text that is left is no plural`() {
    let lines = OutlineLines(
      [], OutlineOptions(), start: .everything, applications: [:], areActionsRead: { _ in true })
    var left = OutlineRemainder()
    left.add(ElementID(rawValue: 61), .text)
    #expect(lines.textsLine(left) == "… 1 text #61~")
    left.add(ElementID(rawValue: 62), .text)
    #expect(lines.textsLine(left) == "… 2 texts #61~")
  }
}

extension Node {
  /// The same with another id.
  fileprivate func `as`(_ id: UInt64) -> Node {
    Node(Element(id: ElementID(rawValue: id), attributesOf: element))
  }
}

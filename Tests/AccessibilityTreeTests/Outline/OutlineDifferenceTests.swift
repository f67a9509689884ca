import AccessibilityTree
import Testing

@testable import AccessibilityRendering

struct OutlineDifferenceTests {
  private func difference(_ change: (inout Tree) throws -> Void) throws -> OutlineDifference {
    var tree = try Desk.tree()
    let before = Outline(of: tree, from: .everything)
    try change(&tree)
    return OutlineDifference(from: before, to: Outline(of: tree, from: .everything))
  }

  private let display = ElementID(rawValue: 36)

  @Test
  func `nothing is said when no line changed`() throws {
    #expect(try difference { _ in }.text.isEmpty)
    // What the outline does not show may change.
    let moved = try difference { try $0.modify(display) { $0.hint = "new" } }
    #expect(moved.text.isEmpty)
    #expect(moved.tokens == 0)
  }

  @Test
  func `a line that changed is one line`() throws {
    let found = try difference { try $0.modify(display) { $0.value = "22" } }
    #expect(found.text == "~ status \"Display\" = \"22\" #36\n")
    #expect(found.tokens <= 40)
  }

  @Test
  func `new elements are listed with their place, and with what is in them`() throws {
    let found = try difference { tree in
      let group = ElementID(rawValue: 70)
      try tree.insert(Node(70, .group, "More").element, under: ElementID(rawValue: 33))
      try tree.insert(
        Node(71, .button, "9", { $0.actions = [Action(.press)] }).element, under: group)
    }
    #expect(found.text == "+ group \"More\" #70 in #33\n+   button \"9\" #71\n")
  }

  @Test
  func `a text without an id is listed with its place`() throws {
    var tree = try Desk.tree()
    let text = ElementID(rawValue: 70)
    try tree.insert(Node(70, .text, "Saving").element, under: ElementID(rawValue: 33))
    let before = Outline(of: tree, from: .everything)
    try tree.modify(text) { $0.label = "Saved" }
    let saved = Outline(of: tree, from: .everything)
    #expect(OutlineDifference(from: before, to: saved).text == "~ \"Saved\" in #33\n")
    try tree.remove(text)
    let after = Outline(of: tree, from: .everything)
    #expect(OutlineDifference(from: saved, to: after).text == "- \"Saved\" in #33\n")
  }

  @Test
  func `what is gone is listed without what was in it`() throws {
    let found = try difference { try $0.remove(ElementID(rawValue: 17)) }
    #expect(found.text == "- dialog \"Really?\" #17 [modal]\n")
  }

  @Test
  func `an element that moved is said to be after another`() throws {
    let found = try difference { tree in
      let children = [36, 34, 35].map { ElementID(rawValue: $0) }
      try tree.reorderChildren(of: ElementID(rawValue: 33), to: children)
    }
    #expect(found.text == "~ status \"Display\" = \"15\" #36 first in #33\n")
    let swapped = try difference { tree in
      let children = [35, 36, 34].map { ElementID(rawValue: $0) }
      try tree.reorderChildren(of: ElementID(rawValue: 33), to: children)
    }
    #expect(
      swapped.text == "~ button \"7\" #34 (no press) after #36\n"
        || swapped.text == "~ button \"7\" #34 after #36\n")
  }

  @Test
  func `of an application that moved, what is in it is not listed`() throws {
    func outline(active: UInt64) throws -> Outline {
      let nodes = [10, 20, 30].map { (id: UInt64) in
        let buttons = (2...4).map { offset in
          Node(id + offset, .button, "B\(offset)") { $0.actions = [Action(.press)] }
        }
        let window = Node(
          id + 1, .window, "W", { if id == active { $0.states.insert(.active) } },
          children: buttons)
        return Node(id, .application, "App \(id)", children: [window])
      }
      return Outline(of: try Tree(nodes), from: .everything)
    }
    let found = OutlineDifference(from: try outline(active: 10), to: try outline(active: 30))
    let lines = found.text.split(separator: "\n")
    #expect(lines.first == "~ application \"App 30\" #30 first", "\(found.text)")
    #expect(!found.text.contains("button"), "\(found.text)")
  }

  @Test
  func `a focus that moved is one line, and one that is gone is said`() throws {
    func difference(_ focus: ElementID?) throws -> OutlineDifference {
      func tree(_ focus: ElementID?) throws -> Outline {
        let fields = [3, 4].map { id in
          Node(UInt64(id), .textField, "Field \(id)") {
            $0.actions = [Action(.setText)]
            if focus?.rawValue == UInt64(id) { $0.states.insert(.focused) }
          }
        }
        let tree = try Tree([
          Node(1, .application, "App", children: [Node(2, .window, "W", children: fields)])
        ])
        return Outline(of: tree, from: .everything, focus: focus)
      }
      return OutlineDifference(from: try tree(ElementID(rawValue: 3)), to: try tree(focus))
    }
    let moved = try difference(ElementID(rawValue: 4))
    #expect(moved.text == "~ textbox \"Field 4\" #4 [focused]\n")
    #expect(try difference(nil).text == "~ textbox \"Field 3\" #3\n")
    #expect(try difference(ElementID(rawValue: 3)).text.isEmpty)
  }

  @Test
  func `what a new dialog says comes before rows of the window behind it`() throws {
    func outline(_ rows: ClosedRange<UInt64>, dialog: Bool) throws -> Outline {
      let texts = [Node(10, .text, "Disk is full"), Node(11, .button, "OK")]
      let window = Node(
        2, .window, "W",
        children: rows.map { Node(100 + $0, .button, "Button \($0)") }
          + (dialog ? [Node(9, .dialog, "Error", children: texts)] : []))
      let tree = try Tree([Node(1, .application, "App", children: [window])])
      return Outline(of: tree, from: .everything)
    }
    let found = OutlineDifference(
      from: try outline(1...2, dialog: false), to: try outline(1...60, dialog: true),
      limit: .init(100))
    #expect(found.text.contains("Disk is full"), "\(found.text)")
    #expect(found.tokens <= 100 && found.text.contains("+ button \"Button 3\""), "\(found.text)")
  }

  @Test
  func `what does not fit into a budget is counted, and windows come first`() throws {
    func outline(_ buttons: ClosedRange<UInt64>, dialog: Bool) throws -> Outline {
      let window = Node(
        2, .window, "W",
        children: buttons.map { Node(100 + $0, .button, "Button \($0)") }
          + (dialog ? [Node(9, .dialog, "Saved", children: [Node(10, .button, "OK")])] : []))
      let tree = try Tree([Node(1, .application, "App", children: [window])])
      return Outline(of: tree, from: .everything)
    }
    let (old, new) = (try outline(1...30, dialog: false), try outline(31...70, dialog: true))
    let found = OutlineDifference(from: old, to: new, limit: .init(100))
    #expect(found.tokens <= 100, "\(found.tokens)")
    let lines = found.text.split(separator: "\n")
    #expect(lines.contains("+ dialog \"Saved\" #9 in #2"), "\(found.text)")
    let count = lines.count { $0.hasPrefix("+") }
    #expect(lines.last == "… \(42 - count) new, 30 gone in #2", "\(found.text)")
    #expect(lines.count == count + 1 && count > 2)
    let whole = OutlineDifference(from: old, to: new, limit: .init(2000))
    #expect(whole == OutlineDifference(from: old, to: new) && whole.text.contains("\n- button"))
  }

  /// A page with a check box that fills 40 fields, a status below them, and an error that appears.
  private func page(isChecked: Bool) throws -> Outline {
    let box = Node(3, .checkBox, "Copy") {
      $0.actions = [Action(.press)]
      if isChecked { $0.states.insert(.checked) }
    }
    let fields = (0..<40).map { number in
      Node(UInt64(100 + number), .textField, "Field \(number)") {
        $0.actions = [Action(.setText)]
        $0.value = isChecked ? "v\(number)" : ""
        if isChecked, number == 30 { $0.states.insert(.invalid) }
        if number == (isChecked ? 35 : 0) { $0.states.insert(.focused) }
      }
    }
    let more = (0..<40).map { Node(UInt64(200 + $0), .button, "More \($0)") }
    let texts = [Node(4, .text, isChecked ? "40 copied" : "None copied")]
    let error = isChecked ? [Node(5, .text, "Error: too many")] : []
    let window = Node(
      2, .window, "W", children: [box] + fields + (isChecked ? more : []) + texts + error)
    let tree = try Tree([Node(1, .application, "App", children: [window])])
    let focus = ElementID(rawValue: isChecked ? 135 : 100)
    return Outline(of: tree, from: .everything, focus: focus)
  }

  @Test
  func `what was acted on, texts, what became invalid and the focus have shares of a budget`()
    throws
  {
    let found = OutlineDifference(
      from: try page(isChecked: false), to: try page(isChecked: true),
      limit: .init(
        240, targets: [ElementID(rawValue: 3)], command: { "tree '\($0)' of \($1)" }))
    #expect(found.tokens <= 240 && found.tokens > 180, "\(found.text)")
    let lines = found.text.split(separator: "\n")
    #expect(lines.first == "~ checkbox \"Copy\" #3 [checked]", "\(found.text)")
    for part in [
      "~ \"40 copied\"", "+ \"Error: too many\" in #2", "v30\" #130 [invalid]", "#135 [focused]",
      "v0\" #100",
    ] {
      #expect(found.text.contains(part), "\(part): \(found.text)")
    }
    let (new, changed) = (
      41 - lines.count { $0.hasPrefix("+") }, 42 - lines.count { $0.hasPrefix("~") }
    )
    #expect(lines.last == "… \(new) new, \(changed) changed: tree '#2' of #1", "\(found.text)")
    #expect(found.continued == [ElementID(rawValue: 2)])
  }

  /// Returns how an outline of everything differs once an application has opened a dialog beside its window.
  private func difference(opening dialog: Node, limit: Int) throws -> OutlineDifference {
    func outline(_ dialogs: [Node]) throws -> Outline {
      let window = Node(2, .window, "W", children: [Node(3, .button, "Go")])
      let tree = try Tree([Node(1, .application, "App", children: [window] + dialogs)])
      return Outline(of: tree, from: .everything)
    }
    return OutlineDifference(from: try outline([]), to: try outline([dialog]), limit: .init(limit))
  }

  @Test
  func `of a new dialog its first texts, buttons and fields come before the rest`() throws {
    let numbers = (0..<30).map { Node(UInt64(20 + $0), .text, "\(1000 + $0)") }
    let row = Node(60, .group, "Actions", children: [Node(61, .button, "Help")])
    let found = try difference(
      opening: Node(
        9, .dialog, "Word Count",
        children: numbers + [Node(62, .checkBox, "Live"), row, Node(63, .button, "Close")]),
      limit: 100)
    #expect(found.tokens <= 100)
    let lines = found.text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "+ dialog \"Word Count\" #9 in #1", "\(found.text)")
    #expect(lines[1] == "+   \"1000\"", "\(found.text)")
    // A line is never without those that it is in.
    let group = try #require(lines.firstIndex { $0.hasPrefix("+   group \"Actions\"") })
    #expect(lines[group + 1].hasPrefix("+     button \"Help\""), "\(found.text)")
    for name in ["checkbox \"Live\"", "button \"Close\""] {
      #expect(found.text.contains(name), "\(found.text)")
    }
  }

  @Test
  func `of a new dialog what it wants filled in comes before its check boxes`() throws {
    let fields = ["Search for", "Replace with"].enumerated().map { index, name in
      let id = UInt64(20 + 10 * index)
      return Node(
        id, .group, name,
        children: [Node(id + 1, .comboBox, "", children: [Node(id + 2, .textField, name)])])
    }
    let boxes = (0..<20).map { Node(UInt64(50 + $0), .checkBox, "Option \($0)") }
    let found = try difference(
      opening: Node(
        9, .dialog, "Replace", children: fields + boxes + [Node(80, .button, "Close")]),
      limit: 150)
    for line in ["textbox \"Search for\"", "textbox \"Replace with\"", "button \"Close\""] {
      #expect(found.text.contains(line), "\(found.text)")
    }
  }

  @Test
  func `of a new dialog its own buttons and the focus come before what it shows`() throws {
    let files = (0..<30).map { Node(UInt64(20 + $0), .button, "file \(1000 + $0)") }
    let name = Node(10, .textField, "Name") { $0.states.insert(.focused) }
    let found = try difference(
      opening: Node(
        9, .window, "Save As", { $0.states.insert(.modal) },
        children: [
          Node(11, .group, "Places", children: files), name, Node(12, .button, "Cancel"),
          Node(13, .button, "Save"),
        ]),
      limit: 100)
    for line in ["textbox \"Name\"", "button \"Cancel\"", "button \"Save\""] {
      #expect(found.text.contains(line), "\(found.text)")
    }
  }

  @Test
  func `that an element cannot be pressed is no change when its actions were just read`() throws {
    let tree = try Tree([
      Node(
        1, .application, "App",
        children: [
          Node(2, .window, "W", children: [Node(3, .button, "Go")])
        ])
    ])
    func outline(isBeingRead: Bool) -> Outline {
      var builder = OutlineBuilder(
        .everything, OutlineOptions(), focus: nil, applications: [:],
        areActionsRead: { _ in !isBeingRead }, continuing: nil,
        in: tree)
      while builder.proceed(in: tree) {}
      return builder.outline
    }
    let (unread, read) = (outline(isBeingRead: true), outline(isBeingRead: false))
    #expect(read.text.contains("(no press)") && !unread.text.contains("(no press)"))
    #expect(OutlineDifference(from: unread, to: read).text.isEmpty)
    // An action that is gone is a change.
    var other = try Tree([
      Node(
        1, .application, "App",
        children: [
          Node(
            2, .window, "W", children: [Node(3, .button, "Go") { $0.actions = [Action(.press)] }])
        ])
    ])
    let before = Outline(of: other, from: .everything)
    try other.modify(ElementID(rawValue: 3)) { $0.actions = [] }
    let after = Outline(of: other, from: .everything)
    #expect(OutlineDifference(from: before, to: after).text == "~ button \"Go\" #3 (no press)\n")
  }

  @Test func `lines of several applications follow the line of each`() throws {
    func outline(_ value: String) throws -> Outline {
      let nodes = [10, 20].map { (id: UInt64) in
        let status = Node(id + 2, .status, "S") { $0.value = value }
        return Node(
          id, .application, "App \(id)", children: [Node(id + 1, .window, "W", children: [status])])
      }
      return Outline(of: try Tree(nodes), from: .everything)
    }
    let (old, new) = (try outline("1"), try outline("2"))
    #expect(
      OutlineDifference(from: old, to: new, limit: .init(240)).text == """
        application "App 10" #10
        ~ status "S" = "2" #12
        application "App 20" #20
        ~ status "S" = "2" #22

        """)
  }

  @Test func `the line of the focus does not have that of the only application follow`() throws {
    func outline(focused: Bool) throws -> Outline {
      // What is not shown has no line.
      let field = Node(3, .textField, "Field") {
        $0.states = focused ? [.focused] : [.showing]
      }
      let status = Node(4, .status, "S") { $0.value = focused ? "2" : "1" }
      let window = Node(2, .window, "W", children: [status, field])
      let tree = try Tree([Node(1, .application, "App", children: [window])])
      return Outline(of: tree, from: .everything, focus: focused ? ElementID(rawValue: 3) : nil)
    }
    let found = OutlineDifference(
      from: try outline(focused: false), to: try outline(focused: true), limit: .init(240))
    #expect(found.text.contains("~ status"), "\(found.text)")
    #expect(!found.text.contains("application"), "\(found.text)")
  }
}

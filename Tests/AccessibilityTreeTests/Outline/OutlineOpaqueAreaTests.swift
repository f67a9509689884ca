import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Areas that scroll what their application has no elements for, as the lists of FileZilla and the icons of Thunar.
struct OutlineOpaqueAreaTests {
  private static func text(
    _ role: Role, _ label: String? = nil, side: Double = 300, parts: [Node]
  ) throws -> String {
    func place(_ element: inout Element) {
      element.frame = Frame(rect: Rect(x: 0, y: 0, width: 600, height: side), space: .screen)
    }
    let area = Node(3, role, label, place, children: parts)
    let tree = try Tree([
      Node(1, .application, children: [Node(2, .window, "W", children: [area])])
    ])
    let lines = outline(tree, 2).text.split(separator: "\n").dropFirst()
    return lines.map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  private static func parts(_ inside: Node...) -> [Node] {
    [Node(4, .generic, children: inside), Node(5, .scrollBar), Node(6, .scrollBar)]
  }

  @Test func `a large area that scrolls what has no elements has a line, which says so`() throws {
    #expect(
      try Self.text(.scrollArea, parts: Self.parts(Node(7, .generic))) == "scroll-area #3 [opaque]")
    #expect(
      try Self.text(.region, "Icons", parts: Self.parts()) == "region \"Icons\" #3 [opaque]")
  }

  @Test func `a plane of colours is drawn by its application, and a colour to press is not`() throws
  {
    #expect(
      try Self.text(.colorChooser, "Color Plane", parts: [])
        == "color-chooser \"Color Plane\" #3 [opaque]")
    #expect(
      try Self.text(.colorChooser, "Ink", side: 20, parts: []) == "color-chooser \"Ink\" #3")
  }

  @Test func `a canvas is drawn by its page, unless it is an ornament`() throws {
    #expect(try Self.text(.canvas, side: 60, parts: []) == "canvas #3 [opaque]")
    #expect(try Self.text(.canvas, side: 16, parts: []) == "")
    #expect(try Self.text(.canvas, "Load", side: 60, parts: []) == "canvas \"Load\" #3 [opaque]")
    #expect(try Self.text(.canvas, "Red", side: 30, parts: []) == "canvas \"Red\" #3")
    #expect(
      try Self.text(.canvas, side: 60, parts: [Node(4, .text, "No canvas")])
        == "canvas with \"No canvas\" #3")
  }

  /// As the sessions of Kate's first page, of which there are none.
  @Test func `a list with nothing in it has a line where it takes a place of its own`() throws {
    #expect(try Self.text(.list, side: 200, parts: []) == "list #3")
    #expect(try Self.text(.list, side: 20, parts: []) == "")
    #expect(try Self.text(.group, side: 200, parts: []) == "")
    let list = Node(4, .list) { $0.frame = Desk.frame(0, 0, 200, 200) }
    #expect(try Self.text(.document, parts: [list]) == "document #3")
  }

  @Test func `an area stays opaque while people write the name of an entry in its place`() throws {
    func text(_ states: States) throws -> String {
      let field = Node(
        7, .textField, nil,
        {
          $0.states.formUnion(states)
          $0.frame = Desk.frame(10, 10, 80, 20)
        })
      return try Self.text(.scrollArea, parts: Self.parts(field))
    }
    let focused = try text([.focused, .singleLine])
    #expect(focused.hasPrefix("scroll-area #3 [opaque]\n  textbox #7 [focused"), "\(focused)")
    #expect(try text([.singleLine]).hasPrefix("textbox #7"))
  }

  @Test func `one that is small, does not scroll, or has a list or control in it has none`() throws
  {
    #expect(try Self.text(.scrollArea, side: 20, parts: Self.parts()) == "")
    #expect(
      try Self.text(.scrollArea, parts: [Node(4, .generic), Node(5, .generic)]) == "")
    #expect(try Self.text(.scrollArea, parts: Self.parts(Node(7, .list))) == "")
    #expect(
      try Self.text(.scrollArea, parts: Self.parts(Node(7, .button, "Go")))
        == "button \"Go\" #7 (no press)")
  }

  /// The tabs of FileZilla, which can be focused, and its status lines, which say no more than an empty box of a layout.
  @Test func `what takes the keys and says nothing is drawn by its application`() throws {
    func text(
      _ role: Role, height: Double, _ states: States, _ parts: [Node] = []
    ) throws -> String {
      let drawn = Node(
        7, role, nil,
        {
          $0.states.formUnion(states)
          $0.frame = Desk.frame(0, 0, 600, height)
        }, children: parts)
      return try Self.text(.generic, parts: [drawn, Node(8, .button, "Go")])
    }
    let reached: States = [.focusable, .showing]
    #expect(
      try text(.generic, height: 29, reached)
        == "generic #7 [opaque]\nbutton \"Go\" #8 (no press)")
    #expect(
      try text(.canvas, height: 29, reached) == "canvas #7 [opaque]\nbutton \"Go\" #8 (no press)")
    // A terminal of Qt has its scroll bar in it.
    let terminal = try text(.generic, height: 290, reached, [Node(9, .scrollBar)])
    #expect(terminal == "generic #7 [opaque]\nbutton \"Go\" #8 (no press)")
    let filler = try text(.generic, height: 290, reached, [Node(9, .generic)])
    #expect(filler == "button \"Go\" #8 (no press)")
    #expect(try text(.generic, height: 29, [.showing]) == "button \"Go\" #8 (no press)")
    #expect(try text(.generic, height: 2, reached) == "button \"Go\" #8 (no press)")
  }

  @Test func `what takes the keys in such an area has no line of its own`() throws {
    let drawn = Node(
      7, .generic, nil,
      {
        $0.states.formUnion([.focusable, .showing])
        $0.frame = Desk.frame(0, 0, 600, 280)
      })
    #expect(
      try Self.text(.scrollArea, parts: Self.parts(drawn)) == "scroll-area #3 [opaque]")
  }

  /// The calendar of GTK 3 has no days; that of GTK 4 has.
  @Test func `a calendar without days is drawn`() throws {
    #expect(try Self.text(.calendar, parts: []) == "calendar #3 [opaque]")
    #expect(
      try Self.text(.calendar, parts: [Node(4, .label, "1"), Node(5, .label, "2")])
        .hasPrefix("calendar #3\n"))
  }

  @Test func `a view of GTK 4 that has no objects for its rows is drawn`() throws {
    func text(
      _ role: Role, _ label: String? = nil, _ attributes: [String: String], side: Double = 200,
      parts: [Node] = []
    ) throws -> String {
      let view = Node(
        7, role, label,
        {
          $0.nativeRole = "filler"
          $0.attributes = attributes.sorted { $0.key < $1.key }
            .map { ToolkitAttribute(name: $0.key, value: $0.value) }
          $0.states.formUnion([.focusable])
          $0.frame = Desk.frame(0, 0, 600, side)
        }, children: parts)
      return try Self.text(.scrollArea, parts: [view, Node(8, .scrollBar)])
    }
    let header = Node(9, .button, "Name")
    #expect(
      try text(.generic, nil, ["native-name": "GtkTreeView"], parts: [header])
        == "generic #7 [opaque]\n  button \"Name\" #9 (no press)")
    #expect(
      try text(.generic, nil, ["native-name": "GtkStack"], parts: [header])
        == "button \"Name\" #9 (no press)")
    let own = ["toolkit": "GTK"]
    #expect(try text(.group, "CharactersView", own) == "group \"CharactersView\" #7 [opaque]")
    #expect(try text(.group, "CharactersView", own, side: 20) == "group \"CharactersView\" #7")
    #expect(try text(.group, "CharactersView", [:]) == "group \"CharactersView\" #7")
  }
}

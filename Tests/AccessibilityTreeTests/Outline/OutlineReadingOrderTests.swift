import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Elements stand in the order in which people read them, whatever the order of the application's list.
struct OutlineReadingOrderTests {
  private static func field(_ id: UInt64, _ frame: Frame?) -> Node {
    Node(id, .textField) {
      $0.frame = frame
      $0.states.insert(.editable)
    }
  }

  private static func label(_ id: UInt64, _ text: String, _ frame: Frame?) -> Node {
    Node(id, .label, text) { $0.frame = frame }
  }

  /// A label beside a field.
  private static func row(_ number: UInt64, _ text: String) -> [Node] {
    let y = 40 * Double(number)
    return [
      label(10 * number + 10, text, Desk.frame(0, y + 8, 60, 20)),
      field(10 * number + 11, Desk.frame(70, y, 160, 36)),
    ]
  }

  private func text(_ children: [Node], in role: Role = .group) throws -> String {
    let container = Node(3, role, children: children)
    let tree = try Tree([
      Node(1, .application, "app", children: [Node(2, .window, "W", children: [container])])
    ])
    return outline(tree, 2).text
  }

  private static let form = """
    window "W" #2
      "User"
      textbox after "User" #11
      "Comment"
      textbox after "Comment" #21
      "Password"
      textbox after "Password" #31

    """

  private static var rows: [Node] { row(0, "User") + row(1, "Comment") + row(2, "Password") }

  @Test
  func `a form whose list begins with the last field reads from top to bottom`() throws {
    #expect(try text(Self.rows.reversed()) == Self.form)
    #expect(try text(Self.rows) == Self.form)
  }

  @Test
  func `what stands beside several rows is read behind them`() throws {
    let note = Self.label(50, "Note", Desk.frame(240, 0, 100, 116))
    let text = try text([note] + Self.rows.reversed())
    #expect(text == Self.form.replacing("\n\n", with: "\n") + "  \"Note\"\n")
  }

  @Test
  func `rows beside tall buttons stay rows, as in a file dialog of Qt`() throws {
    // The handle in the corner lies over the buttons.
    let rows = [
      Self.label(10, "File", Desk.frame(0, 0, 83, 25)), Self.field(11, Desk.frame(90, 0, 430, 25)),
      Node(
        12, .generic, nil, { $0.frame = Desk.frame(530, 0, 80, 56) },
        children: [
          Node(13, .button, "Open") {
            $0.frame = Desk.frame(530, 0, 80, 25)
            $0.actions = [Action(.press)]
          }
        ]),
      Self.label(20, "Type", Desk.frame(0, 35, 83, 17)),
      Self.field(21, Desk.frame(90, 31, 430, 25)),
      Node(30, .unknown) { $0.frame = Desk.frame(604, 50, 17, 17) },
    ]
    #expect(
      try text([rows[3], rows[0], rows[1], rows[2], rows[4], rows[5]]) == """
        window "W" #2
          "File"
          textbox after "File" #11
          "Type"
          textbox after "Type" #21
          button "Open" #13

        """)
  }

  @Test
  func `text that runs to the left is read from the right`() throws {
    let rows = [
      Self.label(10, "שם", Desk.frame(170, 0, 60, 20)), Self.field(11, Desk.frame(0, 0, 160, 20)),
      Self.label(20, "כתובת", Desk.frame(170, 40, 60, 20)),
      Self.field(21, Desk.frame(0, 40, 160, 20)),
    ]
    let expected = """
      window "W" #2
        "שם"
        textbox after "שם" #11
        "כתובת"
        textbox after "כתובת" #21

      """
    #expect(try text(rows) == expected)
    #expect(try text(rows.reversed()) == expected)
  }

  /// `nil`: the frames are unknown.
  private static let unclear: [(String, [Frame?], Role)] = [
    ("no frames", [nil, nil, nil], .group),
    (
      "frames that cover each other",
      [Desk.frame(0, 20, 50, 20), Desk.frame(0, 0, 50, 20), Desk.frame(0, 10, 50, 20)], .group
    ),
    (
      "a document", [Desk.frame(0, 40, 50, 20), Desk.frame(0, 0, 50, 20), nil], .document
    ),
    ("a list", [Desk.frame(0, 40, 50, 20), Desk.frame(0, 0, 50, 20), nil], .list),
  ]

  @Test(arguments: unclear)
  func `the order of the list stays where frames tell no other`(
    name: String, frames: [Frame?], role: Role
  ) throws {
    let labels = zip([10, 20, 30] as [UInt64], frames).map { Self.label($0, "L\($0)", $1) }
    let shown = try text(labels, in: role).split(separator: "\n")
      .filter { $0.contains("\"L") }.map { $0.filter(\.isNumber) }
    #expect(shown == ["10", "20", "30"])
  }

  /// As the keypad of qalculate-gtk, where a block of digits stands between columns of keys.
  @Test(arguments: [("L", [30, 40, 10, 20, 50]), ("א", [20, 50, 10, 30, 40])])
  func `what stands around a tall middle is read column by column`(
    letter: String, order: [UInt64]
  ) throws {
    let frames = [
      Desk.frame(50, 0, 40, 100), Desk.frame(100, 0, 20, 30), Desk.frame(0, 0, 20, 30),
      Desk.frame(0, 70, 20, 30), Desk.frame(100, 70, 20, 30),
    ]
    let labels = zip([10, 20, 30, 40, 50] as [UInt64], frames).map { id, frame in
      Self.label(id, "\(letter)\(id)", frame)
    }
    let lines = try text(labels).split(separator: "\n").dropFirst()
    #expect(lines.map { UInt64($0.filter(\.isNumber)) } == order)
  }

  @Test
  func `elements that cover each other stay in their order, within the order of the others`() throws
  {
    let labels = [
      Self.label(10, "last", Desk.frame(0, 60, 50, 20)),
      Self.label(20, "upper", Desk.frame(0, 32, 50, 20)),
      Self.label(30, "lower", Desk.frame(0, 30, 50, 20)),
      Self.label(40, "first", Desk.frame(0, 0, 50, 20)),
    ]
    let lines = try text(labels).split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    #expect(lines == ["\"first\"", "\"upper\"", "\"lower\"", "\"last\""])
  }

  /// As in qBittorrent: Qt lists the lower part first, and the handle of a splitter lies on both parts.
  @Test
  func `what a handle reaches over is in the order of its frames`() throws {
    let parts = [
      Self.label(10, "lower", Desk.frame(0, 435, 774, 35)),
      Self.label(20, "upper", Desk.frame(0, 0, 774, 435)),
      Node(30, .unknown) { $0.frame = Desk.frame(0, 433, 774, 4) },
    ]
    let text = try text(parts, in: .splitter)
    #expect(text.hasSuffix("  \"upper\"\n    \"lower\"\n"), "\(text)")
  }

  /// As the samples of lines in Gnumeric, below "Style:", and its colours.
  @Test
  func `of several alike behind a text the first one has its name`() throws {
    func button(_ id: UInt64, _ y: Double) -> Node {
      Node(id, .toggleButton) {
        $0.frame = Desk.frame(0, y, 30, 20)
        $0.actions = [Action(.press)]
      }
    }
    let text = try text([
      Self.label(10, "Style:", Desk.frame(0, 0, 60, 20)), button(11, 30), button(12, 60),
      button(13, 90), Self.label(20, "Color:", Desk.frame(0, 120, 60, 20)), button(21, 150),
      button(22, 180),
    ])
    let lines = text.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
    #expect(
      lines == [
        "\"Style:\"", "toggle-button after \"Style:\" #11", "toggle-button #12",
        "toggle-button #13", "\"Color:\"", "toggle-button after \"Color:\" #21",
        "toggle-button #22",
      ])
  }

  @Test
  func `an element without a frame stays in its place`() throws {
    let text = try text([
      Self.label(10, "b", Desk.frame(0, 40, 50, 20)), Self.label(20, "hidden", nil),
      Self.label(30, "a", Desk.frame(0, 0, 50, 20)),
    ])
    #expect(text.hasSuffix("  \"a\"\n  \"hidden\"\n  \"b\"\n"))
  }

  /// As the shortcuts in Thunar: GtkGrid of GTK 3 lists the last one first, and what was scrolled out has no frame there.
  @Test(arguments: [false, true])
  func `what was scrolled out stands below the rows of a list in reverse`(isScrolled: Bool) throws {
    let rows = (1...5).map { (number: UInt64) in
      let isShown = isScrolled ? number > 3 : number < 3
      return Node(number * 10, .label, "L\(number)") {
        $0.states = isShown ? [.enabled, .visible, .showing] : [.enabled, .visible]
        $0.frame = isShown ? Desk.frame(0, Double(number) * 30, 50, 20) : nil
      }
    }
    let text = try text(rows.reversed())
    let shown = isScrolled ? ["L4", "L5"] : ["L1", "L2"]
    #expect(text.contains("\"\(shown[0])\"\n  \"\(shown[1])\"\n"), "\(text)")
    #expect(text.contains(isScrolled ? "3 labels above #10+" : "3 labels below #30+"), "\(text)")
  }

  @Test
  func `a text names what is in its row, and not what is further down`() throws {
    func button(_ id: UInt64, _ frame: Frame) -> Node {
      Node(id, .button) {
        $0.frame = frame
        $0.actions = [Action(.press)]
      }
    }
    let form = Self.row(0, "Name") + [button(40, Desk.frame(240, 0, 30, 36))] + Self.row(1, "Phone")
    let below = [button(50, Desk.frame(0, 200, 70, 30))]
    #expect(try text(form + below).contains("button #50\n"))
    #expect(try text(form + below).contains("textbox after \"Phone\" #21\n"))
    let beside = [button(50, Desk.frame(240, 40, 30, 36))]
    #expect(try text(form + beside).contains("button after \"Phone\" #50\n"))
  }

  @Test
  func `a text does not name what stands above it`() throws {
    let texts = [
      Self.label(10, "One", Desk.frame(0, 0, 60, 20)), Self.field(11, Desk.frame(70, 0, 60, 20)),
      // Covers the field, so that the order is not known.
      Self.label(20, "Two", Desk.frame(0, 100, 200, 20)),
      Self.field(21, Desk.frame(70, 40, 60, 20)),
      Node(30, .group) {
        $0.frame = Desk.frame(0, 0, 200, 200)
      },
    ]
    #expect(try text(texts).contains("textbox #21\n"))
  }
}

import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// What is open on screen comes first in its window: popovers, menus, and popups of pages.
struct OutlinePopupTests {
  private static func press(_ element: inout Element) { element.actions = [Action(.press)] }

  private let buttons = (0..<60).map { Node(200 + $0, .button, "Button \($0)", Self.press) }

  private func text(_ children: [Node], focus: UInt64? = nil, budget: Int = 200) throws -> String {
    let window = Node(2, .window, "W", { $0.states.insert(.active) }, children: children)
    let tree = try Tree([Node(1, .application, "app", children: [window])])
    var options = OutlineOptions()
    options.budget = budget
    return outline(tree, options: options, focus: focus).text
  }

  private func items(isOpen: Bool) -> [Node] {
    (0..<5).map { number in
      Node(50 + number, .menuItem, "Item \(number)") {
        Self.press(&$0)
        if !isOpen { $0.states.subtract([.showing, .visible]) }
      }
    }
  }

  @Test
  func `a modal popover that is not called a dialog is the first`() throws {
    let popover = Node(
      40, .generic, nil, { $0.states.insert(.modal) }, children: items(isOpen: true))
    #expect(
      try text(buttons + [popover]).hasPrefix(
        """
        application "app" #1
          window "W" #2 [active]
            generic #40 [modal]
              menuitem "Item 0" #50
        """))
  }

  @Test
  func `an open menu is the first, and one that is closed is not`() throws {
    func bar(isOpen: Bool) -> Node {
      let menu = Node(
        42, .menu, nil, { if !isOpen { $0.states.subtract([.showing, .visible]) } },
        children: items(isOpen: isOpen))
      return Node(
        40, .menuBar, children: [Node(41, .menuItem, "File", Self.press, children: [menu])])
    }
    let open = try text(buttons + [bar(isOpen: true)])
    #expect(open.contains("  menubar #40\n      menuitem \"File\" #41\n        menu #42"))
    #expect((0..<5).allSatisfy { open.contains("\"Item \($0)\"") })
    #expect(!(try text(buttons + [bar(isOpen: false)]).contains("menubar")))
    // A menu bar whose entries are menus themselves shows those while none is open.
    let closed = Node(41, .menu, "File", Self.press, children: items(isOpen: false))
    #expect(
      !(try text(buttons + [Node(40, .menuBar, children: [closed])]).contains("menubar")))
  }

  private static func describe(
    _ role: String, _ frame: Frame?, _ attributes: [String: String]
  ) -> (inout Element) -> Void {
    { element in
      element.nativeRole = role
      element.frame = frame
      element.attributes = attributes.sorted { $0.key < $1.key }
        .map { ToolkitAttribute(name: $0.key, value: $0.value) }
    }
  }

  /// The parts of a window of GTK 3: its content, and a panel.
  private func parts(panelAt frame: Frame, toolkit: String = "gtk") -> [Node] {
    let content = Node(
      30, .generic, nil, Self.describe("filler", Desk.frame(0, 20, 400, 300), ["toolkit": toolkit]),
      children: buttons)
    return [
      content,
      Node(
        40, .generic, nil, Self.describe("panel", frame, ["toolkit": toolkit]),
        children: items(isOpen: true)),
    ]
  }

  @Test
  func `a popover of GTK 3 that is not modal is the first`() throws {
    let open = try text(parts(panelAt: Desk.frame(50, 100, 100, 80)))
    #expect(
      open.contains("[active]\n    generic #40\n      menuitem \"Item 0\" #50"), "\(open)")
    // Beside the content is the title bar.
    let beside = try text(parts(panelAt: Desk.frame(0, 0, 400, 20)))
    #expect(!beside.contains("generic #40"), "\(beside)")
    let other = try text(parts(panelAt: Desk.frame(50, 100, 100, 80), toolkit: "Qt"))
    #expect(!other.contains("Item 0"), "\(other)")
  }

  /// A menu button of GTK 4, which has no name itself, or that of the button in it.
  private func menuButton(isOpen: Bool, _ name: String? = nil) -> Node {
    let popover = Node(
      42, .generic, children: [Node(43, .generic, children: items(isOpen: true))])
    return Node(
      40, name == nil ? .generic : .group, name,
      {
        $0.nativeRole = "push button"
        if isOpen { $0.states.insert(.expanded) }
      },
      children: [Node(41, .button, "Details", Self.press)] + (isOpen ? [popover] : []))
  }

  @Test(arguments: [nil, "Details"])
  func `the popover of a menu button of GTK 4 is the first, and the button has one line`(
    name: String?
  ) throws {
    let open = try text(buttons + [menuButton(isOpen: true, name)])
    #expect(
      open.contains("[active]\n    generic #42\n      menuitem \"Item 0\" #50"), "\(open)")
    #expect(open.contains("\n    button \"Details\" #41\n") && !open.contains("#40"), "\(open)")
    let closed = try text([menuButton(isOpen: false, name)] + buttons)
    #expect(closed.contains("[active]\n    button \"Details\" #41\n    button \"Button 0\""))
  }

  @Test
  func `a control of GTK 4 with a popover around the focus is the first`() throws {
    let content = Node(
      43, .generic, nil,
      Self.describe("filler", nil, ["native-name": "GtkPopoverContent"]),
      children: [
        Node(
          44, .button, "Inside",
          {
            Self.press(&$0)
            $0.states.insert(.focused)
          })
      ])
    let opener = Node(
      40, .button, "Open", Self.press, children: [Node(42, .generic, children: [content])])
    let text = try text(buttons + [opener], focus: 44)
    #expect(
      text.contains("[active]\n    button \"Open\" #40\n      button \"Inside\" #44 [focused]"),
      "\(text)")
  }

  @Test
  func `a menu of a page stays in its place`() throws {
    let page = Node(
      30, .document, "Page",
      children: [
        Node(31, .link, "Link", Self.press), Node(40, .menu, "M", children: items(isOpen: true)),
      ])
    let text = try text([page], budget: 1500)
    #expect(text.contains("document \"Page\" #30\n      link \"Link\" #31\n      menu \"M\" #40"))
  }

  @Test
  func `what is around a focus on screen is on screen, and comes first`() throws {
    let day = Node(
      45, .cell, "Thursday",
      {
        Self.press(&$0)
        $0.states.insert(.focused)
      })
    let popup = Node(
      40, .section, "Calendar",
      {
        $0.states.remove(.showing)
        $0.frame = Desk.frame(10, 10, 200, 1)
      },
      children: [Node(41, .table, children: [day])])
    let text = try text(buttons + [popup], focus: 45)
    #expect(text.contains("[active]\n    section \"Calendar\" #40"))
    #expect(text.contains("cell \"Thursday\" #45 [focused]"))
    #expect(!text.contains("offscreen"))
  }

  /// As in Thunar, where the row of tabs is hidden.
  @Test
  func `the page of a tab that is not shown stays in its place`() throws {
    let page = Node(6, .textField, "Notes") { $0.states.insert(.focused) }
    let tab = Node(5, .tab, nil, { $0.states.remove(.showing) }, children: [page])
    let text = try text(
      [
        Node(3, .button, "Back", Self.press), Node(4, .tabList, children: [tab]),
      ], focus: 6)
    #expect(text.contains("[active]\n    button \"Back\" #3\n"), "\(text)")
    #expect(text.contains("textbox \"Notes\" #6 [focused]"), "\(text)")
  }

  @Test
  func `an element without a size is on screen when what is in it is`() throws {
    let popup = Node(
      40, .section, "Calendar",
      {
        $0.states.remove(.showing)
        $0.frame = Desk.frame(10, 10, 200, 0)
      },
      children: [Node(41, .button, "Next", Self.press)])
    #expect(try text([popup]).contains("section \"Calendar\" #40\n      button \"Next\" #41"))
  }
}

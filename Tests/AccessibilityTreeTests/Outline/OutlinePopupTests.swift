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

import AccessibilityTree
import Testing

@testable import AccessibilityRendering

/// Tabs for which nothing is drawn are no entries of an outline.
struct OutlineTabTests {
  private func text(
    focus: UInt64? = nil, _ configure: (inout Element) -> Void = { _ in }
  ) throws -> String {
    let place = Frame(rect: Rect(x: 10, y: 10, width: 80, height: 30), space: .screen)
    let page = Node(6, .button, "Apply", { $0.actions = [Action(.press)] })
    let tabs = [
      Node(4, .tab, "Font", { $0.frame = place }),
      Node(
        5, .tab, nil,
        {
          $0.states.insert(.selected)
          configure(&$0)
        }, children: [page]),
    ]
    let window = Node(2, .window, "W", children: [Node(3, .tabList, children: tabs)])
    return Outline(
      of: try Tree([Node(1, .application, "app", children: [window])]), from: .everything,
      focus: focus.map { ElementID(rawValue: $0) }
    ).text
  }

  @Test func `a tab without a name and a place has no line, and what is in it has`() throws {
    let focused = try text(focus: 5) { $0.states.insert(.focused) }
    for text in [try text(), focused] {
      #expect(text.contains("tab \"Font\" #4") && !text.contains("#5"), "\(text)")
      #expect(text.contains("button \"Apply\" #6"), "\(text)")
    }
    #expect(focused.contains("tablist #3 [focused]"), "\(focused)")
  }

  @Test func `a tab says the title that stands in it, where it is called otherwise`() throws {
    func text(_ title: String) throws -> String {
      let tab = Node(4, .tab, "Tab", children: [Node(5, .label, title)])
      let window = Node(2, .window, "W", children: [Node(3, .tabList, children: [tab])])
      return Outline(
        of: try Tree([Node(1, .application, "app", children: [window])]), from: .everything
      ).text
    }
    let titled = try text("Sunset")
    #expect(titled.contains("tab \"Tab\" with \"Sunset\" #4 "), "\(titled)")
    #expect(!titled.contains("  \"Sunset\""), "\(titled)")
    let named = try text("Tab")
    #expect(named.contains("tab \"Tab\" #4 "), "\(named)")
  }

  /// As in the dialog of Gnumeric for the format of cells.
  @Test(arguments: [(60.0, true), (12.0, false)])
  func `a heading on the page of a tab is said, also where it says the same`(
    y: Double, isSaid: Bool
  ) throws {
    let tab = Node(
      4, .tab, "Background", { $0.frame = Desk.frame(10, 10, 80, 30) },
      children: [
        Node(5, .label, "Background") { $0.frame = Desk.frame(12, y, 70, 20) },
        Node(6, .button, "Apply") { $0.frame = Desk.frame(12, y + 30, 70, 20) },
      ])
    let window = Node(2, .window, "W", children: [Node(3, .tabList, children: [tab])])
    let tree = try Tree([Node(1, .application, "app", children: [window])])
    let text = Outline(of: tree, from: .everything).text
    #expect(text.contains("  \"Background\"\n") == isSaid, "\(text)")
  }

  @Test func `what is listed of a tab that is not shown is said to be off screen`() throws {
    func text(_ id: UInt64) throws -> String {
      func hide(_ element: inout Element) { element.states = [.enabled] }
      let closed = Node(
        6, .tab, "Fonts",
        {
          $0.states.formUnion([.visible, .showing])
        },
        children: [
          Node(7, .group, "Size", hide, children: [Node(8, .button, "Bold", hide)])
        ])
      let menu = Node(
        9, .menu, "File",
        {
          $0.actions = [Action(.press)]
          $0.states.formUnion([.visible, .showing])
        },
        children: [Node(10, .menuItem, "Open", hide)])
      let window = Node(
        2, .window, "W", { $0.states.formUnion([.visible, .showing]) },
        children: [
          Node(3, .tabList, nil, { $0.states.insert(.showing) }, children: [closed]), menu,
        ])
      return outline(try Tree([Node(1, .application, children: [window])]), id).text
    }
    let tab = try text(6)
    #expect(
      tab.hasPrefix("tab \"Fonts\" #6 [contents offscreen]")
        && tab.contains("\n  group \"Size\" #7\n    button \"Bold\" #8"), "\(tab)")
    let page = try text(7)
    #expect(page.hasPrefix("group \"Size\" #7 [offscreen]\n"), "\(page)")
    let menu = try text(9)
    #expect(menu.hasPrefix("menu \"File\" #9\n"), "\(menu)")
  }

  @Test func `a tab with a hint or a place keeps its line`() throws {
    let place = Frame(rect: Rect(x: 90, y: 10, width: 80, height: 30), space: .screen)
    for text in [try text { $0.frame = place }, try text { $0.hint = "Pictures" }] {
      #expect(text.contains("#5 [selected]"), "\(text)")
    }
  }
}

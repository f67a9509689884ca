import AccessibilityTree
import Testing

@testable import DesktopSource

/// Which window keys go to where several claim to be active.
struct ActiveWindowChoiceTests {
  private let browser = id(1)
  private let page = id(2)
  private let popup = id(3)
  private let editor = id(10)
  private let notes = id(11)
  private let other = id(20)

  private static func id(_ number: UInt64) -> ElementID { ElementID(rawValue: number) }

  /// - Parameter isMenuOpen: Whether the editor shows a menu.
  private func tree(isMenuOpen: Bool) throws -> Tree {
    var tree = Tree()
    func addWindow(_ id: ElementID, _ label: String?, in root: ElementID) throws {
      var window = Element(id: id, role: .window, label: label)
      window.states = [.active, .showing]
      try tree.insert(window, under: root)
    }
    for root in [browser, editor, other] {
      try tree.insert(Element(id: root, role: .application), under: nil)
    }
    try addWindow(popup, nil, in: browser)
    try addWindow(page, "Page", in: browser)
    try addWindow(notes, "Notes", in: editor)
    try tree.insert(Element(id: Self.id(4), role: .textField), under: page)
    try tree.insert(Element(id: Self.id(12), role: .menu, label: "Help"), under: notes)
    var item = Element(id: Self.id(13), role: .menuItem, label: "About")
    if isMenuOpen { item.states = [.showing] }
    try tree.insert(item, under: Self.id(12))
    return tree
  }

  @Test func `it is the one whose menu is open, which keeps the keyboard`() throws {
    let tree = try tree(isMenuOpen: true)
    for focused in [Self.id(4), nil] {
      #expect(tree.activeWindow(besides: other, focused: focused) == notes)
    }
    #expect(tree.activeWindow(besides: editor, focused: nil) == page)
  }

  @Test func `without one it is the one with the focus, or the first with a name`() throws {
    let tree = try tree(isMenuOpen: false)
    #expect(tree.activeWindow(besides: other, focused: Self.id(4)) == page)
    #expect(tree.activeWindow(besides: other, focused: Self.id(12)) == notes)
    #expect(tree.activeWindow(besides: other, focused: nil) == page)
    #expect(tree.activeWindow(besides: browser, focused: Self.id(4)) == notes)
  }
}

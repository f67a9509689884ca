import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Menus of Qt, which the action of an item leaves open.
@Suite(.serialized, .ownThreadInTurn)
struct QtMenuTests {
  /// An item of a menu of a menu bar. What is done at the entry of the bar is recorded as well.
  private func item(isOpen: Bool) throws -> ActionFixture {
    let states: AtspiStates = isOpen ? [.enabled, .sensitive, .showing] : [.enabled, .sensitive]
    let fixture = try ActionFixture(role: .menuItem, label: "Copy", states: states)
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    fixture.offer(["Press"])
    let (store, item) = (fixture.store, fixture.element)
    let root = try #require(store.tree.roots.first)
    try store.edit { edit in
      var parent = root
      for role in [Role.menuBar, .menuItem, .menu] {
        let id = store.makeID()
        try edit.insert(Element(id: id, role: role), under: parent)
        parent = id
      }
      try edit.remove(item)
      try edit.insert(Element(id: item, role: .menuItem, label: "Copy"), under: parent)
    }
    // That of the entry and of its menu.
    fixture.service.on("org.a11y.atspi.Action", "GetName", path: "/list") { _ in
      .values([.string("ShowMenu")])
    }
    fixture.service.on("org.a11y.atspi.Action", "DoAction", path: "/list") {
      [unowned fixture] _ in
      fixture.done.append("ShowMenu")
      return .values([.bool(true)])
    }
    return fixture
  }

  @Test func `an open menu is closed before its item is pressed, as a click closes it`() throws {
    let fixture = try item(isOpen: true)
    #expect(try fixture.perform(.press).method == "Action.DoAction(Press)")
    #expect(fixture.done == ["ShowMenu", "Press"])
  }

  @Test func `a closed menu stays closed when its item is pressed`() throws {
    let fixture = try item(isOpen: false)
    #expect(try fixture.perform(.press).method == "Action.DoAction(Press)")
    #expect(fixture.done == ["Press"])
  }

  @Test func `the menu of another toolkit, which closes by itself, is left to it`() throws {
    let fixture = try item(isOpen: true)
    fixture.object.dialect = AtspiDialect(toolkit: "gtk", version: "3.24.38")
    #expect(try fixture.perform(.press).method == "Action.DoAction(Press)")
    #expect(fixture.done == ["Press"])
  }
}

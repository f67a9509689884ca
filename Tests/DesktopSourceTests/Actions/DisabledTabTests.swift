import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Qt says of a tab that it can be used, also of one that is greyed out.
@Suite(.serialized, .ownThreadInTurn)
struct DisabledTabTests {
  /// A bar with two tabs, of which the second is acted on, beside a stack of two pages.
  private func press(toolkit: String, pages: [States]) throws -> ActionOutcome {
    let fixture = try ActionFixture(role: .tab, label: "Advanced")
    fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "5.15.8")
    fixture.offer(["Press"])
    let root = try #require(fixture.store.tree[fixture.element]?.parent)
    try fixture.store.edit { edit in
      func add(_ role: Role, under parent: ElementID, _ states: States) throws -> ElementID {
        var element = Element(id: fixture.store.makeID(), role: role)
        element.states = states
        try edit.insert(element, under: parent)
        return element.id
      }
      let group = try add(.generic, under: root, [.enabled])
      let stack = try add(.generic, under: group, [.enabled])
      for page in pages { _ = try add(.generic, under: stack, page) }
      let bar = try add(.tabList, under: group, [.enabled])
      _ = try add(.tab, under: bar, [.enabled])
      try edit.move(fixture.element, under: bar)
    }
    return try fixture.perform(.press)
  }

  @Test func `the receipt of a tab whose page is disabled says so`() throws {
    let outcome = try press(toolkit: "Qt", pages: [[.enabled], []])
    #expect(outcome.note?.hasPrefix("its page is disabled; the tab may be greyed out") == true)
  }

  @Test func `nothing is said where the page is enabled, or the tabs may have no pages here`()
    throws
  {
    #expect(try press(toolkit: "Qt", pages: [[], [.enabled]]).note == "")
    #expect(try press(toolkit: "Qt", pages: [[.enabled], [], []]).note == "")
    #expect(try press(toolkit: "gtk", pages: [[.enabled], []]).note == "")
  }
}

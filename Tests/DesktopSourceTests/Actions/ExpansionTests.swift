import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// The summary of a page in Firefox, whose action is called "expand" also once it is expanded.
@Suite(.serialized, .ownThreadInTurn)
struct ExpansionTests {
  private func fixture(_ names: [String], expanded: Bool) throws -> ActionFixture {
    var states: AtspiStates = [.enabled, .sensitive, .expandable]
    states.formUnion(expanded ? .expanded : .collapsed)
    let fixture = try ActionFixture(label: "Details", states: states)
    fixture.offer(names)
    return fixture
  }

  @Test func `what is expanded is collapsed by its only action`() throws {
    let fixture = try fixture(["expand"], expanded: true)
    #expect(try fixture.perform(.collapse).method == "Action.DoAction(expand)")
    #expect(try fixture.perform(.expand).method == "already expanded")
    #expect(fixture.done == ["expand"])
  }

  @Test func `what is collapsed is expanded by its only action`() throws {
    let fixture = try fixture(["collapse"], expanded: false)
    #expect(try fixture.perform(.expand).method == "Action.DoAction(collapse)")
    #expect(try fixture.perform(.collapse).method == "already collapsed")
  }

  @Test func `the action that is named for it is preferred`() throws {
    let fixture = try fixture(["expand", "collapse"], expanded: true)
    #expect(try fixture.perform(.collapse).method == "Action.DoAction(collapse)")
  }

  @Test func `where a press can lead back it does`() throws {
    let fixture = try fixture(["expand", "click"], expanded: true)
    #expect(try fixture.perform(.collapse).method == "Action.DoAction(click)")
  }
}

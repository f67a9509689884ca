import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// The action of Qt that sets the state of a button, and clicks nothing.
@Suite(.serialized, .ownThreadInTurn)
struct ToggleTests {
  private func fixture(_ toolkit: String) throws -> ActionFixture {
    let fixture = try ActionFixture(role: .checkBox, label: "Insured")
    fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "5.15.8")
    fixture.offer(["Toggle", "SetFocus"])
    return fixture
  }

  @Test func `its receipt says that a click was not made`() throws {
    let fixture = try fixture("Qt")
    let outcome = try fixture.perform(.press)
    #expect(outcome.method == "Action.DoAction(Toggle)" && fixture.done == ["Toggle"])
    #expect(
      outcome.note?.hasSuffix(
        " (if nothing follows, press it again, which sets it back, and then with --synthesize)")
        == true)
    #expect(outcome.reservations == .isPartial)
  }

  @Test func `a radio button that is chosen already is not set`() throws {
    let fixture = try ActionFixture(
      role: .radio, label: "Red", states: [.enabled, .sensitive, .checked])
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    fixture.offer(["Toggle"])
    let outcome = try fixture.perform(.press)
    #expect(outcome.note == "it was chosen already" && outcome.reservations == [])
  }

  /// A click selects it as well.
  @Test func `an item that was selected is not set back before it is clicked`() throws {
    let fixture = try ActionFixture(
      role: .listItem, label: "Security", states: [.enabled, .sensitive, .selectable])
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    fixture.offer(["Toggle"])
    #expect(try fixture.perform(.press).note?.hasSuffix(" (--synthesize clicks it)") == true)
  }

  @Test func `an item that cannot be selected is not`() throws {
    let fixture = try ActionFixture(role: .listItem, label: "")
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    fixture.offer(["Toggle"])
    #expect(try fixture.perform(.press).refusal?.reason == .unsupported)
    #expect(fixture.done.isEmpty)
  }

  @Test func `an item that is selected is not deselected`() throws {
    let fixture = try ActionFixture(
      role: .cell, label: "Mail", states: [.enabled, .sensitive, .selectable, .selected])
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    fixture.offer(["Toggle"])
    let refusal = try #require(try fixture.perform(.press).refusal)
    #expect(refusal.reason == .unsupported && !refusal.mayHaveActed)
    #expect(refusal.advice?.contains("--synthesize") == true)
    #expect(fixture.done.isEmpty)
  }

  /// Qt Quick, and newer widgets.
  @Test func `an action that clicks is preferred`() throws {
    let fixture = try fixture("Qt")
    fixture.offer(["Toggle", "Press", "SetFocus"])
    let outcome = try fixture.perform(.press)
    #expect(outcome.method == "Action.DoAction(Press)" && fixture.done == ["Press"])
    #expect(outcome.note == "" && outcome.reservations == [])
  }

  @Test func `it is used where a click would not reach the element`() throws {
    let fixture = try fixture("Qt")
    let outcome = try fixture.perform(.press, allowSynthesis: true)
    #expect(outcome.method == "Action.DoAction(Toggle)" && !outcome.isSynthesised)
    #expect(outcome.note?.hasSuffix("a click would not reach it") == true)
    #expect(outcome.reservations == .isPartial)
  }

  @Test func `other toolkits click`() throws {
    let fixture = try fixture("gtk")
    let outcome = try fixture.perform(.press)
    #expect(outcome.note == "" && outcome.reservations == [])
  }
}

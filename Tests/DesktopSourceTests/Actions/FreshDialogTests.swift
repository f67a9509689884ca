import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Presses in dialogs that have just opened, which some applications discard.
@Suite(.serialized, .ownThreadInTurn)
struct FreshDialogTests {
  /// How long it takes to press something that has just been added, and what was pressed.
  private func press(
    _ role: Role, of toolkit: String, within seconds: Double = 5, _ command: ActionCommand = .press
  ) throws -> (milliseconds: UInt64, outcome: ActionOutcome, done: [String]) {
    let fixture = try ActionFixture(role: role, label: "This page says")
    fixture.object.dialect = AtspiDialect(toolkit: toolkit, version: "1")
    fixture.offer(["press"])
    let start = fixture.store.time
    let outcome = try fixture.perform(command, within: seconds)
    return ((fixture.store.time - start) / 1_000_000, outcome, fixture.done)
  }

  @Test func `Chromium's dialog is pressed once it no longer discards that`() throws {
    for role in [Role.dialog, .alertDialog] {
      let (milliseconds, outcome, done) = try press(role, of: "Chromium")
      #expect(milliseconds >= 500, "\(role)")
      #expect(outcome.method != nil && done == ["press"], "\(outcome)")
    }
  }

  @Test func `nothing else is waited for`() throws {
    for (role, toolkit) in [(Role.button, "Chromium"), (.dialog, "gtk")] {
      let (milliseconds, outcome, done) = try press(role, of: toolkit)
      #expect(milliseconds < 500, "\(role) of \(toolkit)")
      #expect(outcome.method != nil && done == ["press"], "\(outcome)")
    }
    // What the dialog does not discard, and what would come too late.
    #expect(try press(.dialog, of: "Chromium", .escape).milliseconds < 500)
    #expect(try press(.dialog, of: "Chromium", within: 0.4).outcome.method != nil)
  }

  @Test func `a dialog that was there before is pressed at once`() throws {
    let fixture = try ActionFixture(role: .dialog, label: "This page says")
    fixture.object.dialect = AtspiDialect(toolkit: "Chromium", version: "1")
    fixture.offer(["press", "press"])
    _ = try fixture.perform(.press)
    let start = fixture.store.time
    #expect(try fixture.perform(.press).method != nil)
    #expect(fixture.store.time - start < 500_000_000)
  }
}

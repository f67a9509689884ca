import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// What is advised where keys would go elsewhere.
@Suite(.serialized, .ownThreadInTurn)
struct KeyAdviceTests {
  /// An element that says that it has the focus, whatever else does.
  private func fixture(
    _ role: Role, _ states: AtspiStates = [.enabled, .sensitive, .focused]
  ) throws -> ActionFixture {
    let fixture = try ActionFixture(
      role: role, label: "Notes", states: states, interfaces: [.component])
    fixture.registry = fixture.queue
    fixture.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in .values([.bool(true)]) }
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] _ in
      fixture.done.append("key")
      return .values([])
    }
    return fixture
  }

  private func insert(
    _ role: Role, _ label: String, states: States, in fixture: ActionFixture
  ) throws -> ElementID {
    let store = fixture.store
    let id = store.makeID()
    try store.edit { edit in
      var window = Element(id: id, role: role, label: label)
      window.states = states
      try edit.insert(window, under: store.tree.roots[0])
    }
    return id
  }

  /// Presses a key, which goes elsewhere.
  private func refusal(
    _ fixture: ActionFixture, on target: ElementID? = nil
  ) throws -> ActionRefusal {
    let outcome = try fixture.perform(
      .keys(try KeyChord.parse("Enter")), on: target, allowSynthesis: true)
    let refusal = try #require(outcome.refusal, "\(outcome)")
    #expect(refusal.reason == .rejected && fixture.done.isEmpty, "\(refusal)")
    return refusal
  }

  private func raising(_ window: ElementID, or others: String = "") -> String {
    "Run \"focus '\(window)' --synthesize\"\(others), and repeat this."
  }

  @Test func `the window of an element comes to the front before that of a terminal`() throws {
    let fixture = try fixture(.textField)
    KeyTests.showOtherWindow(in: fixture.store)
    let refusal = try refusal(fixture)
    #expect(refusal.message.contains("Keys would go to window \"Over it\""), "\(refusal)")
    #expect(refusal.advice == raising(fixture.element))
  }

  @Test func `keys for an application need one of its windows in front`() throws {
    let fixture = try fixture(.window)
    KeyTests.showOtherWindow(in: fixture.store)
    let application = fixture.store.tree.roots[0]
    let alone = try refusal(fixture, on: application)
    #expect(alone.message.contains("Keys would go to window \"Over it\""), "\(alone)")
    #expect(alone.message.contains("bring a window of application \"Fake\" to the front"))
    #expect(alone.advice == raising(fixture.element))

    let shown = try insert(.window, "Shown", states: [.showing], in: fixture)
    let others = ", or the same for another window of it"
    #expect(try refusal(fixture, on: application).advice == raising(shown, or: others))

    try fixture.store.edit { edit in
      for window in [fixture.element, shown] { try edit.remove(window) }
    }
    let hidden = try refusal(fixture, on: application)
    #expect(hidden.advice?.hasPrefix("The application has no window") == true, "\(hidden)")
  }

  @Test func `a dialog in front of an element, or of its window, is closed first`() throws {
    for role in [Role.textField, .window] {
      let fixture = try fixture(role)
      let dialog = try insert(.dialog, "Save", states: [.active, .focused], in: fixture)
      let refusal = try refusal(fixture)
      #expect(refusal.message.contains("Keys would go to dialog \"Save\""), "\(refusal)")
      #expect(refusal.advice?.hasPrefix("Run \"escape '\(dialog)' --synthesize\"") == true)
    }
  }

  @Test func `what does not take the focus in a window in front is not to be raised`() throws {
    let fixture = try fixture(.button, [.enabled, .sensitive])
    try fixture.store.edit { try $0.update(fixture.element) { $0.states.insert(.active) } }
    let front = try refusal(fixture)
    #expect(front.message.hasSuffix(", though its window is in front"), "\(front)")
    #expect(front.advice == ActionRun.otherKeysAdvice)

    try fixture.store.edit { try $0.update(fixture.element) { $0.states.remove(.active) } }
    #expect(try refusal(fixture).advice == raising(fixture.element))
  }

  @Test func `a dialog without a title is known, and any other window without one is not`() throws {
    let fixture = try fixture(.window)
    func isKnown(_ title: String?) -> Bool {
      fixture.store.hasWindow(like: DisplayWindow(id: 1, processID: 7, title: title))
    }
    _ = try insert(.window, "", states: [.showing], in: fixture)
    #expect(isKnown("Notes") && !isKnown("Note") && !isKnown("") && !isKnown(nil))
    _ = try insert(.dialog, "", states: [.visible, .modal], in: fixture)
    #expect(isKnown("") && isKnown(nil) && !isKnown("Note"))
  }

  /// Qt writes the name of the application behind the title that a window has over AT-SPI, or has only that.
  @Test func `an active window of the same process is known by the beginning of its title`() throws
  {
    let fixture = try fixture(.button)
    let store = fixture.store
    func isKnown(_ title: String, _ process: UInt32?) -> Bool {
      store.hasWindow(like: DisplayWindow(id: 1, processID: process, title: title))
    }
    let window = try insert(.window, "s.pdf", states: [.showing, .active], in: fixture)
    #expect(!isKnown("s.pdf — Okular", 7), "nobody says of which process it is")
    store.edit { $0.updateApplication(store.tree.roots[0]) { $0.processID = 7 } }
    #expect(isKnown("s.pdf — Okular", 7))
    #expect(!isKnown("s.pdf — Okular", 8) && !isKnown("s.pdf — Okular", nil))
    #expect(!isKnown("Properties", 7))
    try store.edit { try $0.update(window) { $0.label = nil } }
    #expect(isKnown("Kate", 7) && !isKnown("Kate", 8))
    try store.edit { try $0.update(window) { $0.states.remove(.active) } }
    #expect(!isKnown("Kate", 7))
  }
}

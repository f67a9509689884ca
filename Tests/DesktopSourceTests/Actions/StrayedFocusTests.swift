import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Keys that are typed while something else takes the focus.
@Suite(.serialized, .ownThreadInTurn)
struct StrayedFocusTests {
  /// Types into a field, from which another element takes the focus with the second key, some times.
  ///
  /// - Returns: The outcome, and the keys.
  private func type(
    losing role: Role, times: Int = 1
  ) throws -> (outcome: ActionOutcome, keys: [Int]) {
    let fixture = try ActionFixture(
      role: .textField, label: "Name", states: [.enabled, .sensitive, .editable, .focused],
      interfaces: [.text, .component])
    fixture.registry = fixture.queue
    let (store, field) = (fixture.store, fixture.element)
    let root = try #require(store.tree.roots.first)
    let other = store.makeID()
    try store.edit { edit in
      try edit.insert(Element(id: other, role: role), under: root)
      try edit.update(field) { $0.states.insert(.focused) }
    }
    func focus(_ id: ElementID) throws {
      try store.edit { edit in
        try edit.update(id == field ? other : field) { $0.states.remove(.focused) }
        try edit.update(id) { $0.states.insert(.focused) }
      }
    }
    fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(0))
    fixture.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in
      try? focus(field)
      return .values([.bool(true)])
    }
    var keys: [Int] = []
    var left = times
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      call throws(BusError) in
      keys.append(Int(try call.int32()))
      if keys.last == 0x62, left > 0 {
        left -= 1
        try? focus(other)
      }
      return .values([])
    }
    let outcome = try fixture.perform(.setText("abc"), within: 10, allowSynthesis: true)
    return (outcome, keys)
  }

  @Test func `the focus is taken once more from what takes no text`() throws {
    let (outcome, keys) = try type(losing: .document)
    #expect(outcome.method == "synthesised typing over the whole text", "\(outcome)")
    #expect(keys == [0x61, 0x62, 0x61, 0x62, 0x63])
    let twice = try type(losing: .document, times: 2)
    #expect(twice.outcome.refusal?.message.contains("focus left") == true, "\(twice)")
  }

  @Test func `the focus is left where somebody types`() throws {
    let (outcome, keys) = try type(losing: .textField)
    #expect(outcome.refusal?.message.contains("focus left") == true, "\(outcome)")
    #expect(keys == [0x61, 0x62])
  }

  @Test func `a text that an application did not take, and that nobody typed, may be set again`()
    throws
  {
    let fixture = try ActionFixture(
      role: .textField, label: "Name", states: [.enabled, .sensitive, .editable, .focused],
      interfaces: [.text, .editableText, .component])
    fixture.registry = fixture.queue
    let store = fixture.store
    fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(0))
    fixture.service.on("org.a11y.atspi.Text", "GetText") { _ in .values([.string("")]) }
    fixture.service.on("org.a11y.atspi.EditableText", "SetTextContents") { _ in
      KeyTests.showOtherWindow(in: store)
      return .values([.bool(true)])
    }
    let refusal = try #require(
      try fixture.perform(.setText("Ada"), allowSynthesis: true).refusal)
    #expect(refusal.message.contains("Keys would go to window \"Over it\""), "\(refusal)")
    #expect(!refusal.mayHaveActed)
  }
}

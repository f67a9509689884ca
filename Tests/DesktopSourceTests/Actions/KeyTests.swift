import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Keys that are pressed in an element: the events that the registry is asked for, and what ends them early.
@Suite(.serialized, .ownThreadInTurn)
struct KeyTests {
  /// An element that has the focus. The events are recorded in `done`, and `onEvent` is called for each.
  private func field(
    _ role: Role = .textField, states: AtspiStates = [.enabled, .sensitive, .focused],
    onEvent: @escaping (Int) -> Void = { _ in }
  ) throws -> ActionFixture {
    let fixture = try ActionFixture(
      role: role, label: "Name", states: states,
      interfaces: [.component])
    fixture.registry = fixture.queue
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] call throws(BusError) in
      let code = try call.int32()
      _ = try call.string()
      let kind = try call.uint32()
      let name = [3: "key", 5: "hold", 6: "release"][kind] ?? "\(kind)"
      fixture.done.append("\(name) \(String(code, radix: 16))")
      onEvent(fixture.done.count)
      return .values([])
    }
    return fixture
  }

  private func keys(_ text: String) throws -> ActionCommand { .keys(try KeyChord.parse(text)) }

  @Test func `each chord holds its modifiers, presses its key and releases them`() throws {
    let fixture = try field()
    let outcome = try fixture.perform(
      keys("Enter Ctrl+Shift+T Alt+F4 Super+Left + €"), allowSynthesis: true)
    #expect(outcome.method == "synthesised keys" && outcome.isSynthesised, "\(outcome)")
    #expect(
      fixture.done == [
        "key ff0d", "hold 5", "key 74", "release 5", "hold 8", "key ffc1", "release 8", "hold 40",
        "key ff51", "release 40", "key 2b", "key 10020ac",
      ])
  }

  /// Qt reads its keyboard again where the X server hands it over, and loses modifiers that were locked before.
  @Test func `in Qt the keyboard is handed over before the first key of an action`() throws {
    let fixture = try field()
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    for _ in 1...2 {
      fixture.done = []
      let outcome = try fixture.perform(keys("D Ctrl+S"), allowSynthesis: true)
      #expect(outcome.isSynthesised, "\(outcome)")
      // A key that is not down is let go.
      #expect(fixture.done == ["1 f8", "key 44", "hold 4", "key 73", "release 4"])
    }
  }

  @Test func `that the keyboard was handed over is no part of keys that were not pressed`() throws {
    let fixture = try field()
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] call throws(BusError) in
      let code = try call.int32()
      fixture.done.append("\(code)")
      return code == 248 ? .values([]) : .error("org.example.Error.No", "no")
    }
    let refusal = try #require(try fixture.perform(keys("D"), allowSynthesis: true).refusal)
    #expect(fixture.done == ["248", "68"])
    #expect(!refusal.mayHaveActed, "\(refusal)")
  }

  /// Its action `toggle` activates the row.
  @Test func `a cell of GTK 3 that can be ticked is pressed by the key Space`() throws {
    let fixture = try field(.cell)
    fixture.object.interfaces.insert(.action)
    fixture.object.dialect = AtspiDialect(toolkit: "gtk", version: "3.24.38")
    fixture.offer(["toggle"])
    try fixture.store.edit { try $0.update(fixture.element) { $0.states.insert(.checkable) } }
    let refusal = try #require(try fixture.perform(.press).refusal)
    #expect(refusal.reason == .unsupported && !refusal.mayHaveActed)
    #expect(refusal.advice?.contains("press '\(fixture.element)' --synthesize") == true)
    #expect(fixture.done.isEmpty)
    #expect(try fixture.perform(.press, allowSynthesis: true).isSynthesised)
    #expect(fixture.done == ["key 20"])
    fixture.object.dialect = AtspiDialect(toolkit: "gtk", version: "4.8.3")
    #expect(try fixture.perform(.press).method == "Action.DoAction(toggle)")
  }

  /// Its action `Toggle` selects it.
  @Test func `an item of Qt that can be ticked is not pressed by the action that selects it`()
    throws
  {
    let fixture = try field(.listItem, states: [.enabled, .sensitive, .focused, .selectable])
    fixture.object.interfaces.insert(.action)
    fixture.object.dialect = AtspiDialect(toolkit: "Qt", version: "5.15.8")
    fixture.offer(["Toggle"])
    #expect(try fixture.perform(.press).method == "Action.DoAction(Toggle)")
    fixture.done = []
    try fixture.store.edit { try $0.update(fixture.element) { $0.states.insert(.checkable) } }
    let refusal = try #require(try fixture.perform(.press).refusal)
    #expect(refusal.reason == .unsupported && !refusal.mayHaveActed)
    #expect(refusal.advice?.contains("press '\(fixture.element)' --synthesize") == true)
    #expect(fixture.done.isEmpty)
  }

  @Test func `without synthesised input nothing is pressed, and the whole command is named`() throws
  {
    let fixture = try field()
    let refusal = try #require(try fixture.perform(keys("ctrl+s Esc")).refusal)
    #expect(refusal.reason == .unsupported && !refusal.mayHaveActed)
    #expect(refusal.message.contains("allow_synthesis"))
    let command = "keys '\(fixture.element)' 'Ctrl+S Escape' --synthesize"
    #expect(refusal.advice?.contains(command) == true, "\(refusal)")
    #expect(fixture.done.isEmpty)
    let secret = try field(.passwordField)
    let hidden = try #require(try secret.perform(keys("h u n t e r")).refusal)
    #expect(hidden.advice?.contains("KEYS --synthesize") == true)
    #expect(!"\(hidden)".contains("h u n"))
  }

  @Test func `without a registry keys are refused as typing is`() throws {
    let fixture = try field()
    fixture.registry = nil
    let refusal = try #require(try fixture.perform(keys("Enter"), allowSynthesis: true).refusal)
    #expect(refusal.reason == .unsupported && !refusal.mayHaveActed)
    #expect(refusal.message.contains("no accessibility registry"))
  }

  @Test func `an element that does not take the focus gets no keys`() throws {
    let fixture = try field()
    fixture.answerStates([.enabled, .sensitive])
    fixture.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in
      .values([.bool(true)])
    }
    let refusal = try #require(try fixture.perform(keys("Enter"), allowSynthesis: true).refusal)
    #expect(refusal.reason == .rejected && refusal.message.contains("did not take the focus"))
    #expect(fixture.done.isEmpty)
  }

  /// Adds a window of another application, which is in front.
  static func showOtherWindow(in store: TreeStore) {
    _ = try? store.edit { edit in
      let (root, window) = (store.makeID(), store.makeID())
      try edit.addApplication(
        Application(root: root, name: "Other", source: "desktop"),
        root: Element(id: root, role: .application, label: "Other"))
      var element = Element(id: window, role: .window, label: "Over it")
      element.states = [.active]
      try edit.insert(element, under: root)
    }
  }

  @Test func `that the element was given the focus is no part of keys that were not pressed`()
    throws
  {
    let fixture = try field()
    fixture.answerStates([.enabled, .sensitive])
    let store = fixture.store
    fixture.service.on("org.a11y.atspi.Component", "GrabFocus") { [unowned fixture] _ in
      fixture.done.append("focus")
      fixture.answerStates([.enabled, .sensitive, .focused])
      Self.showOtherWindow(in: store)
      return .values([.bool(true)])
    }
    let refusal = try #require(try fixture.perform(keys("a"), allowSynthesis: true).refusal)
    #expect(refusal.message.contains("Keys would go to window \"Over it\""), "\(refusal)")
    #expect(!refusal.mayHaveActed)
    #expect(fixture.done == ["focus"])

    let silent = try field()
    silent.answerStates([.enabled, .sensitive])
    silent.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in .silence }
    let late = try #require(
      try silent.perform(keys("a"), within: 0.5, allowSynthesis: true).refusal)
    #expect(late.reason == .timedOut && !late.mayHaveActed)
    #expect(late.message.contains("may have been given the focus"), "\(late)")
    // As an action of its own it is one.
    let focus = try silent.perform(.focus, within: 0.5)
    guard case .unanswered(let method, _, _) = focus else {
      Issue.record("\(focus)")
      return
    }
    #expect(method.contains("GrabFocus"), "\(method)")
  }

  @Test func `when another window comes to the front, the rest is not pressed or held`() throws {
    var front: (() -> Void)?
    // With the fourth event Ctrl is held.
    let fixture = try field { if $0 == 4 { front?() } }
    let store = fixture.store
    front = {
      Self.showOtherWindow(in: store)
    }
    let outcome = try fixture.perform(keys("a b c Ctrl+S Enter"), allowSynthesis: true)
    let refusal = try #require(outcome.refusal)
    #expect(refusal.reason == .rejected && refusal.mayHaveActed)
    #expect(refusal.message.contains("Keys would go to window \"Over it\""), "\(refusal)")
    #expect(refusal.message.hasSuffix("; 3 of 5 keys were pressed"), "\(refusal)")
    fixture.loop.run { fixture.done.count == 5 }
    #expect(fixture.done == ["key 61", "key 62", "key 63", "hold 4", "release 4"])
  }

  @Test func `when the window closes, the rest is not pressed`() throws {
    var close: (() -> Void)?
    let fixture = try field { if $0 == 1 { close?() } }
    let (store, id) = (fixture.store, fixture.element)
    close = { _ = try? store.edit { try $0.remove(id) } }
    let refusal = try #require(
      try fixture.perform(keys("Escape Escape"), allowSynthesis: true).refusal)
    #expect(refusal.message.contains("closed; 1 of 2 keys were pressed"), "\(refusal)")
    #expect(fixture.done == ["key ff1b"])
  }

  @Test func `a deadline says how many keys were pressed, and releases what is held`() throws {
    let fixture = try field()
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] call throws(BusError) in
      let code = try call.int32()
      _ = try call.string()
      fixture.done.append("\(try call.uint32()) \(code)")
      // The key of the second chord is never answered.
      return fixture.done.count == 3 ? .silence : .values([])
    }
    let outcome = try fixture.perform(keys("a Ctrl+S"), within: 1, allowSynthesis: true)
    guard case .unanswered(let method, _, _) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(method.contains("1 of 2 keys were pressed"), "\(method)")
    fixture.loop.run { fixture.done.count == 4 }
    #expect(fixture.done == ["3 97", "5 4", "3 115", "6 4"])
  }

  @Test func `a line break that cannot be typed is named, with the key to press`() throws {
    let fixture = try ActionFixture(
      role: .textField, label: "Name", states: [.enabled, .sensitive, .editable, .focused],
      interfaces: [.text])
    fixture.registry = fixture.queue
    let refusal = try #require(
      try fixture.perform(.insertText("Ada\n", at: nil), allowSynthesis: true).refusal)
    #expect(refusal.reason == .invalidArgument && refusal.message.contains("U+000A"), "\(refusal)")
    #expect(
      refusal.advice?.contains("keys '\(fixture.element)' 'Enter' --synthesize") == true,
      "\(refusal)")
  }
}

import AccessibilityMirror
import AccessibilityTree
import BridgeTestSupport
import Testing

@testable import DesktopSource

/// Keys that are typed into a cell of a spreadsheet, and into which window they go.
@Suite(.serialized, .ownThreadInTurn)
struct CellTypingTests {
  private static let escape = 0xFF1B

  /// A focused cell in an active window, whose editor gets the focus with the first key, as in LibreOffice.
  private final class Sheet {
    let fixture: ActionFixture
    private(set) var window = ElementID(rawValue: 0)
    private(set) var editor = ElementID(rawValue: 0)
    private(set) var dialog = ElementID(rawValue: 0)
    private var typed = ""
    var keys: [Int] = []
    /// Called after each key.
    var onKey: (Int) throws -> Void = { _ in }

    init() throws {
      fixture = try ActionFixture(
        role: .cell, label: "B2", states: [.enabled, .sensitive, .editable, .focused],
        interfaces: [.text, .value, .component])
      fixture.registry = fixture.queue
      let store = fixture.store
      let root = try #require(store.tree.roots.first)
      (window, editor, dialog) = (store.makeID(), store.makeID(), store.makeID())
      var frame = Element(id: window, role: .window, label: "Sheet")
      frame.states = [.active]
      var text = Element(id: editor, role: .paragraph)
      text.states = [.editable]
      let tip = Element(id: dialog, role: .dialog, label: "Tip of the Day")
      try store.edit { edit in
        try edit.insert(frame, under: root)
        try edit.move(fixture.element, under: frame.id)
        try edit.update(fixture.element) { $0.states.insert(.focused) }
        try edit.insert(text, under: frame.id)
        try edit.insert(tip, under: root)
      }
      fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(0))
      fixture.service.on("org.a11y.atspi.Text", "GetText") { [unowned self] _ in
        .values([.string(keys.contains(0xFF0D) ? typed : "")])
      }
      fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
        [unowned self] call throws(BusError) in
        let key = Int(try call.int32())
        keys.append(key)
        do {
          if let scalar = Unicode.Scalar(UInt32(key & 0xFF_FFFF)), key < 0xFF00 || key > 0xFFFF {
            typed.unicodeScalars.append(scalar)
            try edit()
          }
          try onKey(key)
        } catch {
          Issue.record(error)
        }
        return .values([])
      }
    }

    private func edit() throws {
      try fixture.store.edit { edit in
        try edit.update(fixture.element) { $0.states.remove(.focused) }
        try edit.update(editor) {
          $0.states.insert(.focused)
          $0.value = typed
        }
      }
    }

    /// Brings the dialog to the front, which is not reported to be active, or removes the application.
    func lose(application isWhole: Bool = false) throws {
      try fixture.store.edit { edit in
        if isWhole { return edit.removeApplication(edit.tree.roots[0]) }
        try edit.update(window) { $0.states.remove(.active) }
        try edit.update(editor) { $0.states.remove(.focused) }
        try edit.update(fixture.element) { $0.states.remove(.focused) }
        try edit.update(dialog) { $0.states.insert(.focused) }
      }
    }

    func type(_ text: String, within seconds: Double = 10) throws -> ActionOutcome {
      try fixture.perform(.setText(text), within: seconds, allowSynthesis: true)
    }
  }

  @Test func `typing goes on in the editor of the cell, and ends without a suggested ending`()
    throws
  {
    let sheet = try Sheet()
    #expect(try sheet.type("aéo").method == "synthesised typing into the cell")
    #expect(sheet.keys == [0x61, 0xE9, 0x6F, 0xFFFF, 0xFF0D])
  }

  @Test(arguments: [true, false])
  func `a cell that is emptied may be said to have its text for now`(isTold: Bool) throws {
    let sheet = try Sheet()
    sheet.fixture.service.on("org.a11y.atspi.Text", "GetText") { [unowned sheet] _ in
      .values([.string(isTold && sheet.keys.contains(0xFFFF) ? "" : "Ann")])
    }
    let outcome = try sheet.type("")
    #expect(outcome.method == "synthesised key Delete")
    #expect(sheet.keys == [0xFFFF])
    #expect(outcome.reservations == (isTold ? [] : .isToldLater))
    let advice = "'focus' another cell, and look again"
    #expect(try #require(outcome.note).hasSuffix(advice) == !isTold)
  }

  @Test func `nothing is typed while another window of the application has the focus`() throws {
    let sheet = try Sheet()
    try sheet.lose()
    let refusal = try #require(try sheet.type("abc").refusal)
    #expect(refusal.message.contains("dialog \"Tip of the Day\", which is in front"), "\(refusal)")
    #expect(sheet.keys.isEmpty && !refusal.mayHaveActed)
  }

  @Test func `keys go to a popup of the active window`() throws {
    let sheet = try Sheet()
    try sheet.fixture.store.edit { edit in
      try edit.update(sheet.window) { $0.states.remove(.active) }
      try edit.update(sheet.dialog) { $0.states.insert(.active) }
    }
    #expect(try sheet.type("ab").method == "synthesised typing into the cell")
  }

  @Test func `the edit of a cell is cancelled when a key fails`() throws {
    let sheet = try Sheet()
    sheet.fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned sheet] call throws(BusError) in
      sheet.keys.append(Int(try call.int32()))
      return sheet.keys.count == 2 ? .error("org.example.Error.No", "no") : .values([])
    }
    let refusal = try #require(try sheet.type("abc").refusal)
    #expect(refusal.message.contains("Escape was pressed"), "\(refusal)")
    #expect(refusal.mayHaveActed)
    #expect(sheet.fixture.loop.run { sheet.keys.count > 2 })
    #expect(sheet.keys == [0x61, 0x62, Self.escape])
  }

  @Test func `the edit of a cell is not cancelled where Escape would go elsewhere, which is said`()
    throws
  {
    let sheet = try Sheet()
    sheet.onKey = { [unowned sheet] key in if key == 0x62 { try sheet.lose() } }
    let refusal = try #require(try sheet.type("abc").refusal)
    #expect(refusal.message.contains("still being edited"), "\(refusal)")
    #expect(refusal.mayHaveActed)
    #expect(sheet.keys == [0x61, 0x62])
  }

  @Test func `the edit of a cell is cancelled when its deadline passes`() throws {
    let sheet = try Sheet()
    sheet.fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned sheet] call throws(BusError) in
      sheet.keys.append(Int(try call.int32()))
      return sheet.keys.count == 2 ? .silence : .values([])
    }
    guard case .unanswered(let method, _, _) = try sheet.type("abc", within: 0.5) else {
      Issue.record("some was typed")
      return
    }
    #expect(method.contains("Escape was pressed"), "\(method)")
    #expect(sheet.fixture.loop.run { sheet.keys.count > 2 })
    #expect(sheet.keys == [0x61, 0x62, Self.escape])
  }

  @Test func `typing stops with the application, and nobody knows what it did`() throws {
    let sheet = try Sheet()
    sheet.onKey = { [unowned sheet] key in if key == 0x62 { try sheet.lose(application: true) } }
    guard case .interrupted(let method, _, _) = try sheet.type("abc") else {
      Issue.record("some was typed")
      return
    }
    #expect(method.contains("the application or the connection to it was lost"), "\(method)")
    #expect(sheet.keys == [0x61, 0x62])
  }
}

import AccessibilityTree
import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// The calls to an application for each command.
@Suite(.ownThreadInTurn)
struct ActionCommandTests {
  @Test
  func `A1: press performs the action that means press, not the first one`() throws {
    let fixture = try ActionFixture()
    fixture.offer(["selection.delete", "activate", "click"])
    #expect(try fixture.perform(.press).method == "Action.DoAction(click)")
    #expect(fixture.done == ["click"])
    #expect(fixture.readAnew == [fixture.element])
  }

  @Test
  func `A2: a custom action is found by the name that people see and by its own name`() throws {
    let fixture = try ActionFixture()
    fixture.offer(["click", "reply"])
    for name in ["Reply", "reply"] {
      #expect(try fixture.perform(.custom(name)).method == "Action.DoAction(reply)")
    }
    let refusal = try #require(fixture.perform(.custom("Forward")).refusal)
    #expect(refusal.reason == .unsupported)
    #expect(refusal.message.contains("\"click\", \"reply\""))
  }

  @Test
  func `an element that is already expanded is not toggled`() throws {
    let expanded = try ActionFixture(states: [.sensitive, .expandable, .expanded])
    expanded.offer(["expand or contract"])
    #expect(try expanded.perform(.expand).method == "already expanded")
    #expect(expanded.done.isEmpty)
    #expect(try expanded.perform(.collapse).method == "Action.DoAction(expand or contract)")
    let plain = try ActionFixture()
    plain.offer(["click"])
    #expect(try plain.perform(.expand).refusal?.reason == .unsupported)
    let combo = try ActionFixture(role: .comboBox, states: [.sensitive, .expandable])
    combo.offer(["press"])
    #expect(try combo.perform(.expand).method == "Action.DoAction(press)")
  }

  private func slider(current: Double) throws -> ActionFixture {
    let fixture = try ActionFixture(role: .slider, interfaces: [.value])
    for (name, value) in [
      ("CurrentValue", current), ("MinimumValue", 0), ("MaximumValue", 10), ("MinimumIncrement", 2),
    ] {
      fixture.service.onProperty("org.a11y.atspi.Value", name, .double(value))
    }
    fixture.service.on("org.freedesktop.DBus.Properties", "Set") { call throws(BusError) in
      _ = try call.string()
      let name = try call.string()
      let value = try call.variant { () throws(BusError) in try call.double() }
      fixture.done.append("\(name) \(value.shortDescription)")
      fixture.service.onProperty("org.a11y.atspi.Value", name, .double(value))
      return .values([])
    }
    return fixture
  }

  @Test
  func `A8: a number is set only within its range, and the refusal names the range`() throws {
    let fixture = try slider(current: 3)
    #expect(try fixture.perform(.setValue(7.5)).method == "Value.CurrentValue = 7.5")
    let refusal = try #require(fixture.perform(.setValue(11)).refusal)
    #expect(refusal.reason == .outOfRange)
    #expect(refusal.message.contains("0 to 10"))
    #expect(fixture.done == ["CurrentValue 7.5"])
  }

  @Test
  func `A3: a step is that of the toolkit, ends at the end of the range, and is refused there`()
    throws
  {
    let fixture = try slider(current: 9)
    _ = try fixture.perform(.increment)
    _ = try fixture.perform(.decrement)
    #expect(fixture.done == ["CurrentValue 10", "CurrentValue 8"])
    #expect(try slider(current: 10).perform(.increment).refusal?.reason == .outOfRange)
  }

  private func text() throws -> ActionFixture {
    let fixture = try ActionFixture(
      role: .textField, states: [.sensitive, .editable], interfaces: [.text, .editableText])
    fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(5))
    fixture.service.onProperty("org.a11y.atspi.Text", "CaretOffset", .int32(2))
    return fixture
  }

  @Test
  func `A8: text is set, and inserted at an offset or at the caret, with its length in bytes`()
    throws
  {
    let fixture = try text()
    fixture.service.on("org.a11y.atspi.EditableText", "InsertText") { call throws(BusError) in
      fixture.done.append("\(try call.int32()) \(try call.string()) \(try call.int32())")
      return .values([.bool(true)])
    }
    fixture.service.on("org.a11y.atspi.EditableText", "SetTextContents") { call throws(BusError) in
      fixture.done.append(try call.string())
      return .values([.bool(true)])
    }
    _ = try fixture.perform(.insertText("ñ", at: nil))
    _ = try fixture.perform(.insertText("x", at: 5))
    _ = try fixture.perform(.setText("all new"))
    #expect(fixture.done == ["2 ñ 2", "5 x 1", "all new"])
    #expect(try fixture.perform(.insertText("x", at: 6)).refusal?.reason == .outOfRange)
  }

  @Test
  func `A8: if the application accepts text but does not keep it, typing is used if allowed`()
    throws
  {
    let fixture = try ActionFixture(
      role: .textField, states: [.sensitive, .editable, .focused],
      interfaces: [.text, .editableText])
    fixture.registry = fixture.queue
    fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(0))
    fixture.service.on("org.a11y.atspi.Text", "GetText") { _ in .values([.string("")]) }
    fixture.service.onProperty("org.a11y.atspi.Text", "CaretOffset", .int32(0))
    for method in ["SetTextContents", "InsertText"] {
      fixture.service.on("org.a11y.atspi.EditableText", method) { _ in .values([.bool(true)]) }
    }
    fixture.service.on("org.a11y.atspi.Text", "SetCaretOffset") { _ in .values([.bool(true)]) }
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      call throws(BusError) in
      fixture.done.append("key \(try call.int32())")
      return .values([])
    }
    #expect(try fixture.perform(.setText("ab")).method == "EditableText.SetTextContents")
    #expect(fixture.done.isEmpty)
    let typed = try fixture.perform(.setText("ab"), allowSynthesis: true)
    #expect(typed.method == "synthesised typing over the whole text")
    #expect(fixture.done == ["key 97", "key 98"])
    let accepted = "EditableText.InsertText at 0"
    #expect(try fixture.perform(.insertText("c", at: nil)).method == accepted)
    let inserted = try fixture.perform(.insertText("c", at: nil), allowSynthesis: true)
    #expect(inserted.method == "synthesised typing" && inserted.isSynthesised)
    #expect(fixture.done == ["key 97", "key 98", "key 99"])
    // Nor has what is refused behind another window been done.
    KeyTests.showOtherWindow(in: fixture.store)
    for command in [ActionCommand.insertText("c", at: nil), .setText("ab")] {
      let refusal = try #require(try fixture.perform(command, allowSynthesis: true).refusal)
      #expect(refusal.message.hasPrefix("Keys would go to window \"Over it\""), "\(refusal)")
      #expect(!refusal.mayHaveActed)
    }
    #expect(fixture.done == ["key 97", "key 98", "key 99"])
  }

  /// A focused field that is typed into; the keys are recorded in `done`.
  private func typedField() throws -> ActionFixture {
    let fixture = try ActionFixture(
      role: .textField, states: [.sensitive, .editable, .focused], interfaces: [.text])
    fixture.registry = fixture.queue
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] call throws(BusError) in
      fixture.done.append("key \(try call.int32())")
      fixture.service.onProperty(
        "org.a11y.atspi.Text", "CharacterCount", .int32(Int32(fixture.done.count)))
      return .values([])
    }
    fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(0))
    return fixture
  }

  @Test
  func `A8: text that was typed is read back, and typed again if it differs`() throws {
    let fixture = try typedField()
    fixture.service.on("org.a11y.atspi.Text", "GetText") { [unowned fixture] _ in
      .values([.string(fixture.done.count > 1 ? "é" : "?")])
    }
    let typed = try fixture.perform(.setText("é"), within: 20, allowSynthesis: true)
    #expect(typed.method == "synthesised typing over the whole text")
    // The second time the whole text is selected first: Control, a, Control.
    #expect(fixture.done == ["key 233", "key 4", "key 97", "key 4", "key 233"])
  }

  @Test
  func `A8: an action whose deadline passes while it types ends once and leaves nothing behind`()
    throws
  {
    let fixture = try typedField()
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] _ in
      fixture.done.append("key")
      return fixture.done.count < 3 ? .values([]) : .silence
    }
    let typed = try fixture.perform(.setText("abcdef"), within: 0.3, allowSynthesis: true)
    guard case .unanswered(let method, _, _) = typed else {
      Issue.record("some was typed, so it is no refusal: \(typed)")
      return
    }
    #expect(method.contains("2 of 6 characters were typed"), "\(method)")
    #expect(fixture.loop.run { fixture.queue.isIdle })
    #expect(fixture.done.count == 3, "nothing is typed after the end")
  }

  @Test(arguments: [true, false])
  func
    `A8: Control, which selects the text, is let go when what comes between fails or is not answered`(
      isAnswered: Bool
    ) throws
  {
    let fixture = try typedField()
    fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(3))
    fixture.service.on("org.a11y.atspi.DeviceEventController", "GenerateKeyboardEvent") {
      [unowned fixture] call throws(BusError) in
      let code = try call.int32()
      _ = try call.string()
      fixture.done.append("\(code) \(try call.uint32())")
      guard code == 97 else { return .values([]) }
      return isAnswered ? .error("org.example.Error.No", "no") : .silence
    }
    let typed = try fixture.perform(.setText("x"), within: 0.5, allowSynthesis: true)
    #expect(isAnswered == (typed.refusal != nil))
    #expect(typed.refusal?.mayHaveActed ?? true, "the focus was moved")
    #expect(fixture.loop.run { fixture.done.count > 2 })
    #expect(fixture.done == ["4 5", "97 3", "4 6"])
  }

  @Test
  func `A8: read-only text is not changed`() throws {
    let fixture = try ActionFixture(
      role: .textField, states: [.sensitive], interfaces: [.text, .editableText])
    #expect(try fixture.perform(.setText("x")).refusal?.reason == .unsupported)
  }

  @Test(arguments: [ActionCommand.setText("l s\n"), .insertText("l s\n", at: nil)])
  func `A8: a terminal says which keys enter a text`(_ command: ActionCommand) throws {
    let fixture = try ActionFixture(
      role: .terminal, states: [.sensitive, .focusable], interfaces: [.text, .component])
    let refusal = try fixture.perform(command, allowSynthesis: true).refusal
    #expect(
      refusal?.advice
        == "Run \"keys '\(fixture.element)' 'l Space s Enter' --synthesize\", which presses keys there."
    )
  }

  @Test func `A8: to select a radio button is to press it, unless it is chosen`() throws {
    let states: AtspiStates = [.sensitive, .checkable]
    let fixture = try ActionFixture(role: .radio, states: states)
    fixture.offer(["click"])
    #expect(try fixture.perform(.select).method == "Action.DoAction(click)")
    fixture.answerStates(states.union(.checked))
    #expect(try fixture.perform(.select).method == "already selected")
    #expect(fixture.done == ["click"])
  }

  @Test
  func `A8: what is read-only is not disabled in Chromium, and typing does not help`() throws {
    let fixture = try ActionFixture(
      role: .textField, states: [.readOnly, .focusable], interfaces: [.text, .component])
    fixture.object.dialect = AtspiDialect(toolkit: "Chromium", version: "1")
    let refusal = try fixture.perform(.setText("x")).refusal
    #expect(refusal?.reason == .unsupported, "\(String(describing: refusal))")
    #expect(refusal?.message.contains("allow_synthesis") == false)
  }

  @Test(arguments: [ActionCommand.setValue(5), .increment, .decrement])
  func `A8: a number that is read-only is not changed`(_ command: ActionCommand) throws {
    let fixture = try ActionFixture(
      role: .spinButton, states: [.readOnly, .focusable, .sensitive], interfaces: [.value, .text])
    let refusal = try fixture.perform(command).refusal
    #expect(refusal?.reason == .unsupported, "\(String(describing: refusal))")
    #expect(refusal?.message.contains("read-only") == true)
  }

  @Test(arguments: [false, true])
  func `A8: of a combo box that takes no text, the option is to be pressed`(_ synthesis: Bool)
    throws
  {
    let fixture = try ActionFixture(role: .comboBox, interfaces: [.action, .component, .selection])
    let refusal = try fixture.perform(.setText("Plum"), allowSynthesis: synthesis).refusal
    #expect(refusal?.reason == .unsupported)
    let message = try #require(refusal?.message)
    #expect(message.contains("one of its options") && !message.contains("allow_synthesis"))
    #expect(refusal?.advice?.contains("press the option") == true)
  }

  @Test
  func `A8: a selection is set, moved, or empty as a caret`() throws {
    let fixture = try text()
    var selections: Int32 = 0
    fixture.service.on("org.a11y.atspi.Text", "GetNSelections") { _ in .values([.int32(selections)])
    }
    for member in ["AddSelection", "SetSelection", "SetCaretOffset"] {
      fixture.service.on("org.a11y.atspi.Text", member) { _ in
        fixture.done.append(member)
        return .values([.bool(true)])
      }
    }
    _ = try fixture.perform(.setSelection(1..<3))
    selections = 1
    _ = try fixture.perform(.setSelection(0..<5))
    _ = try fixture.perform(.setSelection(4..<4))
    #expect(fixture.done == ["AddSelection", "SetSelection", "SetCaretOffset"])
    #expect(try fixture.perform(.setSelection(3..<6)).refusal?.reason == .outOfRange)
  }

  @Test
  func `A8: an element is selected through its container, by its index`() throws {
    let fixture = try ActionFixture(role: .option, states: [.sensitive, .selectable])
    fixture.offer([])
    fixture.service.on("org.a11y.atspi.Accessible", "GetIndexInParent") { _ in .values([.int32(4)])
    }
    fixture.service.on("org.a11y.atspi.Selection", "SelectChild", path: "/list") {
      call throws(BusError) in
      fixture.done.append("\(try call.int32())")
      return .values([.bool(true)])
    }
    #expect(try fixture.perform(.select).method == "Selection.SelectChild(4)")
    #expect(fixture.done == ["4"])
    #expect(try fixture.perform(.deselect).method == "already deselected")
  }

  @Test
  func `A1: what has no press is advised to be expanded where it can be`() throws {
    let fixture = try ActionFixture(role: .treeItem, states: [.sensitive, .expandable])
    fixture.offer(["expand"])
    try fixture.store.edit { edit in
      try edit.update(fixture.element) { $0.actions = [Action(.expand, name: "expand")] }
    }
    let refusal = try #require(try fixture.perform(.press).refusal)
    #expect(refusal.advice == "Run \"expand '\(fixture.element)'\".", "\(refusal)")
  }

  /// As in toolbars of LibreOffice, where `SelectChild` only moves the focus.
  @Test
  func `A8: a button is not selected through its container, but pressed`() throws {
    let fixture = try ActionFixture(role: .toggleButton, states: [.sensitive])
    fixture.offer(["press"])
    fixture.service.on("org.a11y.atspi.Accessible", "GetIndexInParent") { _ in .values([.int32(4)])
    }
    fixture.service.on("org.a11y.atspi.Selection", "SelectChild", path: "/list") { _ in
      fixture.done.append("SelectChild")
      return .values([.bool(true)])
    }
    let refusal = try #require(try fixture.perform(.select).refusal)
    #expect(refusal.message.contains("it is pressed, not selected"), "\(refusal)")
    #expect(refusal.advice == "Run \"press '\(fixture.element)'\".")
    #expect(fixture.done.isEmpty)
  }

  @Test
  func `A8: a cell of GTK 3 is selected with its row, and else by a click if that is allowed`()
    throws
  {
    let fixture = try ActionFixture(role: .cell, states: [.sensitive, .selectable])
    fixture.object.dialect = AtspiDialect(toolkit: "gtk", version: "3.24.38")
    fixture.containerInterfaces = [.selection, .table]
    fixture.offer([])
    fixture.service.on("org.a11y.atspi.Accessible", "GetIndexInParent") { _ in .values([.int32(8)])
    }
    fixture.service.on("org.a11y.atspi.Table", "GetRowAtIndex", path: "/list") {
      call throws(BusError) in .values([.int32(try call.int32() / 2 - 1)])
    }
    fixture.service.on("org.a11y.atspi.Table", "AddRowSelection", path: "/list") {
      call throws(BusError) in
      fixture.done.append("\(try call.int32())")
      return .values([.bool(fixture.done.count == 1)])
    }
    fixture.service.on("org.a11y.atspi.Selection", "SelectChild", path: "/list") { _ in
      .values([.bool(false)])
    }
    #expect(try fixture.perform(.select).method == "Table.AddRowSelection(3)")
    let refusal = try #require(try fixture.perform(.select).refusal)
    #expect(refusal.reason == .rejected && refusal.message.contains("allow_synthesis"))
    #expect(fixture.done == ["3", "3"])
  }

  @Test
  func `A8: an option of a closed combo box that is not selected is refused`() throws {
    let fixture = try ActionFixture(role: .option, states: [.sensitive, .selectable])
    let (store, option) = (fixture.store, fixture.element)
    let box = store.makeID()
    try store.edit { edit in
      let root = try #require(edit.tree.read(option) { $0.parent } ?? nil)
      try edit.insert(Element(id: box, role: .comboBox, label: "Colour"), under: root)
      try edit.move(option, under: box)
    }
    fixture.offer(["select"])
    // Chromium reports the new state late.
    #expect(try fixture.perform(.select).method == "Action.DoAction(select)")
    fixture.object.dialect = AtspiDialect(toolkit: "Gecko", version: "128")
    let refusal = try fixture.perform(.select).refusal
    #expect(refusal?.reason == .rejected && refusal?.mayHaveActed == false)
    #expect(refusal?.advice?.hasPrefix("Expand the combo box") == true)
    try store.edit { try $0.update(box) { $0.states.insert(.expanded) } }
    #expect(try fixture.perform(.select).method == "Action.DoAction(select)")
  }

  @Test
  func `A8: the receipt names the options of a list of Gecko that lose their selection`() throws {
    let fixture = try ActionFixture(role: .option, states: [.sensitive, .selectable])
    let (store, option) = (fixture.store, fixture.element)
    let (list, other) = (store.makeID(), store.makeID())
    try store.edit { edit in
      let root = try #require(edit.tree.read(option) { $0.parent } ?? nil)
      var meals = Element(id: list, role: .listBox, label: "Meals")
      meals.states = [.multiSelectable]
      try edit.insert(meals, under: root)
      try edit.move(option, under: list)
      var fish = Element(id: other, role: .option, label: "Fish")
      fish.states = [.selectable, .selected]
      try edit.insert(fish, under: list)
    }
    fixture.offer(["select"])
    #expect(try fixture.perform(.select).note == "")
    fixture.object.dialect = AtspiDialect(toolkit: "Gecko", version: "140")
    // The events come later than the answers.
    let events = fixture.loop.schedule(after: .milliseconds(150)) {
      try? store.edit { edit in
        try edit.update(other) { $0.states.remove(.selected) }
        try edit.update(option) { $0.states.insert(.selected) }
      }
    }
    #expect(try fixture.perform(.select).note == "it deselected option \"Fish\"")
    #expect(store.tree.read(option) { $0.states.contains(.selected) } == true)
    #expect(store.tree.read(other) { $0.states.contains(.selected) } == false)
    events.cancel()
    try store.edit { try $0.update(other) { $0.states.insert(.selected) } }
    // Not those that stay selected.
    fixture.service.on("org.a11y.atspi.Accessible", "GetState", path: "/list") { _ in
      .values([.array(of: "u", [.uint32(UInt32(AtspiStates.selected.rawValue)), .uint32(0)])])
    }
    #expect(try fixture.perform(.select).note == "")
  }

  /// Firefox shows the choice of each combo box, which is an option that is selected.
  @Test
  func `A8: the choice of another combo box is no option of the list that opens`() throws {
    let fixture = try ActionFixture(role: .comboBox)
    let (store, box) = (fixture.store, fixture.element)
    let (other, option) = (store.makeID(), store.makeID())
    try store.edit { edit in
      let root = try #require(edit.tree.read(box) { $0.parent } ?? nil)
      var closed = Element(id: other, role: .comboBox, label: "Other")
      closed.states = [.expandable]
      try edit.insert(closed, under: root)
      var choice = Element(id: option, role: .option, label: "Apple")
      choice.states = [.selectable, .selected, .showing]
      try edit.insert(choice, under: other)
    }
    fixture.offer(["press"])
    fixture.object.dialect = AtspiDialect(toolkit: "Gecko", version: "140")
    let refusal = try fixture.perform(.setText("Apple"), within: 10).refusal
    #expect(refusal?.message.contains("has no option") == true, "\(String(describing: refusal))")
  }

  @Test
  func `A8: a list is not opened for an option that is disabled`() throws {
    let fixture = try ActionFixture(role: .comboBox)
    let (store, box) = (fixture.store, fixture.element)
    let option = store.makeID()
    try store.edit { edit in
      var element = Element(id: option, role: .menuItem, label: "Medium")
      element.states = [.visible]
      try edit.insert(element, under: box)
    }
    fixture.offer(["press"])
    fixture.object.dialect = AtspiDialect(toolkit: "Gecko", version: "128")
    // The combo box is asked first, the option then.
    fixture.answerStates([.enabled, .sensitive], [.visible])
    let refusal = try #require(try fixture.perform(.setText("Medium")).refusal)
    #expect(refusal.reason == .disabled && !refusal.mayHaveActed, "\(refusal)")
    #expect(refusal.message.contains("its list was not opened"), "\(refusal)")
    #expect(fixture.done.isEmpty)
  }

  @Test
  func `A8: a list that opens only in the window in front is not opened behind another`() throws {
    let fixture = try ActionFixture(role: .comboBox)
    let (store, box) = (fixture.store, fixture.element)
    let window = store.makeID()
    try store.edit { edit in
      let root = try #require(edit.tree.read(box) { $0.parent } ?? nil)
      try edit.insert(Element(id: window, role: .window, label: "Page"), under: root)
      try edit.move(box, under: window)
      try edit.insert(Element(id: store.makeID(), role: .option, label: "Red"), under: box)
    }
    fixture.offer(["press"])
    KeyTests.showOtherWindow(in: store)
    func refusal(_ label: String) throws -> ActionRefusal {
      let refusal = try #require(try fixture.perform(.setText(label)).refusal)
      #expect(refusal.message.contains("window \"Over it\" is in front"), "\(refusal)")
      #expect(refusal.advice == "Run \"focus '\(window)' --synthesize\", and repeat this.")
      return refusal
    }
    fixture.object.dialect = AtspiDialect(toolkit: "Gecko", version: "128")
    for label in ["Red", "Blue"] {
      #expect(try refusal(label).mayHaveActed == false)
    }
    #expect(fixture.done.isEmpty)
    // Others may open it there. What it says of it is only said where it did not open.
    fixture.object.dialect = AtspiDialect(toolkit: "GTK", version: "3.24")
    #expect(try refusal("Blue").mayHaveActed)
    #expect(!fixture.done.isEmpty)
  }

  @Test
  func `A8: what is no option of a combo box that takes any text is set in its field`() throws {
    let fixture = try ActionFixture(role: .comboBox)
    fixture.offer(["press"])
    let (store, box) = (fixture.store, fixture.element)
    #expect(
      try fixture.perform(.setText("It's")).refusal?.advice
        == "Open its list, and look which options it has.")
    let field = store.makeID()
    try store.edit { edit in
      var element = Element(id: field, role: .textField)
      element.states = [.enabled, .editable]
      try edit.insert(element, under: box)
    }
    fixture.containerInterfaces = [.text, .editableText]
    fixture.answerStates([.enabled, .sensitive, .editable], path: "/list")
    fixture.service.onProperty("org.a11y.atspi.Text", "CharacterCount", .int32(0))
    fixture.service.on("org.a11y.atspi.EditableText", "SetTextContents") { call throws(BusError) in
      fixture.done.append(try call.string())
      return .values([.bool(true)])
    }
    fixture.done = []
    for text in ["Norway", "It's"] {
      #expect(try fixture.perform(.setText(text)).method == "EditableText.SetTextContents")
    }
    #expect(fixture.done == ["Norway", "It's"])
    // In an open list an option is looked for.
    fixture.answerStates([.enabled, .sensitive, .expanded])
    for (text, word) in [("Norway", "'Norway'"), ("It's", "\"It's\""), ("a\n", "TEXT")] {
      let refusal = try #require(try fixture.perform(.setText(text)).refusal)
      #expect(refusal.message.contains("has no option"))
      #expect(refusal.advice?.hasPrefix("Run \"set '\(field)' \(word)\", which") == true)
    }
    #expect(!fixture.done.contains("a\n"))
  }

  @Test
  func `A9: focusing succeeds when the element has the state focused`() throws {
    let fixture = try ActionFixture(states: [.sensitive, .focusable])
    fixture.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in
      fixture.answerStates([.sensitive, .focusable, .focused])
      return .values([.bool(true)])
    }
    let focused = try fixture.perform(.focus)
    #expect(focused.method == "Component.GrabFocus" && !focused.isSynthesised)
    #expect(try fixture.perform(.focus).method == "already focused")
    let liar = try ActionFixture(states: [.sensitive, .focusable])
    liar.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in .values([.bool(true)]) }
    let ignored = try #require(try liar.perform(.focus).refusal)
    #expect(ignored.reason == .rejected && !ignored.mayHaveActed)
    #expect(ignored.advice?.hasPrefix("Run \"focus '\(liar.element)' --synthesize\"") == true)
    let gtk4 = try ActionFixture(states: [.sensitive, .focusable])
    gtk4.offer([])
    gtk4.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in
      .error("org.freedesktop.DBus.Error.NotSupported", "")
    }
    try gtk4.store.edit { edit in
      try edit.update(gtk4.element) { $0.actions.insert(Action(.focus), at: 0) }
    }
    let refusal = try #require(try gtk4.perform(.focus).refusal)
    #expect(refusal.reason == .unsupported)
    #expect(!refusal.mayHaveActed)
    gtk4.service.on("org.a11y.atspi.Component", "GrabFocus") { _ in .values([.bool(false)]) }
    let unmoved = try #require(try gtk4.perform(.focus).refusal)
    #expect(unmoved.reason == .unsupported && !unmoved.mayHaveActed)
    // Actions that the object does not have are not suggested in the same message.
    #expect(refusal.message.contains("Its actions: \"Reply\"."), "\(refusal.message)")
  }

  @Test
  func `scrolling into view depends on the toolkit, also for disabled elements`() throws {
    let fixture = try ActionFixture(states: [.visible])
    fixture.offer([])
    fixture.service.on("org.a11y.atspi.Component", "ScrollTo") { _ in .values([.bool(true)]) }
    #expect(try fixture.perform(.scrollIntoView).method == "Component.ScrollTo")
    fixture.service.on("org.a11y.atspi.Component", "ScrollTo") { _ in .values([.bool(false)]) }
    let refusal = try #require(try fixture.perform(.scrollIntoView).refusal)
    #expect(refusal.reason == .unsupported && !refusal.mayHaveActed)
  }

  @Test
  func
    `an action is performed when the application answers others and not its call: a modal dialog`()
    throws
  {
    let fixture = try ActionFixture()
    fixture.offer(["click"])
    fixture.service.on("org.a11y.atspi.Action", "DoAction") { _ in .silence }
    // At the deadline it would be one that is not answered by the deadline.
    #expect(
      try fixture.perform(.press, within: 60)
        == .performed(method: "Action.DoAction(click), not answered yet"))
    #expect(fixture.readAnew == [fixture.element])
    #expect(fixture.loop.run { fixture.queue.isIdle }, "nobody waits for the answer any more")
  }

  @Test
  func
    `an action that is not answered by the deadline is not told as refused: it may have happened`()
    throws
  {
    let fixture = try ActionFixture()
    fixture.offer(["click"])
    fixture.service.on("org.a11y.atspi.Action", "DoAction") { [unowned fixture] _ in
      fixture.service.isHanging = true
      return .silence
    }
    #expect(
      try fixture.perform(.press, within: 0.6)
        == .unanswered(method: "Action.DoAction(click), not answered by the deadline"))
  }
}

import AccessibilityMirror
import AccessibilityTree
import Testing

/// A password field that an application replaces by something else, with the password in it. Elements come and go in
/// any order, and what they are becomes known bit by bit.
@Suite struct `What replaces a password field is secret` {
  private static let password = "swordfis"
  private let form: SecretFixture
  private let group: ElementID
  private let field: ElementID

  /// A form within a document, with a password field in a group of its own, of which only bullets are known.
  init() throws {
    form = try SecretFixture(label: "Other")
    let document = try form.mirror.add(.document, "Page", under: form.window)
    group = try form.mirror.add(.section, under: document) { $0.frame = .at(0, 200) }
    field = try form.mirror.add(.passwordField, "Password", under: group) {
      Self.fill(&$0, with: "••••••••")
      $0.frame = .at(10, 210)
    }
    try form.store.edit { _ = try $0.remove(form.field) }
    form.mirror.letPass(milliseconds: 20_000)
  }

  private var document: ElementID {
    get throws {
      try #require(
        form.store.tree.roots.flatMap(form.store.tree.subtree).first {
          form.store.tree[$0]?.role == .document
        })
    }
  }

  private static func fill(_ element: inout Element, with text: String) {
    element.value = text
    element.text = TextState(length: text.count)
    element.states = [.editable]
  }

  private func remove(_ id: ElementID) throws {
    try form.store.edit { _ = try $0.remove(id) }
  }

  /// The parts of a new element, in the order in which they become known.
  enum Part: CaseIterable { case value, label, frame }

  enum Order: CaseIterable {
    case removedBefore, removedAfter, parentRemovedBefore, parentRemovedAfter, allAtOnce
  }

  private static let orders: [[Part]] = [
    [.value, .label, .frame], [.value, .frame, .label], [.label, .value, .frame],
    [.label, .frame, .value], [.frame, .value, .label], [.frame, .label, .value],
  ]

  /// Adds a text field whose parts become known one after another.
  private func replace(
    _ order: Order, _ parts: [Part], label: String?, at place: Frame, value: String = password
  ) throws -> ElementID {
    let (document, other, id) = (try document, form.store.makeID(), form.store.makeID())
    var known = Element(id: id, role: .textField)
    func learn(_ part: Part) {
      switch part {
      case .value: Self.fill(&known, with: value)
      case .label: known.label = label
      case .frame: known.frame = place
      }
    }
    learn(parts[0])
    func add(_ edit: TreeEdit) throws {
      var parent = group
      if order == .parentRemovedBefore || order == .parentRemovedAfter || order == .allAtOnce {
        parent = other
        try edit.insert(Element(id: other, role: .section), under: document)
      }
      try edit.insert(known, under: parent)
    }
    switch order {
    case .removedBefore:
      try remove(field)
      try form.store.edit(add)
    case .removedAfter:
      try form.store.edit(add)
      try remove(field)
    case .parentRemovedBefore:
      try remove(group)
      try form.store.edit(add)
    case .parentRemovedAfter:
      try form.store.edit(add)
      try remove(group)
    case .allAtOnce:
      try form.store.edit { edit in
        try edit.remove(group)
        try add(edit)
      }
    }
    for part in parts.dropFirst() {
      form.mirror.letPass(milliseconds: 100)
      learn(part)
      // A source composes the whole element again.
      try form.change(id) {
        $0.value = known.value
        $0.text = known.text
        $0.label = known.label
        $0.frame = known.frame
        $0.states = known.states
      }
    }
    return id
  }

  private func expectSecret(_ id: ElementID, _ comment: String) throws {
    for _ in 0..<2 {
      #expect(try form.element(id).value == "[redacted]", "\(comment)")
      form.expectNothing(Self.password)
      form.mirror.letPass(milliseconds: 30_000)
      try form.change(id) { Self.fill(&$0, with: Self.password) }
    }
  }

  @Test(arguments: Order.allCases, orders)
  func `under its name`(_ order: Order, _ parts: [Part]) throws {
    let id = try replace(order, parts, label: "Password", at: .at(10, 210))
    try expectSecret(id, "\(order) \(parts)")
  }

  @Test(arguments: Order.allCases, orders)
  func `under its name at another place`(_ order: Order, _ parts: [Part]) throws {
    let id = try replace(order, parts, label: "Password", at: .at(10, 500))
    try expectSecret(id, "\(order) \(parts)")
  }

  @Test(arguments: Order.allCases, orders)
  func `under another name at its place`(_ order: Order, _ parts: [Part]) throws {
    let id = try replace(order, parts, label: "Shown", at: .at(12, 212))
    try expectSecret(id, "\(order) \(parts)")
  }

  @Test(arguments: Order.allCases, orders)
  func `without a name at its place`(_ order: Order, _ parts: [Part]) throws {
    let id = try replace(order, parts, label: nil, at: .at(12, 212))
    try expectSecret(id, "\(order) \(parts)")
  }

  @Test(arguments: Order.allCases)
  func `elsewhere with another name and a text as long`(_ order: Order) throws {
    let id = try replace(order, [.frame, .label, .value], label: "Shown", at: .at(10, 500))
    try expectSecret(id, "\(order)")
  }

  @Test(arguments: [Order.removedBefore, .parentRemovedBefore, .allAtOnce])
  func `elsewhere with another name and a text that was entered`(_ order: Order) throws {
    form.store.willEnter(Self.password, into: field)
    let id = try replace(
      order, [.frame, .label, .value], label: "Shown", at: .at(10, 500),
      value: "It is \(Self.password)")
    #expect(try form.element(id).value == "[redacted]")
    form.expectNothing(Self.password)
  }

  @Test(arguments: [true, false])
  func `while the field is hidden, not gone`(_ isBefore: Bool) throws {
    func show(_ states: States) throws { try form.change(field) { $0.states = states } }
    try show([.editable, .visible, .showing])
    if isBefore { try show([.editable]) }
    let id = try form.mirror.add(.textField, "Shown", under: group) {
      Self.fill(&$0, with: Self.password)
      $0.frame = .at(10, 500)
    }
    if !isBefore {
      try show([.editable, .visible])
      try show([.editable])
    }
    try expectSecret(id, "")
    try show([.editable, .visible, .showing])
    let other = try form.mirror.add(.textField, "City", under: group) {
      Self.fill(&$0, with: "dragonfl")
      $0.frame = .at(10, 600)
    }
    form.mirror.letPass(milliseconds: 1000)
    try form.change(group) { $0.hint = "later" }
    #expect(try form.element(other).value == "dragonfl")
  }

  @Test func `minutes later, where its document is still there`() throws {
    try remove(group)
    form.mirror.letPass(milliseconds: 300_000)
    let id = try form.mirror.add(.textField, "Password", under: document) {
      Self.fill(&$0, with: Self.password)
    }
    try expectSecret(id, "")
  }

  @Test func `in another document, at once`() throws {
    try remove(document)
    let document = try form.mirror.add(.document, "Next", under: form.window)
    let id = try form.mirror.add(.textField, "Password", under: document) {
      Self.fill(&$0, with: Self.password)
    }
    try expectSecret(id, "")
  }

  @Test(arguments: [true, false])
  func `a text that cannot be edited, and what consists of it`(_ hasFrame: Bool) throws {
    try form.change(group) { $0.value = Self.password }
    form.expectNothing(Self.password)
    try remove(field)
    let text = try form.mirror.add(.text, Self.password, under: group) {
      if hasFrame { $0.frame = .at(10, 210) }
    }
    #expect(try form.element(text).label == "[redacted]")
    if !hasFrame {
      try form.change(text) { $0.frame = .at(10, 210) }
      #expect(try form.element(text).label == "[redacted]")
    }
    form.mirror.letPass(milliseconds: 30_000)
    try form.change(text) { $0.label = Self.password }
    #expect(try form.element(text).label == "[redacted]")
    form.expectNothing(Self.password)
  }

  @Test func `a text that comes before its field goes`() throws {
    let text = try form.mirror.add(.text, Self.password, under: group) { $0.frame = .at(10, 900) }
    form.expectNothing(Self.password)
    form.mirror.letPass(milliseconds: 300)
    try remove(field)
    #expect(try form.element(text).label == "[redacted]")
    form.mirror.letPass(milliseconds: 30_000)
    try form.change(group) { $0.hint = "later" }
    #expect(try form.element(text).label == "[redacted]")
    form.expectNothing(Self.password)
  }

  @Test func `a text that takes its place in the tree, while everything moves`() throws {
    try remove(field)
    let text = try form.mirror.add(.text, Self.password, under: group) { $0.frame = .at(10, 900) }
    #expect(try form.element(text).label == "[redacted]")
    form.expectNothing(Self.password)
  }

  @Test func `texts within it`() throws {
    try remove(group)
    let other = try form.mirror.add(.textField, under: document) {
      Self.fill(&$0, with: Self.password)
    }
    let text = try form.mirror.add(.text, Self.password, under: other) { $0.states = [.editable] }
    form.expectNothing(Self.password)
    try form.change(other) { $0.frame = .at(10, 210) }
    #expect(try form.element(text).label == "[redacted]")
    form.mirror.letPass(milliseconds: 30_000)
    try form.change(form.window) { $0.hint = "later" }
    form.expectNothing(Self.password)
  }
}

/// What is held back only until it is known to be something else.
@Suite struct `What does not replace a password field is shown` {
  private let form: SecretFixture
  private let document: ElementID

  init() throws {
    form = try SecretFixture()
    document = try form.mirror.add(.document, under: form.window)
    form.mirror.letPass(milliseconds: 20_000)
  }

  private func removeField() throws {
    try form.store.edit { _ = try $0.remove(form.field) }
  }

  @Test func `as soon as its frame is known, and nothing is told of a change`() throws {
    try removeField()
    let city = try form.mirror.add(.textField, "City", under: form.window) {
      $0.value = "Bonn"
      $0.text = TextState(length: 4)
      $0.attributes = [ToolkitAttribute(name: "valuetext", value: "Bonn")]
    }
    #expect(try form.element(city).value == "[redacted]")
    let posted = try form.mirror.notifications { edit in
      try edit.update(city) { $0.frame = .at(10, 70) }
    }
    let shown = try form.element(city)
    #expect(shown.value == "Bonn" && shown.text?.length == 4 && !shown.isRedacted)
    #expect(shown.attributes.count == 1)
    #expect(posted.isEmpty, "\(posted)")
  }

  @Test func `when its frame does not become known, in time`() throws {
    var timers: [(time: UInt64, body: () -> Void)] = []
    form.store.timer = { time, body in timers.append((time, body)) }
    try removeField()
    let city = try form.mirror.add(.textField, "City", under: form.window) { $0.value = "Bonn" }
    let text = try form.mirror.add(.text, "Bonn", under: city)
    #expect(try form.element(city).value == "[redacted]")
    #expect(try form.element(text).label == "[redacted]")
    form.mirror.letPass(milliseconds: 10_000)
    #expect(timers.count == 1)
    for timer in timers { timer.body() }
    #expect(try form.element(city).value == "Bonn")
    #expect(try form.element(text).label == "Bonn")
  }

  @Test func `with a text as long as the password, when that stays`() throws {
    let name = try form.mirror.add(.textField, "Name", under: document) {
      $0.value = "ann1ann2"
      $0.frame = .at(10, 70)
    }
    #expect(try form.element(name).value == "[redacted]")
    form.mirror.letPass(milliseconds: 1000)
    try form.change(form.window) { $0.hint = "later" }
    #expect(try form.element(name).value == "ann1ann2")
  }

  @Test func `what its source changes meanwhile`() throws {
    try removeField()
    let city = try form.mirror.add(.textField, "City", under: form.window) { $0.value = "Bonn" }
    try form.change(city) { $0.value = "Berlin" }
    #expect(try form.element(city).value == "[redacted]")
    try form.change(city) { $0.frame = .at(10, 70) }
    #expect(try form.element(city).value == "Berlin")
  }

  @Test func `a field that was there, and moves to the place`() throws {
    let name = try form.mirror.add(.textField, "Name", under: form.window) {
      $0.value = "ann"
      $0.frame = .at(10, 40)
    }
    form.mirror.letPass(milliseconds: 20_000)
    try removeField()
    try form.change(name) { $0.frame = .at(10, 10) }
    try form.change(name) { $0.value = "anna" }
    #expect(try form.element(name).value == "anna")
  }

  /// The next step of a form, at the place of the password field.
  private func addNextStep(_ label: String?) throws -> ElementID {
    try removeField()
    return try form.mirror.add(.textField, label, under: form.window) {
      $0.text = TextState(length: 0)
      $0.frame = .at(10, 10)
    }
  }

  private func enter(_ text: String, into id: ElementID) throws {
    try form.change(id) {
      $0.value = text
      $0.text = TextState(length: text.count)
    }
  }

  @Test(arguments: ["Code", nil])
  func `the next step of a form, into which people enter something`(_ label: String?) throws {
    let code = try addNextStep(label)
    form.mirror.letPass(milliseconds: 2000)
    try enter("1", into: code)
    #expect(try form.element(code).value == "1")
    try enter("12345678", into: code)
    #expect(try form.element(code).value == "12345678")
  }

  @Test(arguments: ["Code", nil])
  func `the next step of a form, into which a client enters something`(_ label: String?) throws {
    let code = try addNextStep(label)
    form.store.willEnter("12345678", into: code)
    try enter("12345678", into: code)
    #expect(try form.element(code).value == "12345678")
  }

  @Test func `a form that is made anew with what it contained in clear`() throws {
    let user = try form.mirror.add(.textField, "User", under: form.window) {
      $0.value = "ann1ann2"
      $0.text = TextState(length: 8)
      $0.frame = .at(10, 70)
    }
    form.mirror.letPass(milliseconds: 20_000)
    try form.change(form.window) { $0.hint = "later" }
    #expect(try form.element(user).value == "ann1ann2")
    try form.store.edit {
      try $0.remove(form.field)
      try $0.remove(user)
    }
    let again = try form.mirror.add(.textField, "User", under: form.window) {
      $0.value = "ann1ann2"
      $0.text = TextState(length: 8)
      $0.frame = .at(10, 10)
    }
    #expect(try form.element(again).value == "ann1ann2")
  }

  @Test func `fields of the page after one that was suspected for its place`() throws {
    func show(_ label: String, _ value: String) throws -> ElementID {
      try form.mirror.add(.textField, label, under: form.window) {
        $0.value = value
        $0.text = TextState(length: value.count)
        $0.frame = .at(10, 10)
      }
    }
    try removeField()
    let city = try show("City", "Paris")
    #expect(try form.element(city).value == "[redacted]")
    form.mirror.letPass(milliseconds: 12_000)
    try form.store.edit { _ = try $0.remove(city) }
    let again = try show("City", "Paris")
    #expect(try form.element(again).value == "[redacted]", "the same text in the same field")
    try form.store.edit { _ = try $0.remove(again) }
    let other = try show("City", "Berlin")
    #expect(try form.element(other).value == "Berlin")
    let item = try show("Item", "Lamp")
    #expect(try form.element(item).value == "Lamp")
  }

  @Test func `but not what the application enters`() throws {
    let code = try addNextStep("Code")
    form.mirror.letPass(milliseconds: 1000)
    try enter("12345678", into: code)
    #expect(try form.element(code).value == "[redacted]")
  }

  /// A password field of which bullets are known, on the screen.
  private func addField(_ states: States = [.editable, .visible, .showing]) throws -> ElementID {
    try form.remove(form.field)
    form.mirror.letPass(milliseconds: 20_000)
    let field = try form.mirror.add(.passwordField, "Word", under: document) {
      ($0.value, $0.text) = ("••••••••", TextState(length: 8))
      ($0.states, $0.frame) = (states, .at(10, 210))
    }
    form.mirror.letPass(milliseconds: 20_000)
    return field
  }

  private func add(
    _ role: Role, _ label: String, at place: Frame, _ value: String = "Eschweil"
  ) throws -> ElementID {
    try form.mirror.add(role, label, under: document) {
      ($0.value, $0.text, $0.frame) = (value, TextState(length: value.count), place)
      if role != .comboBox, role != .slider { $0.states = [.editable, .visible, .showing] }
    }
  }

  private func settle() throws {
    form.mirror.letPass(milliseconds: 1100)
    try form.change(form.window) { $0.hint = $0.hint == "later" ? nil : "later" }
  }

  @Test(arguments: [Role.comboBox, .spinButton, .slider])
  func `choices and numbers as long as the password`(_ role: Role) throws {
    try form.remove(addField())
    let other = try add(role, "Other", at: .at(10, 500))
    #expect(try form.element(other).value == "Eschweil")
    let city = try add(.textField, "City", at: .at(10, 500))
    #expect(try form.element(city).value == "[redacted]")
  }

  @Test func `a choice at the place of the password field`() throws {
    try form.remove(addField())
    let other = try add(.comboBox, "Other", at: .at(10, 210))
    #expect(try form.element(other).value == "Eschweil")
  }

  /// Adds a group with a password field whose bullets are as many as the characters of its name.
  private func addGroup() throws -> (group: ElementID, legend: ElementID, field: ElementID) {
    let (group, legend) = (form.store.makeID(), form.store.makeID())
    let field = form.store.makeID()
    try form.store.edit { edit in
      var around = Element(id: group, role: .group, label: "Eschweil")
      around.frame = Frame(rect: Rect(x: 0, y: 180, width: 300, height: 60), space: .screen)
      try edit.insert(around, under: document)
      var text = Element(id: legend, role: .text, label: "Eschweil")
      text.frame = .at(10, 185)
      try edit.insert(text, under: group)
      var password = Element(id: field, role: .passwordField, label: "Word")
      (password.value, password.text) = ("••••••••", TextState(length: 8))
      (password.states, password.frame) = ([.editable, .visible, .showing], .at(10, 210))
      try edit.insert(password, under: group)
    }
    return (group, legend, field)
  }

  @Test func `the name of a group around a password field that has as many characters`() throws {
    let (group, legend, field) = try addGroup()
    for id in [group, legend] { #expect(try form.element(id).label == "[redacted]") }
    try settle()
    for id in [group, legend] {
      #expect(try form.element(id).label == "Eschweil" && !form.element(id).isRedacted)
    }
    try form.change(group) { $0.label = "Eschweil" }
    #expect(try form.element(group).label == "Eschweil")
    #expect(try form.element(field).value == "[redacted]")
    try form.change(group) { $0.label = "swordfis" }
    #expect(
      try form.element(group).label == "[redacted]", "it may be about to consist of the field")
  }

  @Test func `the name of such a group of a form that is made anew`() throws {
    let former = try addGroup()
    try form.remove(former.group)
    let (group, legend, field) = try addGroup()
    for id in [group, legend] { #expect(try form.element(id).label == "[redacted]") }
    // They may be about to replace the field that went, and then to consist of the new one.
    for _ in 0..<2 { try settle() }
    for id in [group, legend] { #expect(try form.element(id).label == "Eschweil") }
    #expect(try form.element(field).value == "[redacted]")
  }

  @Test(arguments: ["goes", "is hidden", "shows its text"])
  func `but not where the field in it`(_ what: String) throws {
    let (group, legend, field) = try addGroup()
    form.mirror.letPass(milliseconds: 300)
    switch what {
    case "goes": try form.remove(field)
    case "is hidden": try form.change(field) { $0.states = [.editable] }
    default: try form.change(field) { ($0.role, $0.value) = (.textField, "Eschweil") }
    }
    for _ in 0..<12 { try settle() }
    for id in [group, legend] { #expect(try form.element(id).label == "[redacted]") }
  }

  @Test(arguments: [Role.spinButton, .dateField])
  func `a number on the next page, without a name and beside a field that was not read`(
    _ role: Role
  ) throws {
    let group = try form.mirror.add(.section, under: document)
    let field = try form.mirror.add(.passwordField, under: group) {
      ($0.states, $0.frame) = ([.visible], .at(10, 210))
    }
    try form.change(field) { $0.states = [] }
    let number = try form.mirror.add(role, under: group) {
      ($0.value, $0.text, $0.states) = ("1234", TextState(length: 4), [.editable])
    }
    #expect(try form.element(number).value == "[redacted]", "its place is not known")
    try form.change(number) { $0.frame = .at(10, 500) }
    #expect(try form.element(number).value == "1234")
  }

  private static let page = Frame(
    rect: Rect(x: 0, y: 0, width: 500, height: 900), space: .screen)

  @Test func `what appears while the password field is scrolled out of sight`() throws {
    let field = try addField()
    try form.change(document) { $0.frame = Self.page }
    try form.change(field) { ($0.states, $0.frame) = ([.editable, .visible], .at(10, -90)) }
    let city = try add(.textField, "City", at: .at(10, 500))
    let note = try form.mirror.add(.text, "Eschweil", under: document) { $0.frame = .at(10, 600) }
    try settle()
    #expect(try form.element(city).value == "Eschweil")
    #expect(try form.element(note).label == "Eschweil")
    let shown = try add(.textField, "Shown", at: .at(10, 210), "swordfish")
    #expect(try form.element(shown).value == "[redacted]", "it is where the field was")
  }

  @Test(arguments: ["hidden", "with what is around it", "moved out of what is around it"])
  func `but not while it is`(_ how: String) throws {
    try form.change(document) { $0.frame = Self.page }
    let group = try form.mirror.add(.section, under: document) {
      $0.frame = Frame(rect: Rect(x: 0, y: 200, width: 400, height: 40), space: .screen)
    }
    let field = try addField()
    try form.store.edit { try $0.move(field, under: group) }
    try form.change(field) {
      switch how {
      case "hidden": ($0.states, $0.frame) = ([.editable], .at(10, -90))
      case "with what is around it": $0.states = [.editable, .visible]
      default: ($0.states, $0.frame) = ([.editable, .visible], .at(10, -90))
      }
    }
    let shown = try add(.textField, "Shown", at: .at(10, 500))
    for _ in 0..<12 { try settle() }
    #expect(try form.element(shown).value == "[redacted]")
  }

  @Test(arguments: [true, false])
  func `a text as long, when the password field is there again`(_ isHidden: Bool) throws {
    let field = try addField()
    if isHidden {
      try form.change(field) { $0.states = [.editable] }
    } else {
      try form.remove(field)
    }
    let city = try add(.textField, "City", at: .at(10, 500))
    #expect(try form.element(city).value == "[redacted]")
    var next = field
    if isHidden {
      try form.change(field) { $0.states = [.editable, .visible, .showing] }
    } else {
      next = try add(.passwordField, "Word", at: .at(10, 240), "••••••••")
    }
    #expect(try form.element(city).value == "[redacted]", "the other one may be about to go")
    try settle()
    #expect(try form.element(city).value == "Eschweil" && !form.element(city).isRedacted)
    #expect(try form.element(next).value == "[redacted]")
  }

  @Test(arguments: [
    "goes", "is empty", "has another length", "is another one", "is not shown", "is in a dialog",
  ])
  func `but not when the password field`(_ what: String) throws {
    try form.remove(addField())
    let shown = try add(.textField, "Shown", at: .at(10, 500))
    let next = try add(
      .passwordField, what == "is another one" ? "New word" : "Word", at: .at(10, 240),
      what == "is empty" ? "" : what == "has another length" ? "•••••" : "••••••••")
    if what == "goes" { try form.remove(next) }
    if what == "is in a dialog" { try form.store.edit { try $0.move(next, under: form.window) } }
    if what == "is not shown" { try form.change(next) { $0.states = [.editable] } }
    for _ in 0..<12 { try settle() }
    #expect(try form.element(shown).value == "[redacted]")
  }

  /// Chromium offers to keep a password in a combo box of that name, with a password field in it.
  @Test(arguments: [Role.comboBox, .passwordField])
  func `fields of the page below a dialog of its browser that closes`(_ role: Role) throws {
    let bubble = try form.mirror.add(.alertDialog, "Save password?", under: form.window)
    let box = try form.mirror.add(.section, under: bubble)
    try form.mirror.add(role, "Password", under: box)
    try form.remove(bubble)
    form.mirror.letPass(milliseconds: 1000)
    let city = try form.mirror.add(.textField, "City", under: document) {
      $0.value = "Kiel"
      $0.frame = .at(10, 70)
    }
    #expect(try form.element(city).value == "Kiel")
  }

  @Test func `fields of later pages`() throws {
    try removeField()
    form.mirror.letPass(milliseconds: 11_000)
    let city = try form.mirror.add(.textField, "City", under: form.window) {
      $0.value = "Eschweil"
      $0.frame = .at(10, 10)
    }
    #expect(try form.element(city).value == "Eschweil")
  }
}

import AccessibilityMirror
import AccessibilityTree
import Testing

@Suite struct `Secrets never enter a revision` {
  private let form: SecretFixture
  private let password = SecretFixture.password

  init() throws { form = try SecretFixture() }

  @Test func `the value, the caret and the length of a password field`() throws {
    let field = try form.element(form.field)
    #expect(field.value == "[redacted]" && field.isRedacted)
    #expect(field.text == nil && field.label == "Password" && field.states == [.editable])
    form.expectNothing()
  }

  @Test func `bullets, which tell the length`() throws {
    try form.change(form.field) {
      $0.value = "•••••"
      $0.text = TextState(length: 5)
    }
    #expect(try form.element(form.field).value == "[redacted]")
    form.expectNothing()
  }

  @Test func `a text of which only the length is known`() throws {
    try form.change(form.field) {
      $0.value = ""
      $0.text = TextState(length: 5)
    }
    #expect(try form.element(form.field).value == "[redacted]")
    try form.change(form.field) {
      $0.value = ""
      $0.text = TextState(length: 0)
    }
    #expect(try form.element(form.field).value == "", "that a field is empty is no secret")
  }

  @Test func `each key that is typed: no revision is made of it`() throws {
    let before = form.store.revision
    for length in 9...12 {
      try form.change(form.field) {
        $0.value = String(repeating: "x", count: length)
        $0.text = TextState(length: length, caret: length)
      }
    }
    #expect(form.store.revision == before)
    #expect(form.store.secretFacts(of: form.field)?.length == 12)
  }

  @Test func `the number of an element that is redacted`() throws {
    let rule = SecretRule(dependsOnAncestors: false) { ids, tree, _ in
      ids.filter { tree[$0]?.role == .spinButton }
    }
    let form = try SecretFixture(rule: rule)
    let pin = try form.mirror.add(.spinButton, "PIN", under: form.window) {
      $0.range = NumericRange(current: 4711)
    }
    #expect(try form.element(pin).effectiveValue == "[redacted]")
    #expect(!form.shown.contains("4711"))
  }

  @Test func `toolkit attributes`() throws {
    try form.change(form.field) {
      $0.attributes = [
        ToolkitAttribute(name: "id", value: "pw"),
        ToolkitAttribute(name: "native-name", value: "Password hunter2!"),
        ToolkitAttribute(name: "valuetext", value: "hunter2!"),
      ]
    }
    #expect(try form.element(form.field).attributes.map(\.name) == ["id"])
    form.expectNothing()
  }

  @Test func `the texts of elements above it`() throws {
    try form.change(form.window) { $0.label = "Sign in as ann with hunter2!" }
    #expect(try form.element(form.window).label == "[redacted]")
    form.expectNothing()
    try form.change(form.window) { $0.label = "Sign in" }
    let window = try form.element(form.window)
    #expect(window.label == "Sign in" && !window.isRedacted)
  }

  @Test func `the texts of elements above it that were there before`() throws {
    try form.change(form.window) { $0.hint = "Password correct horse" }
    try form.change(form.field) {
      $0.value = "correct horse"
      $0.text = TextState(length: 13)
    }
    #expect(try form.element(form.window).hint == "[redacted]")
    form.expectNothing("correct horse")
  }

  @Test func `bullets that an element above it repeats`() throws {
    try form.change(form.field) {
      $0.value = "•••"
      $0.text = TextState(length: 3)
    }
    try form.change(form.window) { $0.label = "Password, •••" }
    form.expectNothing("•••")
  }

  @Test(arguments: [true, false])
  func `descriptions and labels that are related, whichever refers to the other`(
    _ isForward: Bool
  ) throws {
    let note = try form.mirror.add(.text, "hunter2! is weak", under: form.root)
    if isForward {
      try form.change(form.field) { $0.relations = [Relation(.describedBy, [note])] }
    } else {
      try form.change(note) { $0.relations = [Relation(.descriptionFor, [form.field])] }
    }
    #expect(try form.element(note).label == "[redacted] is weak")
    #expect(!SecretFixture.texts(try form.element(note)).contains(password))
  }

  @Test func `texts within a description, also those that come later`() throws {
    let note = try form.mirror.add(.paragraph, under: form.root)
    let early = try form.mirror.add(.text, "hunter2! is weak", under: note)
    try form.change(form.field) {
      $0.relations = [Relation(.describedBy, [note])]
      $0.hint = "hunter2! is weak"
    }
    #expect(try form.element(early).label == "[redacted] is weak")
    #expect(try form.element(form.field).hint == "[redacted]", "its own description as well")
    let late = try form.mirror.add(.text, "hunter2! is still weak", under: note)
    #expect(try form.element(late).label == "[redacted]")
    let unrelated = try form.mirror.add(.text, "Forgot it?", under: note)
    #expect(try form.element(unrelated).label == "Forgot it?")
  }

  @Test func `a text that a client enters, and that a description repeats`() throws {
    try form.change(form.field) {
      $0.value = "••••••••"
      $0.text = TextState(length: 8)
    }
    form.store.willEnter("open sesame", into: form.field)
    let note = try form.mirror.add(.text, "open sesame is strong", under: form.root) {
      $0.relations = [Relation(.descriptionFor, [form.field])]
    }
    #expect(try form.element(note).label == "[redacted]")
    try form.change(note) { $0.label = "open ses is weak" }
    #expect(try form.element(note).label == "[redacted]", "while it is being typed")
    try form.change(note) { $0.label = "Weak" }
    #expect(try form.element(note).label == "Weak")
  }

  @Test func `the texts within a password field, and their widths`() throws {
    let leaf = try form.mirror.add(.text, "hunter2!", under: form.field) { $0.frame = .at(12, 12) }
    let button = try form.mirror.add(.button, "Show password", under: form.field) {
      $0.frame = .at(90, 12)
    }
    #expect(try form.element(leaf).label == "[redacted]")
    #expect(try form.element(leaf).frame == nil)
    #expect(try form.element(button).label == "Show password")
    #expect(try form.element(button).frame != nil)
    form.expectNothing()
  }

  @Test func `announcements of the field, of its keys, and of its value`() throws {
    try form.change(form.field) { $0.states.insert(.focused) }
    func told(_ text: String, by element: ElementID?) -> [Notification] {
      form.mirror.notifications {
        $0.post(.announcement(text: text, priority: .default, element: element))
      }
    }
    #expect(told("anything", by: form.field).isEmpty)
    #expect(told("h", by: form.window).isEmpty && told("h", by: nil).isEmpty)
    #expect(
      told("You typed hunter2!", by: form.window) == [
        .announcement(text: "[redacted]", priority: .default, element: form.window)
      ])
    #expect(told("Caps lock is on", by: form.window).count == 1)
    form.expectNothing()
  }

  @Test func `announcements of what a field had that is gone`() throws {
    func announce(_ text: String) -> AccessibilityTree.Notification {
      .announcement(text: text, priority: .default, element: form.window)
    }
    let posted = try form.mirror.notifications { edit in
      try edit.remove(form.field)
      edit.post(announce("\(SecretFixture.password) removed"))
    }
    #expect(posted.contains(announce("[redacted]")))
    let later = form.mirror.notifications { $0.post(announce("\(SecretFixture.password) is back")) }
    #expect(later == [announce("[redacted]")])
    form.expectNothing()
  }

  @Test func `value notifications, also those that a source posts`() throws {
    let posted = try form.mirror.notifications { edit in
      edit.post(.valueChanged(element: form.field, old: "hunter2", new: "hunter2!"))
      try edit.update(form.field) {
        $0.value = "hunter2!!"
        $0.text = TextState(length: 9)
      }
    }
    #expect(posted.isEmpty)
  }

  @Test func `live regions around it`() throws {
    try form.change(form.window) { $0.liveRegion = .polite }
    try form.change(form.field) {
      $0.value = ""
      $0.text = TextState(length: 0)
    }
    try form.change(form.field) {
      $0.value = "swordfish"
      $0.text = TextState(length: 9)
    }
    form.expectNothing("swordfish")
  }

  @Test func `deltas and snapshots`() throws {
    let start = form.store.revision
    try form.change(form.field) {
      $0.value = "swordfish"
      $0.hint = "Eight characters"
    }
    let delta = try #require(form.store.delta(since: start))
    #expect(delta.changed.map(\.value) == ["[redacted]"])
    #expect(form.store.snapshot().allSatisfy { $0.value != "swordfish" })
  }

  @Test func `what an application says when it is compared with the mirror`() throws {
    var live = try form.element(form.field)
    live.isRedacted = false
    live.value = "swordfish"
    live.text = TextState(length: 9)
    let concealed = form.store.concealed(live: live, as: form.field)
    #expect(concealed.value == "[redacted]" && concealed.text == nil)
    #expect(form.store.repeatsSecret("it is swordfish"), "texts that repeat it are found")
    var window = try form.element(form.window)
    window.label = "swordfish"
    #expect(form.store.concealed(live: window, as: form.window).label == "[redacted]")
  }
}

@Suite struct `Secrets stay secret` {
  private let form: SecretFixture

  init() throws { form = try SecretFixture() }

  @Test func `while the password is shown and the field is an ordinary one`() throws {
    try form.change(form.field) {
      $0.role = .textField
      $0.value = "hunter2!"
      $0.text = TextState(length: 8)
    }
    let field = try form.element(form.field)
    #expect(field.role == .textField && field.value == "[redacted]")
    form.expectNothing()
  }

  @Test(arguments: [true, false])
  func `when the field is replaced by an ordinary one of its name`(_ isFirst: Bool) throws {
    var other: ElementID?
    func insert() throws {
      other = try form.mirror.add(.textField, "Password", under: form.window) {
        $0.value = "hunter2!"
      }
    }
    if isFirst { try insert() }
    try form.store.edit { _ = try $0.remove(form.field) }
    if !isFirst { try insert() }
    #expect(try form.element(try #require(other)).value == "[redacted]")
    form.expectNothing()
  }

  @Test func `when a field without a name is replaced at its place`() throws {
    let nameless = try SecretFixture(label: nil)
    try nameless.store.edit { edit in
      _ = try edit.remove(nameless.field)
      var field = Element(id: nameless.store.makeID(), role: .textField)
      field.value = "hunter2!"
      field.frame = .at(10, 10)
      try edit.insert(field, under: nameless.window)
    }
    nameless.expectNothing()
  }

  @Test func `and other fields beside it do not become secret`() throws {
    let name = try form.mirror.add(.textField, "Name", under: form.window) {
      $0.value = "ann"
      $0.frame = .at(10, 40)
    }
    try form.store.edit { _ = try $0.remove(form.field) }
    let city = try form.mirror.add(.textField, "City", under: form.window) {
      $0.value = "Bonn"
      $0.frame = .at(10, 70)
    }
    #expect(try form.element(name).value == "ann")
    #expect(try form.element(city).value == "Bonn")
  }

  @Test func `when a source changes something else of them`() throws {
    try form.change(form.field) { $0.states.insert(.focused) }
    #expect(form.store.secretFacts(of: form.field)?.length == 8)
    #expect(form.store.repeatsSecret("hunter2!"))
  }
}

import AccessibilityMirror
import AccessibilityTree
import Testing

/// A password field that goes before the mirror knows more of it than its role.
@Suite struct `What replaces a password field that was not read is secret` {
  private static let password = "Sesame-4711"
  private let form: SecretFixture
  private let document: ElementID
  private let box: ElementID
  private let field: ElementID

  init() throws {
    form = try .withoutField()
    document = try form.mirror.add(.document, "Page", under: form.window)
    box = try form.mirror.add(.section, under: document)
    field = try form.mirror.add(.passwordField, under: box)
  }

  private func removeField() throws {
    try form.remove(field)
  }

  private func settle() throws {
    form.mirror.letPass(milliseconds: 30_000)
    try form.change(form.window) { $0.hint = "later" }
  }

  @Test(arguments: [true, false])
  func `a text below its parent, and what the parent says of it`(_ isAfter: Bool) throws {
    if isAfter { try removeField() }
    let text = try form.mirror.add(.text, Self.password, under: box)
    form.expectNothing(Self.password)
    if !isAfter { try removeField() }
    try form.change(box) { $0.value = Self.password }
    try settle()
    #expect(try form.element(text).label == "[redacted]")
    form.expectNothing(Self.password)
  }

  @Test(arguments: [true, false])
  func `another field below its parent`(_ isAfter: Bool) throws {
    if isAfter { try removeField() }
    let other = try form.mirror.add(.textField, "Shown", under: box) {
      $0.value = Self.password
      $0.frame = .at(10, 10)
    }
    form.expectNothing(Self.password)
    if !isAfter { try removeField() }
    try settle()
    #expect(try form.element(other).value == "[redacted]")
    form.expectNothing(Self.password)
  }

  @Test func `another field, with what was around it`() throws {
    let other = form.store.makeID()
    try form.store.edit { edit in
      try edit.remove(box)
      let box = form.store.makeID()
      try edit.insert(Element(id: box, role: .section), under: document)
      var field = Element(id: other, role: .textField, label: "Shown")
      field.value = Self.password
      try edit.insert(field, under: box)
    }
    form.expectNothing(Self.password)
    try settle()
    #expect(try form.element(other).value == "[redacted]")
  }

  @Test func `but not what is elsewhere`() throws {
    let other = try form.mirror.add(.section, under: document)
    try removeField()
    let text = try form.mirror.add(.text, "Welcome back", under: other) { $0.frame = .at(1, 1) }
    try settle()
    #expect(try form.element(text).label == "Welcome back")
  }

  @Test func `and texts beside it are shown as soon as it was read`() throws {
    let text = try form.mirror.add(.text, "Eight characters", under: box)
    #expect(try form.element(text).label == "[redacted]")
    try form.change(field) { $0.text = TextState(length: 0) }
    try form.change(form.window) { $0.hint = "later" }
    #expect(try form.element(text).label == "Eight characters")
    try removeField()
    let other = try form.mirror.add(.text, "Welcome back", under: box)
    #expect(try form.element(other).label == "Welcome back")
  }
}

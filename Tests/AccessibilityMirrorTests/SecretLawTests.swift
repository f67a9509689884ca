import AccessibilityMirror
import AccessibilityTree
import Testing

/// Whatever a source does to a form, no revision has what its password field contains.
@Suite struct `The law of secrets` {
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `random edits never show the password`(_ seed: UInt64) throws {
    var random = Seeded(seed)
    let form = try SecretFixture()
    var fields = [form.field]
    let note = try form.mirror.add(.paragraph, "Note", under: form.window) {
      $0.relations = [Relation(.descriptionFor, [form.field])]
    }
    for _ in 0..<50 {
      let field = try #require(fields.last)
      let parents = [form.window, form.root, field, note].filter(form.store.tree.contains)
      switch Int.random(in: 0..<8, using: &random) {
      case 0, 1:
        let role: Role = Bool.random(using: &random) ? .passwordField : .textField
        try form.change(field) {
          $0.role = role
          $0.value = SecretFixture.password
          $0.text = TextState(length: 8, caret: Int.random(in: 0...8, using: &random))
        }
      case 2:
        let target = try #require(parents.randomElement(using: &random))
        try form.change(target) { $0.hint = "It is \(SecretFixture.password)" }
      case 3: try form.change(form.window) { $0.label = "With \(SecretFixture.password)" }
      case 4:
        let parent = random.next() % 2 == 0 ? field : note
        try form.mirror.add(.text, "\(SecretFixture.password)!", under: parent)
      case 5:
        form.mirror.notifications {
          $0.post(
            .announcement(
              text: "Typed \(SecretFixture.password)", priority: .default, element: form.window))
        }
      case 6:
        try form.store.edit { edit in
          _ = try edit.remove(field)
          var other = Element(id: form.store.makeID(), role: .textField, label: "Password")
          other.value = SecretFixture.password
          try edit.insert(other, under: form.window)
          fields.append(other.id)
        }
        try form.change(note) {
          $0.relations = [Relation(.descriptionFor, [fields[fields.count - 1]])]
        }
      default: try form.change(field) { $0.frame = .at(Double(random.next() % 99), 5) }
      }
      for element in form.store.snapshot() {
        #expect(!SecretFixture.texts(element).contains(SecretFixture.password), "\(seed)")
      }
    }
    form.expectNothing()
  }
}

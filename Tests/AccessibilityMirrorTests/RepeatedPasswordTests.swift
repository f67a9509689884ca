import AccessibilityMirror
import AccessibilityTree
import Testing

/// A password whose text the mirror knows, in other elements of its application.
@Suite struct `A password that is known is served nowhere` {
  private static let password = SecretFixture.password
  private let form: SecretFixture

  /// A form whose password field has shown bullets only.
  init() throws {
    form = try .withoutField()
  }

  private func addField(_ value: String, _ label: String = "Word") throws -> ElementID {
    try form.mirror.add(.passwordField, label, under: form.window) {
      $0.value = value
      $0.text = TextState(length: value.count)
      $0.states = [.editable]
    }
  }

  /// Shows in a field what it contains.
  private func show(_ text: String, in field: ElementID) throws {
    try form.change(field) {
      $0.role = .textField
      $0.value = text
      $0.text = TextState(length: text.count)
    }
  }

  private func text(_ id: ElementID) throws -> String? { try form.element(id).label }

  @Test func `after a client entered it`() throws {
    let fresh = try SecretFixture(label: "Other")
    let field = try fresh.mirror.add(.passwordField, "Word", under: fresh.window)
    fresh.store.willEnter("open sesame", into: field)
    let note = try fresh.mirror.add(.text, "Is open sesame right?", under: fresh.window) {
      $0.hint = "open sesame"
      $0.placeholder = "“open sesame”"
      $0.inputLabels = ["open sesame!", "Note"]
      $0.attributes = [ToolkitAttribute(name: "title", value: "open sesame")]
    }
    let shown = try fresh.element(note)
    #expect(shown.label == "Is [redacted] right?" && shown.isRedacted)
    #expect(shown.hint == "[redacted]" && shown.placeholder == "[redacted]")
    #expect(shown.inputLabels == ["[redacted]", "Note"] && shown.attributes.isEmpty)
    fresh.expectNothing("sesame")
    try fresh.change(note) { $0.label = "Fine" }
    try fresh.change(note) {
      ($0.hint, $0.placeholder, $0.inputLabels) = (nil, nil, [])
    }
    #expect(try fresh.element(note).label == "Fine" && !fresh.element(note).isRedacted)
  }

  @Test func `nor is it in a list that people choose from`() throws {
    let fresh = try SecretFixture(label: "Other")
    let field = try fresh.mirror.add(.passwordField, "Word", under: fresh.window)
    fresh.store.willEnter("open sesame", into: field)
    let choice = try fresh.mirror.add(.comboBox, "Pick", under: fresh.window) {
      $0.value = "open sesame"
    }
    #expect(try fresh.element(choice).value == "[redacted]")
    fresh.expectNothing("sesame")
  }

  @Test(arguments: ["swordfish", "word", "Password"])
  func `but a field keeps the name that it had before, also when it is made anew`(text: String)
    throws
  {
    let field = try addField("", "Password")
    form.store.willEnter(text, into: field)
    try form.change(field) { $0.value = String(repeating: "•", count: text.count) }
    #expect(try form.element(field).label == "Password")
    try form.remove(field)
    let next = try addField("", "Password")
    #expect(try form.element(next).label == "Password" && form.element(next).isRedacted)
  }

  @Test func `but a word that was refused is no password`() throws {
    let fresh = try SecretFixture(label: "Other")
    let field = try fresh.mirror.add(.passwordField, "Word", under: fresh.window)
    fresh.store.willEnter("open sesame", into: field)
    let refused = try #require(fresh.store.willEnter("London", into: field))
    fresh.store.didNotEnter(refused)
    let notes = try ["Trains to London", "open sesame"].map {
      try fresh.mirror.add(.text, $0, under: fresh.window)
    }
    #expect(
      try notes.map { try fresh.element($0).label } == ["Trains to London", "[redacted]"])
  }

  @Test func `also when a word is refused after another one was entered`() throws {
    let field = try addField("", "First")
    let refused = try #require(form.store.willEnter("open sesame", into: field))
    form.store.willEnter("swordfish", into: field)
    form.store.didNotEnter(refused)
    let note = try form.mirror.add(.text, "swordfish", under: form.window)
    #expect(try text(note) == "[redacted]")
  }

  @Test func `also when a word is refused after the field showed another one`() throws {
    let field = try addField("")
    let refused = try #require(form.store.willEnter("open sesame", into: field))
    try show("swordfish", in: field)
    form.store.didNotEnter(refused)
    let note = try form.mirror.add(.text, "swordfish", under: form.window)
    #expect(try text(note) == "[redacted]")
  }

  @Test func `also when a look at the field itself showed it first`() throws {
    let field = try addField("")
    var live = try form.element(field)
    (live.value, live.text) = ("swordfish", TextState(length: 9))
    #expect(form.store.concealed(live: live, as: field).value == "[redacted]")
    let note = try form.mirror.add(.text, "swordfish", under: form.window)
    #expect(try text(note) == "[redacted]")
  }

  @Test func `a look at another password field finds what the mirror has of it`() throws {
    let fresh = try SecretFixture(label: "Other")
    let first = try fresh.mirror.add(.passwordField, "Word", under: fresh.window)
    fresh.store.willEnter("lion4242", into: first)
    // The page names a second field, and then a third, after the password of the first one.
    let names = [ToolkitAttribute(name: "id", value: "lion4242")]
    let second = try fresh.mirror.add(.passwordField, "Again", under: fresh.window) {
      $0.attributes = names
    }
    var live = try fresh.element(second)
    (live.attributes, live.isRedacted) = (names, false)
    #expect(try fresh.element(second).attributes.isEmpty)
    #expect(fresh.store.concealed(live: live, as: second).attributes.isEmpty)
    // What differs otherwise is found.
    live.label = "Repeat"
    live.attributes.append(ToolkitAttribute(name: "class", value: "field"))
    let concealed = fresh.store.concealed(live: live, as: second)
    #expect(concealed.label == "Repeat" && concealed.attributes.map(\.name) == ["class"])
  }

  @Test func `word by word, also in what is within an element`() throws {
    _ = try addKnown("London")
    let heading = try form.mirror.add(.heading, "Weather in London", under: form.window)
    let inner = try form.mirror.add(.text, "Weather in London", under: heading)
    #expect(try text(heading) == "Weather in [redacted]")
    #expect(try text(inner) == "Weather in [redacted]")
  }

  @Test func `word by word, also as soon as its field is gone`() throws {
    try form.remove(addKnown("summer"))
    let texts = ["This is a summer page", "Run summer", " summer "]
    let shown = try texts.map {
      try text(form.mirror.add($0 == texts[1] ? .button : .paragraph, $0, under: form.window))
    }
    #expect(shown == ["This is a [redacted] page", "Run [redacted]", "[redacted]"])
  }

  @Test func `letter by letter`() throws {
    _ = try addKnown("horse staple")
    let region = try form.mirror.add(.status, "It is", under: form.window)
    let told = form.mirror.notifications { edit in
      for count in 1...12 {
        let text = "It is " + "horse staple".prefix(count)
        edit.post(.announcement(text: text, priority: .default, element: nil))
      }
    }
    for count in 1...12 {
      try form.change(region) { $0.label = "It is " + "horse staple".prefix(count) }
      #expect(try text(region) == (count == 1 ? "It is h" : "It is [redacted]"), "\(count)")
    }
    try form.change(region) { $0.label = "It is horses" }
    #expect(try text(region) == "It is horses", "it was another word")
    #expect(!told.contains { "\($0)".contains("It is ho") }, "\(told)")
  }

  @Test func `letter by letter, each time in a new element`() throws {
    _ = try addKnown("swordfish")
    let region = try form.mirror.add(.status, under: form.window)
    var last: ElementID?
    for count in 1...9 {
      try form.store.edit { edit in
        if let last { try edit.remove(last) }
        let next = Element(
          id: form.store.makeID(), role: .text, label: String("swordfish".prefix(count)))
        try edit.insert(next, under: region)
        last = next.id
      }
      try letHoldsEnd()
      let shown = try text(try #require(last))
      #expect(shown == (count == 1 ? "s" : "[redacted]"), "\(count)")
    }
    form.expectNothing("sw")
  }

  /// Lets the time pass for which texts are held back that may be pieces of a password.
  private func letHoldsEnd() throws {
    form.mirror.letPass(milliseconds: 1100)
    try form.change(form.window) { $0.hint = $0.hint == "later" ? "" : "later" }
  }

  @Test func `but a word that was there as a whole stays`() throws {
    _ = try addKnown("Paris2024")
    let region = try form.mirror.add(.status, "", under: form.window)
    let city = try form.mirror.add(.text, "Paris", under: form.window)
    try letHoldsEnd()
    try form.change(region) { $0.label = "Trains to Paris" }
    try form.change(region) { $0.label = "Trains to Paris and" }
    #expect(try text(region) == "Trains to Paris and" && text(city) == "Paris")
  }

  @Test(arguments: ["hunter2!", "autumn2024 and more"])
  func `also where its application cut or trimmed it`(_ whole: String) throws {
    _ = try addKnown(" \(whole)")
    for cut in [whole, String(whole.prefix(6)), whole.prefix(7) + " "] {
      let shown = try form.mirror.add(.paragraph, cut, under: form.window)
      try letHoldsEnd()
      #expect(try text(shown) == "[redacted]", "\(cut)")
    }
    for other in ["The \(whole.prefix(7))", String(whole.prefix(5)), whole.dropLast() + "x"] {
      let shown = try form.mirror.add(.paragraph, other, under: form.window)
      try letHoldsEnd()
      #expect(try text(shown) == other)
    }
  }

  @Test func `nor in a field that nobody can edit, or in the attributes of one`() throws {
    _ = try addKnown("swordfish")
    let shown = try form.mirror.add(.textField, "Confirmation", under: form.window) {
      $0.value = "swordfish"
      $0.states = [.readOnly]
    }
    let user = try form.mirror.add(.textField, "User", under: form.window) {
      $0.states = [.editable]
      $0.attributes = [ToolkitAttribute(name: "placeholder", value: "swordfish")]
    }
    #expect(try form.element(shown).value == "[redacted]")
    #expect(try form.element(user).attributes.isEmpty)
  }

  /// Adds a password field into which a client entered a text.
  private func addKnown(_ text: String) throws -> ElementID {
    let field = try addField("")
    form.store.willEnter(text, into: field)
    return field
  }

  @Test func `after its field showed it`() throws {
    let field = try addField("••••••••")
    try show("swordfish", in: field)
    let note = try form.mirror.add(.paragraph, under: form.window) {
      $0.value = "swordfish is weak"
      $0.text = TextState(length: 17)
    }
    let shown = try form.element(note)
    #expect(shown.value == "[redacted] is weak" && shown.text == nil)
    form.expectNothing("swordfish")
  }

  @Test func `in a text that came before its field showed it`() throws {
    let field = try addField("•••••••••")
    let note = try form.mirror.add(.text, "swordfish is weak", under: form.window)
    #expect(try text(note) == "swordfish is weak", "nobody knows")
    try show("swordfish", in: field)
    #expect(try text(note) == "[redacted] is weak")
  }

  @Test func `in a live region, announcements and values`() throws {
    let field = try addField("")
    let region = try form.mirror.add(.status, "", under: form.window) { $0.liveRegion = .polite }
    let meter = try form.mirror.add(.progressBar, "Strength", under: form.window)
    form.store.willEnter("swordfish", into: field)
    let told = try form.mirror.notifications { edit in
      try edit.update(region) { $0.label = "Entered swordfish" }
      edit.post(.announcement(text: "It is swordfish", priority: .default, element: meter))
      edit.post(.valueChanged(element: meter, old: nil, new: "swordfish: weak"))
    }
    #expect(told.contains { "\($0)".contains("Entered [redacted]") }, "\(told)")
    #expect(!told.contains { "\($0)".contains("swordfish") }, "\(told)")
  }

  @Test func `in what an application says when it is compared with the mirror`() throws {
    let field = try addField("")
    let note = try form.mirror.add(.text, "Note", under: form.window)
    form.store.willEnter("swordfish", into: field)
    var live = try form.element(note)
    live.label = "swordfish is weak"
    #expect(form.store.concealed(live: live, as: note).label == "[redacted] is weak")
  }

  @Test func `when it is entered in parts`() throws {
    let field = try addField("")
    for part in ["s", "wo", "r", "dfish"] {
      form.store.willEnter(part, into: field, isInserted: true)
    }
    let note = try form.mirror.add(.text, "swordfish is weak", under: form.window)
    #expect(try text(note) == "[redacted] is weak")
  }

  @Test func `when it is gone, and what replaced its field is gone, too`() throws {
    let field = try addField("")
    form.store.willEnter("swordfish", into: field)
    try form.remove(field)
    for number in 0..<200 {
      let other = try addField("••••", "Field \(number)")
      try form.remove(other)
    }
    form.mirror.letPass(milliseconds: 60_000)
    let note = try form.mirror.add(.text, "Welcome, swordfish!", under: form.window)
    #expect(try text(note) == "Welcome, [redacted]")
  }

  @Test func `a short one, where it is all of a text`() throws {
    form.store.willEnter("123", into: try addField(""))
    let whole = try form.mirror.add(.text, "123", under: form.window)
    let other = try form.mirror.add(.text, "Room 1234", under: form.window)
    #expect(try text(whole) == "[redacted]" && text(other) == "Room 1234")
  }
}

/// What is not taken for a password.
@Suite struct `A password that is known leaves other texts alone` {
  private let form: SecretFixture
  private let field: ElementID

  init() throws {
    form = try .withoutField()
    field = try form.mirror.add(.passwordField, "Word", under: form.window) {
      $0.text = TextState(length: 0)
    }
  }

  private func label(_ id: ElementID) throws -> String? { try form.element(id).label }

  @Test func `those of fields in which people enter the same`() throws {
    form.store.willEnter("swordfish", into: field)
    let user = try form.mirror.add(.textField, "User", under: form.window) {
      $0.value = ""
      $0.text = TextState(length: 0)
    }
    let leaf = try form.mirror.add(.text, under: user)
    form.mirror.letPass(milliseconds: 3000)
    try form.store.edit { edit in
      try edit.update(user) { ($0.value, $0.text) = ("swordfish", TextState(length: 9)) }
      try edit.update(leaf) { $0.label = "swordfish" }
    }
    #expect(try form.element(user).value == "swordfish" && label(leaf) == "swordfish")
  }

  @Test func `those of other applications`() throws {
    form.store.willEnter("swordfish", into: field)
    let other = try form.mirror.application("Other")
    let note = try form.mirror.add(.text, "A swordfish", under: other.window)
    #expect(try label(note) == "A swordfish")
  }

  @Test func `those that were served before it was entered, which would tell it`() throws {
    let note = try form.mirror.add(.text, "Forgot your password?", under: form.window)
    form.store.willEnter("password", into: field)
    try form.change(note) { $0.frame = .at(1, 2) }
    #expect(try label(note) == "Forgot your password?")
  }

  @Test func `once its application has ended`() throws {
    form.store.willEnter("swordfish", into: field)
    form.store.edit { $0.removeApplication(form.root) }
    let again = try form.mirror.application()
    let note = try form.mirror.add(.text, "A swordfish", under: again.window)
    #expect(try label(note) == "A swordfish")
  }

  @Test func `of what is typed key by key, the beginnings`() throws {
    for length in 1...9 {
      try form.change(field) {
        $0.role = .textField
        $0.value = String("swordfish".prefix(length))
        $0.text = TextState(length: length)
      }
    }
    let note = try form.mirror.add(.text, "A sword", under: form.window)
    #expect(try label(note) == "A sword")
  }

  @Test func `those of fields that were suspected for their place`() throws {
    try form.change(field) {
      ($0.value, $0.text, $0.frame) = ("•••••", TextState(length: 5), .at(10, 10))
    }
    try form.remove(field)
    let city = try form.mirror.add(.textField, "City", under: form.window) {
      ($0.value, $0.text, $0.frame) = ("Paris", TextState(length: 5), .at(10, 10))
    }
    #expect(try form.element(city).value == "[redacted]")
    let note = try form.mirror.add(.text, "Trains to Paris", under: form.window)
    #expect(try label(note) == "Trains to Paris")
  }
}

import AccessibilityMirror
import AccessibilityTree
import Testing

/// The page after a sign-in with a password that a client entered, or of which only bullets are known.
@Suite struct `What people type after they signed in is shown` {
  private let form: SecretFixture
  private let password: ElementID
  private let here = Frame.at(10, 100)
  private let elsewhere = Frame.at(10, 250)

  init() throws {
    form = try .withoutField()
    password = try form.mirror.add(.passwordField, "Password", under: form.window) {
      ($0.value, $0.text, $0.frame) = ("••••••", TextState(length: 6), .at(10, 100))
    }
  }

  private func signIn(_ text: String? = "autumn") throws {
    if let text { form.store.willEnter(text, into: password) }
    try form.remove(password)
    form.mirror.letPass(milliseconds: 300)
  }

  private func add(
    _ label: String?, at frame: Frame, _ value: String = ""
  ) throws -> ElementID {
    try form.mirror.add(.textField, label, under: form.window) {
      ($0.value, $0.text, $0.frame) = (value, TextState(length: value.count), frame)
      $0.states = [.editable]
    }
  }

  private func show(_ text: String, in id: ElementID) throws {
    form.mirror.letPass(milliseconds: 60)
    try form.change(id) { ($0.value, $0.text) = (text, TextState(length: text.count)) }
  }

  private func type(_ text: String, into id: ElementID, after start: String = "") throws {
    for count in 1...text.count { try show(start + text.prefix(count), in: id) }
  }

  private func value(_ id: ElementID) throws -> String? { try form.element(id).value }

  @Test(arguments: ["this autumn we", "autumn"])
  func `a text with the password in it`(_ text: String) throws {
    try signIn()
    let note = try add("Comment", at: elsewhere)
    try type(text, into: note)
    #expect(try value(note) == text && !form.element(note).isRedacted)
    try show(text + ", at noon", in: note)
    #expect(try value(note) == text + ", at noon", "what follows in one piece")
  }

  @Test(arguments: ["Visible", nil])
  func `but not a known password at the place of its field, which its application may enter so`(
    _ label: String?
  ) throws {
    try signIn()
    let twin = try add(label, at: here)
    for count in 1...6 {
      try show(String("autumn".prefix(count)), in: twin)
      #expect(try count == 1 || value(twin) == "[redacted]", "\(count)")
    }
    try show("autumn", in: twin)
    form.expectNothing("aut")
    try type("winter", into: twin)
    #expect(try value(twin) == "winter")
  }

  @Test func `such a text after what the application put there`() throws {
    try signIn()
    let note = try add("Comment", at: elsewhere, "Dear all, ")
    try type("this autumn", into: note, after: "Dear all, ")
    #expect(try value(note) == "Dear all, this autumn")
  }

  @Test func `but what the application puts there is not`() throws {
    try signIn()
    let (note, other) = (try add("Comment", at: elsewhere), try add("Other", at: elsewhere))
    try show("autumn", in: note)
    try show("It is autumn", in: other)
    #expect(try value(note) == "[redacted]" && value(other) == "[redacted]")
  }

  @Test func `nor does a later page suffer from a text that the application put there`() throws {
    try signIn()
    let note = try add("Comment", at: elsewhere)
    try show("It is autumn", in: note)
    #expect(try value(note) == "[redacted]")
    try form.remove(note)
    let next = try add("Comment", at: elsewhere)
    try show("Good morning", in: next)
    #expect(try value(next) == "Good morning")
  }

  @Test func `a text that is as long as the password on the way`() throws {
    try signIn(nil)
    let code = try add(nil, at: elsewhere)
    try type("48291357", into: code)
    #expect(try value(code) == "48291357")
    #expect(try !form.element(code).isRedacted && form.element(code).text?.length == 8)
  }

  @Test(arguments: ["", "4"])
  func `a text at the place of the password`(_ start: String) throws {
    try signIn(nil)
    let code = try add("Code", at: here, start)
    let leaf = try form.mirror.add(.text, under: code) { $0.frame = .at(12, 100) }
    try form.change(leaf) { $0.label = start + "8" }
    try type("8291", into: code, after: start)
    #expect(try value(code) == start + "8291" && !form.element(code).isRedacted)
    let shown = try form.element(leaf)
    #expect(shown.label == start + "8" && shown.frame == .at(12, 100))
  }

  @Test func `but not what continues the password at its place`() throws {
    try signIn(nil)
    let shown = try add("Shown", at: here, "autumn")
    try type("2024", into: shown, after: "autumn")
    #expect(try value(shown) == "[redacted]")
    try show("", in: shown)
    try type("spring", into: shown)
    #expect(try value(shown) == "spring", "all of it is new")
  }

  @Test func `and so is what a client enters into a suspected field`() throws {
    try signIn(nil)
    let code = try add("Code", at: here, "autumn")
    #expect(try value(code) == "[redacted]")
    form.store.willEnter("583014", into: code)
    try form.change(code) { $0.hint = "Six digits" }
    #expect(try value(code) == "[redacted]", "it is not there yet")
    try show("583014", in: code)
    #expect(try value(code) == "583014" && !form.element(code).isRedacted)
    try show("58-30-14", in: code)
    #expect(try value(code) == "58-30-14")
    try show("58-30-14-9", in: code)
    #expect(try value(code) == "58-30-14-9")
    try show("autumn", in: code)
    #expect(try value(code) == "[redacted]", "the application puts it back")
    try show("", in: code)
    try type("694125", into: code)
    #expect(try value(code) == "694125")
  }

  @Test func `and the application puts a text as long as the password where a client cleared it`()
    throws
  {
    try signIn(nil)
    let city = try add("City", at: elsewhere, "winter")
    form.store.willEnter("Ulm", into: city)
    try show("Ulm", in: city)
    #expect(try value(city) == "Ulm")
    try show("autumn", in: city)
    #expect(try value(city) == "[redacted]")
  }

  @Test func `a text of which people have left no more than three letters`() throws {
    try signIn(nil)
    let city = try add("City", at: elsewhere, "Bremen")
    for text in ["Breme", "Brem", "Bremer", "Brem", "Bre", "Br"] { try show(text, in: city) }
    #expect(try value(city) == "[redacted]", "most of it may be there")
    try type("uck", into: city, after: "Br")
    #expect(try value(city) == "Bruck")
  }

  @Test func `a text as long as a password that a client entered`() throws {
    form.store.willEnter("autumn", into: password)
    try show("••••••", in: password)
    try signIn(nil)
    let city = try add("City", at: elsewhere, "Bremen")
    #expect(try value(city) == "Bremen")
    let other = try add("Season", at: elsewhere, "autumn")
    #expect(try value(other) == "[redacted]")
  }

  @Test func `but not if people have changed what the client entered`() throws {
    form.store.willEnter("autumn", into: password)
    for count in [6, 7, 6] { try show(String(repeating: "•", count: count), in: password) }
    try signIn(nil)
    let shown = try add("Shown", at: elsewhere, "autumm")
    #expect(try value(shown) == "[redacted]")
  }

  @Test(arguments: ["dragon", "autumn"])
  func `but a client learns nothing of it by what is not entered`(_ text: String) throws {
    try signIn(nil)
    let code = try add("Code", at: here, "autumn")
    let entry = try #require(form.store.willEnter(text, into: code))
    form.store.didNotEnter(entry)
    try show("autumn", in: code)
    #expect(try value(code) == "[redacted]")
    form.store.willEnter("x", into: code, isInserted: true)
    try show("autumnx", in: code)
    #expect(try value(code) == "[redacted]")
  }

  @Test func `and what a client enters into any other field`() throws {
    try signIn()
    let note = try add("Comment", at: elsewhere)
    form.store.willEnter("autumn", into: note)
    try show("autumn", in: note)
    #expect(try value(note) == "autumn")
  }
}

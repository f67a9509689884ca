import AccessibilityMirror
import AccessibilityTree
import Testing

/// A password that an application shows with an element for each letter.
@Suite struct `Pieces of a password are served nowhere` {
  private static let password = "Sesame-4711"
  private let form: SecretFixture
  private let document: ElementID
  private let box: ElementID
  private let field: ElementID

  init() throws {
    form = try .withoutField()
    document = try form.mirror.add(.document, "Page", under: form.window)
    box = try form.mirror.add(.section, under: document) { $0.frame = .at(0, 200) }
    field = try form.mirror.add(.passwordField, "Word", under: box) {
      $0.value = "•••••••••••"
      $0.text = TextState(length: 11)
      $0.frame = .at(10, 210)
    }
    form.mirror.letPass(milliseconds: 20_000)
  }

  /// What becomes known of the element that shows the password, one after another.
  enum Step: CaseIterable { case text, letters, fieldGoes }

  private static let orders: [[Step]] = [
    [.text, .letters, .fieldGoes], [.text, .fieldGoes, .letters], [.letters, .text, .fieldGoes],
    [.letters, .fieldGoes, .text], [.fieldGoes, .text, .letters], [.fieldGoes, .letters, .text],
  ]

  /// Adds the letters of the password, each in an element of its own. Returns the elements with the letters.
  private func addLetters(under parent: ElementID, isNested: Bool) throws -> [ElementID] {
    try Self.password.map { letter in
      let parent = isNested ? try form.mirror.add(.section, under: parent) : parent
      return try form.mirror.add(.text, under: parent) {
        $0.label = String(letter)
        $0.hint = String(letter)
        $0.attributes = [ToolkitAttribute(name: "letter", value: String(letter))]
      }
    }
  }

  private func expectNothing(of letters: [ElementID], _ comment: String) throws {
    for id in letters {
      let letter = try form.element(id)
      #expect(letter.label == "[redacted]" && letter.hint == "[redacted]", "\(comment)")
      #expect(letter.attributes.isEmpty, "\(comment)")
    }
    form.expectNothing(Self.password)
  }

  /// Shows the password in an element of its own.
  private func show(_ steps: [Step], hasText: Bool = true, isNested: Bool = false) throws {
    let line = try form.mirror.add(.paragraph, under: box)
    var letters: [ElementID] = []
    for step in steps {
      switch step {
      case .text: if hasText { try form.change(line) { $0.value = Self.password } }
      case .letters: letters = try addLetters(under: line, isNested: isNested)
      case .fieldGoes:
        if form.store.tree.contains(field) { try form.remove(field) }
      }
      try expectNothing(of: letters, "\(steps) at \(step)")
      form.mirror.letPass(milliseconds: 100)
    }
    for _ in 0..<2 {
      form.mirror.letPass(milliseconds: 30_000)
      try form.change(form.window) { $0.frame = .at(Double(form.store.revision), 0) }
      try expectNothing(of: letters, "\(steps) later")
      // A source composes an element again.
      for (id, letter) in zip(letters, Self.password) {
        try form.change(id) {
          $0.label = String(letter)
          $0.hint = String(letter)
          $0.attributes = [ToolkitAttribute(name: "letter", value: String(letter))]
        }
      }
      try expectNothing(of: letters, "\(steps) again")
    }
  }

  @Test(arguments: orders, [true, false])
  func `of which only bullets were seen`(_ steps: [Step], _ isNested: Bool) throws {
    try show(steps, isNested: isNested)
  }

  @Test(arguments: orders, [true, false])
  func `of which only bullets were seen, around which is no text`(
    _ steps: [Step], _ isNested: Bool
  ) throws {
    try show(steps, hasText: false, isNested: isNested)
  }

  @Test(arguments: orders, [true, false])
  func `that is known`(_ steps: [Step], _ isNested: Bool) throws {
    form.store.willEnter(Self.password, into: field)
    try show(steps, isNested: isNested)
  }

  @Test(arguments: orders, [true, false])
  func `that is known, around which is no text`(_ steps: [Step], _ isNested: Bool) throws {
    form.store.willEnter(Self.password, into: field)
    try show(steps, hasText: false, isNested: isNested)
  }

  @Test func `elsewhere in the page, minutes later`() throws {
    form.store.willEnter(Self.password, into: field)
    form.mirror.letPass(milliseconds: 300_000)
    let line = try form.mirror.add(.section, under: form.window)
    let letters = try addLetters(under: line, isNested: false)
    try expectNothing(of: letters, "")
  }

  @Test func `letters that stand for themselves are shown`() throws {
    form.store.willEnter(Self.password, into: field)
    let list = try form.mirror.add(.list, under: document)
    let items = try ["a", "me", "1", "Next"].map { try form.mirror.add(.text, $0, under: list) }
    form.mirror.letPass(milliseconds: 1000)
    try form.change(form.window) { $0.hint = "later" }
    #expect(try items.map { try form.element($0).label } == ["a", "me", "1", "Next"])
  }

  /// What is left out of an alphabet, if only for a moment, would tell the letters of the password.
  @Test(arguments: [true, false])
  func `letters and numbers of a page do not tell which the password has`(_ isGone: Bool) throws {
    form.store.willEnter(Self.password, into: field)
    try form.change(field) { $0.value = "•" }
    form.mirror.letPass(milliseconds: 2000)
    if isGone { try form.remove(field) }
    let list = try form.mirror.add(.list, under: document)
    let letters = "abcdefghijklmnopqrstuvwxyzS0123456789-".map(String.init)
    let texts = letters + ["47", "11", "471", "Ses", "esa", "•", "•"]
    var ids: [ElementID] = []
    for text in texts {
      ids.append(try form.mirror.add(.text, text, under: list))
      #expect(try ids.map { try form.element($0).label } == Array(texts.prefix(ids.count)))
    }
    // A longer piece is held back at once.
    let piece = try form.mirror.add(.text, "same-47", under: list)
    #expect(try form.element(piece).label != "same-47")
  }

  @Test func `texts beside one that shows it are shown`() throws {
    form.store.willEnter(Self.password, into: field)
    let line = try form.mirror.add(.paragraph, under: form.window) {
      $0.value = "It is \(Self.password) now"
    }
    let texts = try ["It is ", Self.password, " now"].map {
      try form.mirror.add(.text, $0, under: line)
    }
    let button = try form.mirror.add(.button, "same", under: line)
    #expect(try form.element(line).value == "It is [redacted] now")
    #expect(try texts.map { try form.element($0).label } == ["It is ", "[redacted]", " now"])
    #expect(try form.element(button).label == "same")
  }
}

import AccessibilityTree
import AccessibilityViews
import Testing

@Suite struct `Text fields` {
  private struct Form: View {
    @State private var name = "Anna"

    var body: some View {
      TextField("Name", text: $name)
      Button("Rename") { name = "Bo" }
      TextField("Search", text: .constant("")).accessibilityAddTraits(.isSearchField)
    }
  }

  @Test func `A8 text can be selected, and typing replaces the selection`() throws {
    let stage = Stage { Form() }
    try stage.perform(.setSelection(1..<3), on: "Name")
    #expect(try stage.element("Name").text == TextState(length: 4, caret: 3, selections: [1..<3]))
    try stage.perform(.insertText("🐝", at: nil), on: "Name")
    #expect(try stage.element("Name").value == "A🐝a")
    #expect(try stage.element("Name").text == TextState(length: 3, caret: 2))
    stage.verify()
  }

  @Test func `A8 the caret stays where it was set, and moves with typed text`() throws {
    let stage = Stage { Form() }
    try stage.perform(.setSelection(0..<0), on: "Name")
    try stage.perform(.insertText("Jo", at: nil), on: "Name")
    try stage.perform(.insertText("-", at: nil), on: "Name")
    #expect(try stage.element("Name").value == "Jo-Anna")
    #expect(try stage.element("Name").text?.caret == 3)
    try stage.perform(.insertText("!", at: 7), on: "Name")
    #expect(try stage.element("Name").text?.caret == 8)
    try stage.press("Rename")
    #expect(try stage.element("Name").text == TextState(length: 2, caret: 2))
    stage.verify()
  }

  @Test(arguments: [0..<5, -1..<2, 5..<5, Int.min..<0, 0..<Int.max])
  func `A8 A16 a selection outside of the text is refused`(range: Range<Int>) throws {
    let stage = Stage { Form() }
    #expect(try stage.refusal(.setSelection(range), on: "Name").reason == .outOfRange)
  }

  @Test func `A text field holds 1,048,576 bytes, and refuses more`() throws {
    let stage = Stage { Form() }
    let full = String(repeating: "é", count: TextField.maxLength / 2)
    try stage.perform(.setText(full), on: "Name")
    #expect(try stage.element("Name").text?.length == TextField.maxLength / 2)
    for command in [
      ActionCommand.insertText("!", at: nil), .insertText("!", at: 0), .setText(full + "!"),
    ] {
      let refusal = try stage.refusal(command, on: "Name")
      #expect(refusal.reason == .outOfRange)
      #expect(refusal.message.contains("1048577 bytes"), "\(refusal.message)")
      #expect(refusal.message.contains("the maximum is 1048576"), "\(refusal.message)")
    }
    #expect(try stage.element("Name").value?.utf8.count == TextField.maxLength)
    // Replaced text makes room.
    try stage.perform(.setSelection(0..<1), on: "Name")
    try stage.perform(.insertText("ab", at: nil), on: "Name")
    #expect(try stage.element("Name").text?.caret == 2)
    stage.verify()
  }

  @Test func `T a search field has the trait of one`() throws {
    let stage = Stage { Form() }
    #expect(try stage.element("Search").role == .searchField)
  }
}

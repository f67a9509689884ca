import AccessibilityQueries
import AccessibilityTree
import Testing

@Suite struct `Selectors that name secrets` {
  @Test(arguments: [
    "textbox[label=\"Card number\"]", "group[identifier=card] > *",
    "application[name~=\"^Bank\"] textbox", "[value^=\"4111\"]", "text:not([label=Total])",
    "cell:focused",
  ])
  func `may test the element and the names above it`(_ text: String) throws {
    _ = try SecretSelectors([text])
  }

  @Test(arguments: [
    "textbox:nth(2)", "label + textbox", "label ~ textbox", "group:has(button) textbox",
    "window:focused textbox", "group[value=x] textbox", "textbox:visible",
    "textbox:within(group)", "textbox:first-child",
  ])
  func `may not test what changes without them`(_ text: String) {
    let error = #expect(throws: SecretSelectorError.self) { try SecretSelectors([text]) }
    #expect(error?.reason.contains("the element itself") == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: [
    "[name=Contrast*]", "textbox[label=\"Card ?\"]", "text:not([label=*])",
    "application[name=Bank*] textbox",
  ])
  func `may not look like patterns of a shell, which '=' compares as they are`(_ text: String) {
    let error = #expect(throws: SecretSelectorError.self) { try SecretSelectors([text]) }
    #expect(error?.reason.contains("^=") == true, "\(error?.reason ?? "")")
  }

  @Test func `may not name an id, which is another one in each run`() {
    let error = #expect(throws: SecretSelectorError.self) {
      try SecretSelectors(["#123456789012"])
    }
    #expect(error?.reason.contains("in each run") == true, "\(error?.reason ?? "")")
  }

  @Test func `that are malformed are refused with their text`() {
    let error = #expect(throws: SecretSelectorError.self) { try SecretSelectors(["button["]) }
    #expect(error?.selector == "button[")
  }

  @Test func `of a file stand on lines of their own, with comments`() {
    let file = "# cards\n\n  textbox[label=Card]  \n#\n[identifier=pin]\r\n"
    let texts = SecretSelectors.texts(of: file)
    #expect(texts.map(\.text) == ["textbox[label=Card]", "[identifier=pin]"])
    #expect(texts.map(\.line) == [3, 5])
  }
}

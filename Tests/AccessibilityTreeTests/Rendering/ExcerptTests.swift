import AccessibilityTree
import Testing

/// Errors quote only a bounded excerpt of a text.
struct ExcerptTests {
  @Test(arguments: ["", "button", String(repeating: "é", count: 200)])
  func `a short text is quoted completely`(text: String) {
    #expect(text.excerpt == text)
  }

  @Test func `a long text is quoted by its beginning and its length`() {
    let long = String(repeating: "é", count: 4_000)
    #expect(long.excerpt == String(repeating: "é", count: 200) + "… (4000 characters)")
    // One character for people, of any length.
    let stacked = "e" + String(repeating: "\u{301}", count: 100_000)
    #expect(stacked.excerpt.utf8.count < 500)
  }
}

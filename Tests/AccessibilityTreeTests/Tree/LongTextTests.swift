import AccessibilityTree
import BridgeTestSupport
import Testing

/// Texts of several megabytes.
struct LongTextTests {
  @Test func `texts are compared by their bytes`() {
    #expect("".hasSameBytes(as: ""))
    #expect("caf\u{E9}".hasSameBytes(as: "caf\u{E9}"))
    #expect(!"caf\u{E9}".hasSameBytes(as: "cafe\u{301}"), "the same by canonical equivalence")
    #expect(!"abc".hasSameBytes(as: "abd"))
    #expect(!"abc".hasSameBytes(as: "abcd"))
    let text = "a text that is longer than any that is kept in place, é"
    #expect(String(text.dropFirst(2)).hasSameBytes(as: "text" + text.dropFirst(6)))
  }

  @Test(arguments: ["", "a", "é", "日本", "👩‍👩‍👧", "a\u{301}", String(repeating: "xé👍", count: 100)])
  func `texts are counted in scalars`(text: String) {
    #expect(text.scalarCount == text.unicodeScalars.count)
  }

  @Test func `shortening a notification takes no longer for a longer text`() {
    let long = String(repeating: "a", count: 20_000_000) + "é"
    let change = Notification.valueChanged(element: ElementID(rawValue: 1), old: long, new: "é")
    var short = change
    let took = processorTime { short = change.shortened(textsTo: 10) }
    guard case .valueChanged(_, let old, let new) = short else {
      Issue.record("\(short)")
      return
    }
    #expect(old == "aaaaaaaaa…")
    #expect(new == "é")
    #expect(took < .milliseconds(20), "\(took)")
  }
}

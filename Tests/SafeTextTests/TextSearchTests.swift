import SafeText
import Testing

@Suite
struct `Texts that are looked for in texts` {
  @Test(arguments: [
    ("Save as…", "as", true), ("Save as…", "…", true), ("Save", "Saved", false), ("", "a", false),
    ("aaab", "aab", true), ("abababac", "ababac", true), ("café", "caf", true), ("a", "", true),
  ])
  func `a text contains another one`(text: String, other: String, isFound: Bool) {
    #expect(text.contains(other) == isFound)
    #expect(text[...].contains(other) == isFound)
    #expect(text.contains(other[...]) == isFound)
  }

  @Test(arguments: [
    ("a, b, c", ", ", ["a", "b", "c"]), (", a, ", ", ", ["", "a", ""]), ("", ", ", [""]),
    ("aaaa", "aa", ["", "", ""]), ("é–é", "–", ["é", "é"]), ("abc", "", ["abc"]),
  ])
  func `a text is cut at another one`(text: String, separator: String, pieces: [String]) {
    #expect(text.pieces(between: separator) == pieces)
    #expect(text.replacing(separator, with: separator) == text)
    #expect(text.replacing(separator, with: "+") == pieces.joined(separator: "+"))
  }

  @Test(arguments: [
    ("one two one", "one", " two one"), ("café", "caf", "é"), ("a", "", "a"), ("a", "a", ""),
    ("a", "b", nil),
  ])
  func `what stands behind a text is found`(text: String, other: String, rest: String?) {
    #expect(text[...].rest(behind: other).map(String.init) == rest)
    #expect("x\(text)".dropFirst().rest(behind: other).map(String.init) == rest)
  }

  @Test
  func `bytes are found in a part of others`() {
    let bytes = Array("one two one".utf8)
    #expect(bytes[...].firstEnd(of: Array("one".utf8)) == 3)
    #expect(bytes[1...].firstEnd(of: Array("one".utf8)) == 11)
    #expect(bytes[9...].firstEnd(of: Array("one".utf8)) == nil)
  }
}

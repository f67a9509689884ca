import AccessibilityTree
import BridgeTestSupport
import RegularExpressions
import Testing

struct RegularExpressionTests {
  @Test(arguments: [
    ("", ["", "x"], []),
    ("abc", ["abc", "xabcx"], ["", "ab", "aBc"]),
    ("^abc$", ["abc"], ["xabc", "abcx", "abc\n"]),
    ("a.c", ["abc", "a€c"], ["ac", "a\nc"]),
    ("(?s)a.c", ["a\nc"], []),
    ("a|bc|", ["", "q"], []),
    ("^(a|bc)$", ["a", "bc"], ["abc", "b"]),
    ("^ab*c$", ["ac", "abbbc"], ["adc"]),
    ("^ab+c$", ["abc", "abbc"], ["ac"]),
    ("^ab?c$", ["ac", "abc"], ["abbc"]),
    ("^a{3}$", ["aaa"], ["aa", "aaaa"]),
    ("^a{2,}$", ["aa", "aaaaa"], ["a"]),
    ("^a{1,3}$", ["a", "aaa"], ["", "aaaa"]),
    ("^a{0}b$", ["b"], ["ab"]),
    ("^(ab){2}$", ["abab"], ["ab", "ababab"]),
    ("^a+?b*?$", ["aab"], ["b"]),
    ("^[a-cx]+$", ["abcx"], ["d", ""]),
    ("^[^a-c]$", ["d", "é"], ["a", ""]),
    ("^[]a]+$", ["]a"], ["b"]),
    ("^[a-]+$", ["a-"], ["b"]),
    ("^[\\d.]+$", ["1.5"], ["x"]),
    ("^[\\]\\\\]+$", ["]\\"], ["a"]),
    ("^\\d{2}:\\d{2}$", ["12:30"], ["1:30", "٣٣:٣٣"]),
    ("^\\w+$", ["Größe_1", "名前"], ["a b", ""]),
    ("^\\W\\S\\s\\D$", ["-x x"], ["ax x"]),
    ("\\bcat\\b", ["a cat.", "cat"], ["concat", "cats"]),
    ("\\Bcat", ["concat"], ["cat", "a cat"]),
    ("(?i)größe", ["GRÖßE", "größe"], ["grose"]),
    ("(?i)[a-f]+$", ["xDEF"], ["xg"]),
    ("(?i)^[à-ö\\d]+$", ["ÀÖ7"], ["e"]),
    ("^[^\\w]$", ["-", "—"], ["a", "é", "名"]),
    ("^[\\W\\d]+$", ["-7—"], ["a", "é"]),
    ("^[^\\W]$", ["a", "é"], ["-", "—"]),
    ("a(?i)b", ["aB", "ab"], ["AB"]),
    ("(?i:a)b", ["Ab"], ["AB"]),
    ("(?m)^b$", ["a\nb\nc"], ["a b c"]),
    ("\\x41\\u00e9\\x{1F600}", ["Aé\u{1F600}"], ["A"]),
    ("\\.\\*\\+\\(\\)\\[\\{\\|\\^\\$", [".*+()[{|^$"], ["."]),
    ("\\t\\n", ["\t\n"], ["tn"]),
    ("^(?:a*)*b$", ["aaab", "b"], ["aaa"]),
    ("^(a|a)*$", ["aaaa", ""], ["b"]),
    ("(){5}x", ["x"], ["y"]),
    ("x*", ["", "yyy"], []),
    ("\\Aab\\z", ["ab"], ["abc", "cab"]),
  ])
  func `an expression matches the expected texts and no others`(
    pattern: String, found: [String], missed: [String]
  ) throws {
    let expression = try RegularExpression(parsing: pattern)
    for text in found { #expect(expression.isFound(in: text), "\(pattern) in \(text)") }
    for text in missed { #expect(!expression.isFound(in: text), "\(pattern) not in \(text)") }
  }

  @Test(arguments: [
    ("(", 0), (")", 0), ("a)", 1), ("[", 0), ("[a", 0), ("*", 0), ("a**", 2), ("a{2", 1),
    ("a{x}", 1), ("a{3,2}", 1), ("a{1001}", 1), ("\\", 0), ("\\q", 0), ("\\1", 0), ("(?=a)", 0),
    ("(?<n>a)", 0), ("(?x)", 2), ("[z-a]", 1), ("[a-\\d]", 1), ("\\x{110000}", 0), ("\\x4", 0),
    ("^*", 0), ("(?i", 0),
  ])
  func `an invalid expression is refused with the position of the error`(
    pattern: String, offset: Int
  ) throws {
    let error = try #require(throws: RegularExpressionSyntaxError.self) {
      try RegularExpression(parsing: pattern)
    }
    #expect(error.offset == offset, "\(error)")
  }

  @Test
  func `expressions that take exponential time elsewhere are linear here`() throws {
    let text = String(repeating: "a", count: 5_000) + "!"
    for pattern in ["^(a+)+$", "^(a|aa)+$", "^(.*a){20}$", "^(a*)*$", "(x+x+)+y"] {
      let expression = try RegularExpression(parsing: pattern)
      var steps = 5_000 * 200
      #expect(expression.isFound(in: text, steps: &steps) == false, "\(pattern)")
    }
  }

  @Test
  func `a search that is too expensive is abandoned`() throws {
    let expression = try RegularExpression(parsing: "([abc]|[b-d]){200}z")
    var steps = 10_000
    let text = String(repeating: "abc", count: 10_000)
    #expect(expression.isFound(in: text, steps: &steps) == nil)
    #expect(steps < 0)
  }

  @Test
  func `the lengths of programs and the nesting are limited`() {
    #expect(throws: RegularExpressionSyntaxError.self) {
      try RegularExpression(parsing: "((a{100}){100}){100}")
    }
    let deep = String(repeating: "(", count: 40) + String(repeating: ")", count: 40)
    #expect(throws: RegularExpressionSyntaxError.self) { try RegularExpression(parsing: deep) }
  }

  @Test
  func `no expression makes the parser or the search trap`() {
    var random = SeededRandom(seed: 3)
    let pieces = Array("ab()[]{}*+?|^$.\\dwsbxu0123,-:i=<>é\u{1F600} ")
    for _ in 0..<5_000 {
      let pattern = String(
        (0..<Int.random(in: 0...10, using: &random)).map { _ in
          pieces.randomElement(using: &random) ?? "a"
        })
      guard let expression = try? RegularExpression(parsing: pattern) else { continue }
      _ = expression.isFound(in: "ab012 é\u{1F600}-x")
    }
  }

  @Test
  func `the length of an expression is limited, and each class is sorted once`() throws {
    let long = String(repeating: "a", count: 4_097)
    #expect(throws: RegularExpressionSyntaxError.self) { try RegularExpression(parsing: long) }
    // Each class sorts its members once; sorting them for each character took seconds.
    let ideographs = String(
      String.UnicodeScalarView((0..<1_300).compactMap { Unicode.Scalar(0x4E00 + $0 * 7 % 20_000) }))
    for pattern in [
      "[\(ideographs)]", "(?i)" + String(repeating: "[À-ɏ]?", count: 500),
      "(?i)[" + String(repeating: "\\x00-\\x{10FFFF}", count: 250) + "]",
    ] {
      let time = try processorTime { _ = try RegularExpression(parsing: pattern) }
      #expect(time < .seconds(2), "\(pattern.prefix(20)) took \(time)")
    }
    #expect(try RegularExpression(parsing: "[\(ideographs)]").isFound(in: "x\u{4E07}"))
    #expect(try !RegularExpression(parsing: "[\(ideographs)]").isFound(in: "x\u{4E06}"))
    #expect(try RegularExpression(parsing: "(?i)[à-þx]").isFound(in: "É"))
    #expect(try !RegularExpression(parsing: "(?i)[^à-þx]").isFound(in: "ÉX"))
    #expect(try RegularExpression(parsing: "(?i)[\\wé]+$").isFound(in: "aÉ"))
  }
}

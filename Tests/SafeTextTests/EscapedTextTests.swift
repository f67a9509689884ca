import SafeText
import Testing

@Suite
struct `Texts that are safe to print` {
  @Test(arguments: [
    ("plain", "plain"), ("日本 é 👍🏽 ∑", "日本 é 👍🏽 ∑"), ("a\\b", "a\\b"),
    ("\u{1B}[31mred\u{7}", "\\u{1b}[31mred\\u{7}"),
    ("a\nb\tc\rd", "a\\nb\\tc\\rd"),
    ("\u{0}\u{8}\u{7F}\u{9B}31m\u{85}", "\\u{0}\\u{8}\\u{7f}\\u{9b}31m\\u{85}"),
    ("\u{202E}gnp.exe\u{2066}", "\\u{202e}gnp.exe\\u{2066}"),
    ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
    ("pay\u{200B}pal\u{FEFF}", "pay\\u{200b}pal\\u{feff}"),
    ("\u{3164}\u{115F}\u{2800}", "\\u{3164}\\u{115f}\\u{2800}"),
    ("in\u{AD}voice", "in\\u{ad}voice"),
    ("a\u{E0061}\u{E007F}", "a\\u{e0061}\\u{e007f}"),
  ])
  func `characters that control a terminal or are invisible are escaped`(
    text: String, expected: String
  ) {
    #expect(text.escaped() == expected)
    #expect(text.escaped().unicodeScalars.allSatisfy { !$0.isUnsafeToPrint })
    #expect(text.escaped().escaped() == text.escaped(), "a text that is safe stays as it is")
  }

  @Test(arguments: [0xFFFE, 0x1FFFF, 0xFDD0] as [UInt32])
  func `invalid characters are escaped`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(String(Character(scalar)).escaped() == "\\u{\(String(value, radix: 16))}")
  }

  @Test
  func `joiners are kept where they join, and escaped elsewhere`() {
    #expect("👩‍👩‍👧".escaped() == "👩‍👩‍👧")
    #expect("می‌خواهم".escaped() == "می‌خواهم")
    #expect("pay\u{200D}pal".escaped() == "pay\\u{200d}pal")
    #expect("é\u{200D}\u{200D}é".escaped() == "é\\u{200d}\\u{200d}é")
    #expect("\u{200C}é".escaped() == "\\u{200c}é" && "é\u{200D}".escaped() == "é\\u{200d}")
  }

  @Test
  func `long texts are cut, with a count`() {
    #expect("abcdef".escaped(limit: 3) == "abc… (6 characters)")
    #expect("abc".escaped(limit: 3) == "abc")
    #expect("日本語".escaped(limit: 2) == "日本… (3 characters)")
    #expect("a\"b\\c".escapedInQuotes() == #""a\"b\\c""#)
    #expect("abcdef".escapedInQuotes(limit: 3) == "\"abc…\" (6 characters)")
    #expect("abcdef".escapedInQuotes(limit: 3, length: 60) == "\"abc…\" (60 characters)")
    // It was cut before.
    #expect("abcde…".escaped(limit: 3) == "abc… (more than 5 characters)")
    #expect("abcde…".escapedInQuotes(limit: 3) == "\"abc…\" (more than 5 characters)")
    #expect("abcde…".escaped() == "abcde…")
  }

  @Test
  func `in flowing text, line ends become spaces`() {
    let text = "one\ntwo\tthree\u{2028}four\u{1B}"
    #expect(text.escaped(flowing: true) == "one two three four\\u{1b}")
  }
}

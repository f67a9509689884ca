import AccessibilityTree
import Testing

@Suite
struct `Keys as people write them` {
  static let table: [(text: String, chords: [KeyChord])] = [
    ("Enter", [KeyChord(.named(.enter))]),
    ("return", [KeyChord(.named(.enter))]),
    ("Esc", [KeyChord(.named(.escape))]),
    ("DEL", [KeyChord(.named(.delete))]),
    ("PgUp page_down", [KeyChord(.named(.pageUp)), KeyChord(.named(.pageDown))]),
    ("Ctrl+S", [KeyChord(.character("s"), .control)]),
    ("control+s", [KeyChord(.character("s"), .control)]),
    ("Alt+F4", [KeyChord(.named(.function(4)), .alt)]),
    ("Shift+Tab", [KeyChord(.named(.tab), .shift)]),
    ("Ctrl+Shift+T", [KeyChord(.character("t"), [.control, .shift])]),
    ("Meta+l Win+l super+L", Array(repeating: KeyChord(.character("l"), .superKey), count: 3)),
    ("F5", [KeyChord(.named(.function(5)))]), ("f24", [KeyChord(.named(.function(24)))]),
    (
      "Down Down Enter",
      [KeyChord(.named(.down)), KeyChord(.named(.down)), KeyChord(.named(.enter))]
    ),
    ("  a\tA ", [KeyChord(.character("a")), KeyChord(.character("A"))]),
    ("é €", [KeyChord(.character("é")), KeyChord(.character("€"))]),
    ("+", [KeyChord(.character("+"))]), ("Plus", [KeyChord(.character("+"))]),
    ("Ctrl++", [KeyChord(.character("+"), .control)]),
    ("Ctrl+Plus", [KeyChord(.character("+"), .control)]),
    ("-", [KeyChord(.character("-"))]), ("_", [KeyChord(.character("_"))]),
    ("Ctrl+-", [KeyChord(.character("-"), .control)]),
    ("Space", [KeyChord(.character(" "))]),
    ("Ctrl+Space", [KeyChord(.character(" "), .control)]),
  ]

  @Test(arguments: table)
  func `keys are parsed, and written so that they are parsed again`(
    _ row: (text: String, chords: [KeyChord])
  ) throws {
    #expect(try KeyChord.parse(row.text) == row.chords)
    #expect(try KeyChord.parse(KeyChord.text(of: row.chords)) == row.chords)
    #expect(try ActionText.command(.keys, row.text) == .keys(row.chords))
  }

  static let wrong: [(text: String, message: String)] = [
    ("", "no key is named"), ("  ", "no key is named"),
    ("Entr", "\"Entr\" is no key: did you mean Enter? A key is one character or Enter, Tab"),
    ("Enter Escpae", "did you mean Escape?"), ("Ctrl+PageDwn", "did you mean PageDown?"),
    ("Ctrl-S", "did you mean Ctrl+S?"), ("F25", "\"F25\" is no key"), ("F0", "\"F0\" is no key"),
    ("hello", "a text is typed by insert"), ("Ctrl", "\"Ctrl\" has no key after the modifier"),
    ("Ctrl+", "write Ctrl+S, or Ctrl+Plus"), ("Ctrl+Shift", "has no key after the modifier"),
    ("Crtl+S", "\"Crtl\" is no modifier: did you mean Ctrl?"),
    ("a+b", "separated by spaces"), ("\u{7}", "is no key"), ("\u{202E}", "is no key"),
    ("+a", "\"+a\" is no key"), ("++", "Ctrl+Plus"),
    (String(repeating: "a ", count: 65), "more than 64 keys"),
    (String(repeating: "x", count: 5_000), "is no key"),
  ]

  @Test(arguments: wrong)
  func `what is no key is refused, with what may have been meant`(
    _ row: (text: String, message: String)
  ) {
    let error = #expect(throws: ActionText.SyntaxError.self) { try KeyChord.parse(row.text) }
    let said = error?.description ?? ""
    #expect(said.contains(row.message), "\(said)")
    #expect(said.count < 500 && !said.contains("\u{202E}") && !said.contains("\u{7}"), "\(said)")
  }

  @Test func `every named key can be written, and 64 keys are allowed`() throws {
    for key in NamedKey.all {
      #expect(try KeyChord.parse(key.name) == [KeyChord(.named(key))])
    }
    #expect(try KeyChord.parse(String(repeating: "a ", count: 64)).count == 64)
  }

  @Test func `what desktops take for themselves is known`() throws {
    let taken = "Super+e Ctrl+Alt+T Alt+Tab Alt+Shift+Tab Alt+F2 Alt+Space Ctrl+Alt+F1 PrintScreen"
    let free = "Alt+F4 Ctrl+S Tab Shift+Tab Alt+f F2 Escape Space Ctrl+Escape a Ctrl+F4"
    #expect(try KeyChord.parse(taken).allSatisfy(\.isOfDesktop))
    #expect(try !KeyChord.parse(free).contains(where: \.isOfDesktop))
  }

  @Test func `only characters without Ctrl, Alt and Super are entered into a text`() throws {
    let chords = try KeyChord.parse("Ctrl+A H i Shift+1 Shift+é Tab Alt+x Space Super+l +")
    #expect(KeyChord.enteredText(of: chords) == "Hi1É +")
  }
}

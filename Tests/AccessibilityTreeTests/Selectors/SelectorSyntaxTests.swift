import AccessibilityQueries
import AccessibilityTree
import Testing

struct SelectorSyntaxTests {
  @Test(arguments: [
    ("", 0, "empty"),
    ("   ", 3, "empty"),
    ("buton", 0, "did you mean 'button'?"),
    ("dialog > buton", 9, "did you mean 'button'?"),
    ("textfield", 0, "did you mean 'textbox'?"),
    ("gridcell", 0, "did you mean 'cell'?"),
    ("grid > GridCell[label=x]", 7, "did you mean 'cell'?"),
    ("img", 0, "did you mean 'image'?"),
    ("feed", 0, "did you mean 'region'?"),
    ("none", 0, "did you mean 'generic'?"),
    ("doc-chapter", 0, "did you mean 'region'?"),
    ("[role=gridcell]", 6, "did you mean 'cell'?"),
    ("button:not([role!=push-button])", 18, "did you mean 'button'?"),
    ("wibblewobble", 0, "[role-name=…]"), ("Save", 0, "[label=\"Save\"]"),
    ("Save as", 0, "[label=\"Save as\"]"), ("Qwertz[x", 0, "[role-name=\"Qwertz\"]"),
    ("button[labl=x]", 7, "did you mean 'label'?"),
    ("button[id=x]", 7, "did you mean 'identifier'?"),
    ("button[frobnicate=x]", 7, "[@frobnicate=…]"),
    ("checkbox[checked]", 9, "write :checked without"),
    ("button[Enabled=true]", 7, "write :enabled without"),
    ("checkbox[checked=false]", 9, "write :not(:checked) without"),
    ("checkbox[checked != \"true\"]", 9, "write :not(:checked) without"),
    ("checkbox[checked!=false]", 9, "write :checked without"),
    ("tab[aria-selected=true]", 4, "write :selected without"),
    ("button[aria-label=Save]", 7, "did you mean 'label'?"), ("row[0]", 4, "write :nth(1)"),
    ("row[2]", 4, "write :nth(2) behind the role"),
    ("button:label(Save)", 6, "write [label="), ("role=button", 0, "the role alone"),
    ("value=3", 0, "write [value="),
    ("button:enabld", 6, "did you mean ':enabled'?"),
    ("button:contains(x)", 6, "did you mean ':text'?"),
    ("button:clickable", 6, "did you mean ':actionable'?"),
    ("button::before", 7, "pseudo-elements are not"),
    ("button:", 7, "expected a pseudo-class"),
    ("button:enabled(1)", 14, "does not take an argument"),
    ("button:has", 6, ":has(button)"),
    ("button[", 7, "attribute name"),
    ("button[label", 6, "not closed"),
    ("button[label=", 13, "expected a value"),
    ("button[label=]", 13, "expected a value"),
    ("button[label=\"Save]", 13, "not closed"),
    ("button[label=\"a\\q\"]", 15, "unknown escape"),
    ("button[label=\"\\u{110000}\"]", 14, "hexadecimal"),
    ("button[label=New York]", 17, "in quotes"),
    ("button[label=\"a\" x]", 17, "flags are i and s"),
    ("button[label=\"a\"", 6, "not closed"),
    ("button[label?\"a\"]", 12, "comparison"),
    ("button[label<3]", 13, "for text"),
    ("button[level*=3]", 14, "for numbers"),
    ("button[level=x]", 13, "takes a number"),
    ("button[level=nan]", 13, "takes a number"),
    ("button[label~=\"(a\"]", 15, "not closed by ')'"),
    ("button[label~=\"ab**\"]", 18, "quantifier cannot follow"),
    ("button[label~=(a)\\1]", 17, "back-references"),
    ("> button", 0, "cannot start with '>'"),
    ("button >", 8, "ends, but an element is expected"),
    ("button > > text", 9, "unexpected '>'"),
    ("button,", 7, "ends, but"),
    (", button", 0, "unexpected ','"),
    ("button)", 6, "no matching '('"),
    ("button]", 6, "no matching '['"),
    ("button:not(text", 10, "not closed"),
    ("button:not()", 11, "unexpected ')'"),
    ("button:nth()", 11, "is not a position"),
    ("button:nth(0)", 11, "is not a position"),
    ("button:nth(two)", 11, "is not a position"),
    ("button:nth(-9223372036854775808)", 11, "is not a position"),
    ("button:nth-child(9223372036854775807)", 17, "is not a position"),
    ("button:nth(1000000001)", 11, "is not a position"),
    ("button:nth(1):nth(2)", 13, "only one of"),
    ("dialog:has(button:first)", 17, "outside parentheses"),
    ("button:enabled:disabled", 14, "':disabled' contradicts ':enabled'"),
    ("checkbox:unchecked[label=X]:checked", 27, "':checked' contradicts ':unchecked'"),
    ("button[label=a][label=b]", 15, "'[label=b]' contradicts '[label=a]'"),
    ("button:visible:offscreen", 14, "contradicts"),
    ("slider[value>5][value<3]", 15, "'[value<3]' contradicts '[value>5]'"),
    ("slider[value>5][value<=5]", 15, "contradicts"),
    ("heading[level=1][level=2]", 16, "contradicts"),
    ("#xyz", 0, "decimal"),
    ("#0", 0, "decimal"),
    ("#1a2", 0, "decimal"),
    ("#+12", 0, "decimal"),
    ("#", 0, "decimal"),
    ("#1#2", 2, "only one id"),
    (".primary", 0, "CSS classes, XPath"),
    ("//button", 0, "CSS classes, XPath"),
    ("button.primary", 6, "CSS classes, XPath"),
    ("text=Pay", 4, "[label=\"…\"] or :text(\"…\")"),
    ("button:enabled=true", 14, "states without a value"),
    ("dialog >> button", 8, "write a space"),
    ("h2", 0, "did you mean 'heading'?"),
    ("tr > td", 0, "did you mean 'row'?"),
    ("button[label==Pay]", 13, "the comparisons are"),
    ("button[label=~pay]", 13, "put a value that begins so in quotes"),
    ("\"Save\"", 0, "[label=\"…\"]"),
    ("button*", 6, "must come first"),
    ("button!", 6, "unexpected '!'"),
    ("größe > buton", 0, "unknown role 'größe'"),
    ("textbox labelled-by \"Name\"", 8, "as in textbox:labelled-by(\"Name\")"),
    ("[labelled-by=Name]", 1, "write :labelled-by(\"…\")"),
    ("[aria-labelledby='A \"b\"']", 1, "write :labelled-by(\"A \\\"b\\\"\")"),
    ("row with \"Ada\"", 4, "as in row:with(\"Ada\")"),
    ("link after \"Ada\"", 5, "use its id"),
    ("[label=\"größe\"] buton", 16, "did you mean"),
  ])
  func `an error gives the position and the remedy`(selector: String, offset: Int, hint: String)
    throws
  {
    let error = try #require(throws: SelectorSyntaxError.self) {
      try Selector(parsing: selector)
    }
    #expect(error.offset == offset, "\(error)")
    #expect(error.description.contains(hint), "\(error)")
    #expect(error.description.contains("character \(offset + 1)"))
    let caret = error.caret.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(caret.count == 2)
    #expect(caret.last?.last == "^")
  }

  @Test(arguments: [
    "slider[value>=5][value<=5]", "slider[value>5][level<3]", "button:enabled :disabled",
    "button:enabled, button:disabled", "button:enabled:not(:disabled)", "[value>5][value=7]",
  ])
  func `tests that may hold together are no contradiction`(selector: String) throws {
    _ = try Selector(parsing: selector)
  }

  @Test
  func `the caret marks the position, also in a long selector`() throws {
    let error = try #require(throws: SelectorSyntaxError.self) {
      try Selector(parsing: "dialog > buton")
    }
    #expect(error.caret == "dialog > buton\n         ^")
    let long =
      String(repeating: "list > ", count: 40) + "buton" + String(repeating: " a", count: 90)
    let far = try #require(throws: SelectorSyntaxError.self) { try Selector(parsing: long) }
    let lines = far.caret.split(separator: "\n").map { Array($0.unicodeScalars) }
    #expect(lines[0].count <= 78)
    let mark = try #require(lines[1].firstIndex(of: "^"))
    #expect(String(String.UnicodeScalarView(lines[0][mark..<(mark + 5)])) == "buton")
  }

  @Test
  func `errors name the limits that a selector exceeds`() throws {
    func message(_ selector: String) -> String {
      do {
        _ = try Selector(parsing: selector)
        return "parsed"
      } catch {
        return error.description
      }
    }
    #expect(message("*" + String(repeating: " ", count: 4_096)).contains("4097 bytes"))
    #expect(message(String(repeating: "* ", count: 64)) == "parsed")
    #expect(message(String(repeating: "* ", count: 65)).contains("more than 64 elements"))
    #expect(message("*" + String(repeating: ":root", count: 256)) == "parsed")
    #expect(message("*" + String(repeating: ":root", count: 257)).contains("more than 256 tests"))
    let nested = { (count: Int) in
      String(repeating: "*:not(", count: count) + "*" + String(repeating: ")", count: count)
    }
    #expect(message(nested(16)) == "parsed")
    #expect(message(nested(17)).contains("nested more than 16 levels deep"))
    #expect(message("[label~=\"((a{99}){99}){99}\"]").contains("more than 2000 instructions"))
  }

  @Test
  func `every state, trait, role, attribute and pseudo-class can be written`() throws {
    for name in States.named.map(\.name) + Traits.named.map(\.name) {
      _ = try Selector(parsing: "*:\(name)")
    }
    for role in Role.allCases { _ = try Selector(parsing: role.name) }
  }

  @Test
  func `no text makes the parser or the matcher trap`() throws {
    var random = SeededRandom(seed: 7)
    let tree = try Desk.tree()
    let pieces = [
      "button", "*", "#1", "#", "[label", "[", "]", "=", "*=", "~=", "<", "\"Save\"", "'", "\"",
      ":has(", ":not(", ":is(", ":within(", ")", ":nth(", "-1", "2", ":first", ":focused", ">", "+",
      "~", ",", " ", "\\", "(", "{", "}", "a{2,3}", "|", "^", "$", "é", "\u{1F600}", "\u{0}", " i]",
      "[level>1]", ":focus-within", ":enabled", ":text(a)", "list", "dialog",
    ]
    var parsed = 0
    for _ in 0..<8_000 {
      let length = Int.random(in: 1...9, using: &random)
      let text = (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      do {
        let selector = try Selector(parsing: text)
        parsed += 1
        _ = selector.find(in: tree)
      } catch {
        #expect(error.offset >= 0 && error.offset <= text.unicodeScalars.count, "\(text)")
        _ = error.caret
      }
    }
    #expect(parsed > 200)
  }
}
